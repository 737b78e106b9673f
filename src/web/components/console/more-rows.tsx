import { useLocation } from 'react-router';
import { type ListWindow, moreRows } from '../../pagination.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** The link to more rows of a console's list, or to its next page. */
export function MoreRows({
  thing,
  window,
  next,
}: {
  /** The word for a row, in the singular. */
  thing: string;
  window: ListWindow;
  next: string | null;
}) {
  const { search } = useLocation();
  if (!next) return null;
  const more = moreRows(search, window, next);
  return (
    <p className="py-6 text-center">
      <ButtonLink to={more.search} preventScrollReset={more.added > 0} replace={more.added > 0}>
        {more.added ? `Load more ${thing}s` : `Next ${thing}s`}
      </ButtonLink>
    </p>
  );
}
