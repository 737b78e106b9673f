import { type Page, readSortedCursor, type SortedAfter } from '#shared/cursor.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import type { OrderView, StaffOrderView } from '../orders.schema.ts';
import { toStaffView } from '../view/order-view.ts';
import { countOrders, type OrderCount, withPage } from './count-orders.ts';
import type { OrderSearch } from './order-list.schema.ts';
import { type OrderPageSize, toOrderPage } from './order-page.ts';
import { prepareSearch, selectFound, sortKeyOf } from './order-search.store.ts';
import { MOST_FITTING } from './search-conditions.ts';

/** How many orders a stream reads at a time. */
const BATCH = 200;

/** All orders that fit a search, in batches, so that memory does not grow with them (admin). */
export async function* streamOrders(
  ctx: Ctx,
  actor: Actor,
  search: OrderSearch,
): AsyncGenerator<StaffOrderView[]> {
  requireAdmin(actor);
  const prepared = await prepareSearch(ctx.db, search);
  let after: SortedAfter | null = null;
  do {
    const rows = await selectFound(ctx.db, prepared, BATCH, after);
    yield rows.map(toStaffView);
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { value: last.sortValue, id: last.order.id } : null;
  } while (after);
}

/** The orders of a search are counted up to one more than this, or less. */
export const MAX_FOUND_ORDERS = MOST_FITTING;

/**
 * A page of the orders that fit a search, and their number up to a limit (admin). A cursor that
 * does not fit the search means the first page.
 */
export async function searchOrders(
  ctx: Ctx,
  actor: Actor,
  { limit, mostLines, after, ...search }: OrderSearch & OrderPageSize & { after: string | null },
): Promise<Page<OrderView> & OrderCount> {
  requireAdmin(actor);
  const { sort } = search;
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const most = MAX_FOUND_ORDERS + 1;
  const prepared = await prepareSearch(ctx.db, search, most);
  const [rows, count] = await Promise.all([
    selectFound(ctx.db, prepared, limit + 1, from),
    countOrders(ctx.db, prepared, { most }),
  ]);
  const page = toOrderPage(
    rows,
    { limit, ...(mostLines && { mostLines }) },
    ({ sortValue, order }) => [sort, sortValue, order.id],
  );
  const shown = { rows: rows.length, limit, isFirst: from === null };
  return { items: page.items.map(toStaffView), next: page.next, ...withPage(count, shown) };
}
