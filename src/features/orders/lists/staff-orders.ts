/** The console's table of orders, and what staff read about one. */
import { type Page, readSortedCursor, type SortedAfter, toPage } from '#shared/cursor.ts';
import type { Actor } from '../../actor.ts';
import { cityOf, countryName } from '../../addresses/addresses.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import type { StaffOrderView } from '../orders.schema.ts';
import { selectViewsOf } from '../orders.store.ts';
import { toStaffView } from '../view/order-view.ts';
import { countOrders, type OrderCount, withPage } from './count-orders.ts';
import { paymentStatusOf } from './payment-status.schema.ts';
import { MOST_FITTING } from './search-conditions.ts';
import {
  EVERY_ORDER,
  type OrderCountry,
  openWork,
  type StaffOrderFilter,
  type StaffOrderRow,
  type StaffOrderSort,
} from './staff-orders.schema.ts';
import {
  countEach,
  prepareFilter,
  selectCountries,
  selectForStaff,
  selectIdsForStaff,
  selectNumbers,
  selectTags,
  sortKeyOf,
} from './staff-orders.store.ts';

/** The numbers of these orders, by id (admin). */
export async function nameOrders(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<Map<string, string>> {
  requireAdmin(actor);
  const rows = await selectNumbers(ctx.db, [...new Set(ids)]);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/**
 * A page of the orders that fit, and their number, which stops at `counted` (admin). A cursor that
 * does not fit the sort means the first page.
 */
export async function listOrdersForStaff(
  ctx: Ctx,
  actor: Actor,
  {
    filter,
    sort,
    limit,
    after,
    counted,
    mostFitting = MOST_FITTING,
  }: {
    filter: StaffOrderFilter;
    sort: StaffOrderSort;
    limit: number;
    after: string | null;
    counted: number;
    mostFitting?: number;
  },
): Promise<Page<StaffOrderRow> & OrderCount> {
  requireAdmin(actor);
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const search = await prepareFilter(ctx.db, filter, { most: mostFitting, counted });
  const [rows, count] = await Promise.all([
    selectForStaff(ctx.db, { ...search, sort }, limit + 1, from),
    countOrders(ctx.db, search, { most: counted, mostFitting, isFirst: from === null }),
  ]);
  const page = toPage(rows, limit, ({ sortValue, id }) => [sort, sortValue, id]);
  const shown = { rows: rows.length, limit, isFirst: from === null };
  return { items: page.items.map(toStaffRow), next: page.next, ...withPage(count, shown) };
}

/** How many orders a stream reads at a time. */
const BATCH = 200;

/**
 * All orders that the console's table finds with a filter, newest first, in batches, so that memory
 * does not grow with them (admin).
 */
export async function* streamListedOrders(
  ctx: Ctx,
  actor: Actor,
  filter: StaffOrderFilter,
): AsyncGenerator<StaffOrderView[]> {
  requireAdmin(actor);
  const limits = { most: MOST_FITTING, counted: 0 };
  const search = { ...(await prepareFilter(ctx.db, filter, limits)), sort: 'newest' as const };
  let after: SortedAfter | null = null;
  do {
    const rows: { id: string; sortValue: string }[] = await selectIdsForStaff(
      ctx.db,
      search,
      BATCH,
      after,
    );
    const ids = rows.map(({ id }) => id);
    yield await viewOrders(ctx, actor, ids);
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { value: last.sortValue, id: last.id } : null;
  } while (after);
}

/**
 * How many orders are to be shipped, how many of these have no address, how many are on the way, have
 * an open return, have an exchange to send, and are unpaid (admin). Each count stops at `most`.
 */
export async function countOpenWork(
  ctx: Ctx,
  actor: Actor,
  most: number,
): Promise<Record<keyof typeof openWork, number>> {
  requireAdmin(actor);
  const whole = (filter: Partial<StaffOrderFilter>) => ({ ...EVERY_ORDER, ...filter });
  const toShip = whole(openWork.toShip);
  const withoutAddress = whole(openWork.withoutAddress);
  const onTheWay = whole(openWork.onTheWay);
  const openReturns = whole(openWork.openReturns);
  const exchanges = whole(openWork.exchanges);
  const unpaid = whole(openWork.unpaid);
  const filters = { toShip, withoutAddress, onTheWay, openReturns, exchanges, unpaid };
  return countEach(ctx.db, filters, most);
}

function toStaffRow({
  sortValue: _,
  status,
  refundedMinor,
  createdAt,
  address,
  ...row
}: Awaited<ReturnType<typeof selectForStaff>>[number]): StaffOrderRow {
  return {
    ...row,
    city: address ? cityOf(address) : row.city,
    country: address && countryName(address.country),
    createdAt: createdAt.toISOString(),
    paymentStatus: paymentStatusOf({
      status,
      payment: refundedMinor === null ? null : { amountMinor: row.totalMinor, refundedMinor },
    }),
  };
}

/** The countries of the delivery addresses of all orders, by name, and the chosen one (admin). */
export async function listOrderCountries(
  ctx: Ctx,
  actor: Actor,
  chosen: string | null,
): Promise<OrderCountry[]> {
  requireAdmin(actor);
  const codes = new Set(await selectCountries(ctx.db));
  if (chosen !== null) codes.add(chosen);
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The orders whose tags are offered, and the most tags of them. */
const OFFERED_TAGS = { newest: 1_000, limit: 100 };

/** Tags that the newest orders have, by name, to be offered where staff type one (admin). */
export async function listOrderTags(ctx: Ctx, actor: Actor): Promise<string[]> {
  requireAdmin(actor);
  const tags = await selectTags(ctx.db, OFFERED_TAGS);
  return tags.sort((a, b) => a.localeCompare(b, 'en'));
}

/** Several orders by their ids, in the order of the ids (admin); unknown ones are left out. */
export async function viewOrders(ctx: Ctx, actor: Actor, ids: string[]): Promise<StaffOrderView[]> {
  requireAdmin(actor);
  const rows = await selectViewsOf(ctx.db, ids);
  const byId = new Map(rows.map((row) => [row.order.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toStaffView(row)] : [];
  });
}
