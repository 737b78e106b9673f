import { type Page, readSortedCursor, type SortedAfter } from '#shared/pagination.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { OrderSearch } from './order-list.schema.ts';
import { type OrderPageSize, toOrderPage } from './order-page.ts';
import { countFoundUpTo, selectFound, sortKeyOf } from './order-search.store.ts';
import { toStaffView } from './order-view.ts';
import type { OrderView, StaffOrderView } from './orders.schema.ts';

/** How many orders a stream reads at a time. */
const BATCH = 200;

/** All orders that fit a search, in batches, so that memory does not grow with them (admin). */
export async function* streamOrders(
  ctx: Ctx,
  actor: Actor,
  search: OrderSearch,
): AsyncGenerator<StaffOrderView[]> {
  requireAdmin(actor);
  let after: SortedAfter | null = null;
  do {
    const rows = await selectFound(ctx.db, search, BATCH, after);
    yield rows.map(toStaffView);
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { value: last.sortValue, id: last.order.id } : null;
  } while (after);
}

/** The orders of a search are counted up to one more than this. */
export const MAX_FOUND_ORDERS = 5_000;

/**
 * A page of the orders that fit a search, and their number up to a limit (admin). A cursor that
 * does not fit the search means the first page.
 */
export async function searchOrders(
  ctx: Ctx,
  actor: Actor,
  { limit, mostLines, after, ...search }: OrderSearch & OrderPageSize & { after: string | null },
): Promise<Page<OrderView> & { count: number }> {
  requireAdmin(actor);
  const { sort } = search;
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const [rows, count] = await Promise.all([
    selectFound(ctx.db, search, limit + 1, from),
    countFoundUpTo(ctx.db, search, MAX_FOUND_ORDERS + 1),
  ]);
  const page = toOrderPage(
    rows,
    { limit, ...(mostLines && { mostLines }) },
    ({ sortValue, order }) => [sort, sortValue, order.id],
  );
  return { items: page.items.map(toStaffView), next: page.next, count };
}
