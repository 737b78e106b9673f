import { useLocation } from 'react-router';
import { listParams } from '../../pagination.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { DENSE_BUTTON } from './dense.ts';

/** The rows of a page of a table, usual and large. */
export const ROWS = 50;
export const MOST_ROWS = 100;
/** The number up to which a list is counted. */
export const COUNTED = 1_000;

/** How many rows the page at an address has. */
export function readRows(params: URLSearchParams): number {
  return params.get('show') === String(MOST_ROWS) ? MOST_ROWS : ROWS;
}

/** The links between the pages of a table, and to larger or smaller pages. */
export function ListPages({ next, limit }: { next: string | null; limit: number }) {
  const { search } = useLocation();
  const isLarge = limit > ROWS;
  const first = listParams(search, 'after');
  const isFirst = !new URLSearchParams(search).has('after');
  const following = new URLSearchParams(first);
  if (next) following.set('after', next);
  const other = listParams(search, 'after', 'show');
  if (!isLarge) other.set('show', String(MOST_ROWS));
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center gap-4 py-4 text-sm">
      {isFirst ? null : (
        <Link to={`?${first}`} className="link py-2">
          First page
        </Link>
      )}
      {next ? (
        <ButtonLink to={`?${following}`} className={DENSE_BUTTON}>
          Next page
        </ButtonLink>
      ) : null}
      <Link to={`?${other}`} className="link ml-auto py-2">
        {isLarge ? ROWS : MOST_ROWS} rows a page
      </Link>
    </nav>
  );
}
