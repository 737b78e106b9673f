import { useLocation } from 'react-router';
import { type ListWindow, listParams } from '../../pagination.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { DENSE_BUTTON } from './dense.ts';

/** The rows of a page of a list, usual and large. */
export const ROWS = 50;
const MOST_ROWS = 100;

/** The page of a list of the console that an address asks for. */
export function readListPage(params: URLSearchParams): ListWindow {
  return { limit: readRows(params), after: params.get('after') };
}

/** How many rows the page at an address has. */
export function readRows(params: URLSearchParams): number {
  return params.get('show') === String(MOST_ROWS) ? MOST_ROWS : ROWS;
}

/**
 * The links between the pages of a list, and to larger or smaller pages. A list that has others
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
  const first = listParams(search, param);
  const isFirst = !new URLSearchParams(search).has(param);
  if (isFirst && next === null && limit === ROWS) return null;
  const following = new URLSearchParams(first);
  if (next) following.set(param, next);
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
      <RowsLink limit={limit} param={param} hash={hash} />
    </nav>
  );
}

/** The link to the same list with more rows on a page, or with fewer again. */
export function RowsLink({
  limit,
  param = 'after',
  hash = '',
}: {
  limit: number;
  param?: string;
  hash?: string;
}) {
  const params = listParams(useLocation().search, param, 'show');
  const other = limit > ROWS ? ROWS : MOST_ROWS;
  if (other !== ROWS) params.set('show', String(other));
  return (
    <Link to={`?${params}${hash}`} className="link ml-auto py-2">
      {other} rows a page
    </Link>
  );
}
