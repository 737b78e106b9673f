import Rows3 from 'lucide-react/icons/rows-3';
import Rows4 from 'lucide-react/icons/rows-4';
import { useFetcher, useLocation } from 'react-router';
import type { RowHeight } from './row-height.ts';

const KEY = 'row-height';

/** The height that rows have now: the chosen one, also while the server hears of it. */
export function useRowHeight(remembered: RowHeight): RowHeight {
  const chosen = useFetcher({ key: KEY }).formData?.get('rows');
  return chosen === 'compact' || chosen === 'usual' ? chosen : remembered;
}

/** Switches all tables of the console between compact and usual rows. */
export function RowHeightButton({ height }: { height: RowHeight }) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher({ key: KEY });
  const isCompact = height === 'compact';
  const Icon = isCompact ? Rows4 : Rows3;
  return (
    <fetcher.Form method="post" action="/admin/rows">
      <input type="hidden" name="from" value={pathname + search} />
      <button
        type="submit"
        name="rows"
        value={isCompact ? 'usual' : 'compact'}
        aria-pressed={isCompact}
        title="Shows more rows of each table at once"
        className="flex min-h-9 w-full items-center gap-3 rounded-control px-3 text-sm hover:bg-tint aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-accent"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        Compact rows
      </button>
    </fetcher.Form>
  );
}
