import { useNavigation } from 'react-router';
import { LIST_MOST, LIST_STEP, type ListWindow } from '../list-window.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Adds rows to a list without losing the place; the address knows how many are shown. */
export function LoadMore({
  window,
  next,
  what,
}: {
  window: ListWindow;
  next: string | null;
  what: string;
}) {
  const { state } = useNavigation();
  if (!next) return null;
  const full = window.limit >= LIST_MOST;
  const params = new URLSearchParams();
  const after = full ? next : window.after;
  if (after) params.set('after', after);
  if (!full) params.set('show', String(window.limit + LIST_STEP));
  return (
    <p className="mt-12 text-center">
      <ButtonLink
        to={`?${params}`}
        preventScrollReset={!full}
        replace={!full}
        aria-busy={state !== 'idle'}
      >
        {full ? `Next ${what}` : `Load more ${what}`}
      </ButtonLink>
    </p>
  );
}
