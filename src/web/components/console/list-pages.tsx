import { useLocation } from 'react-router';
import { listParams } from '../../pagination.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { DENSE_BUTTON } from './dense.ts';

/** The rows of a page of a table, usual and large. */
export const ROWS = 50;
const MOST_ROWS = 100;

/** How many rows the page at an address has. */
export function readRows(params: URLSearchParams): number {
  return params.get('show') === String(MOST_ROWS) ? MOST_ROWS : ROWS;
}

/**
 * The links between the pages of a table, and to larger or smaller pages. A list that has others
 * beside it on its page has a parameter, a name and an id of its own.
 */
export function ListPages({
  next,
  limit,
  param = 'after',
  label = 'Pages of the list',
  id = '',
}: {
  next: string | null;
  limit: number;
  param?: string;
  label?: string;
  id?: string;
}) {
  const { search } = useLocation();
  const isLarge = limit > ROWS;
  const first = listParams(search, param);
  const isFirst = !new URLSearchParams(search).has(param);
  const following = new URLSearchParams(first);
  if (next) following.set(param, next);
  const other = listParams(search, param, 'show');
  if (!isLarge) other.set('show', String(MOST_ROWS));
  const hash = id && `#${id}`;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-4 py-4 text-sm">
      {isFirst ? null : (
        <Link to={`?${first}${hash}`} className="link py-2">
          First page
        </Link>
      )}
      {next ? (
        <ButtonLink to={`?${following}${hash}`} className={DENSE_BUTTON}>
          Next page
        </ButtonLink>
      ) : null}
      <Link to={`?${other}${hash}`} className="link ml-auto py-2">
        {isLarge ? ROWS : MOST_ROWS} rows a page
      </Link>
    </nav>
  );
}
