/**
 * Owns what staff see of customers: accounts that are not those of staff, with the sums of their
 * orders, their cart and their addresses. Promises: only admins see it; nothing here changes
 * anything; a page reads a limited number of orders, however many there are. A guest has no account
 * and is in no list of customers: a search finds the emails that only guests ordered with.
 */
import { type Page, readCursor, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { listAddressesOf } from '../addresses/addresses.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import {
  type CustomerRow,
  type CustomerSort,
  type CustomerView,
  MOST_SUMMED,
} from './customers.schema.ts';
import {
  countCustomersUpTo,
  countFittingUpTo,
  selectCustomer,
  selectCustomers,
  selectFitting,
  selectFound,
  selectGuestEmails,
} from './customers.store.ts';
import type { CustomerSearch } from './search-conditions.ts';

export { fitsSearch, waysToFit } from './search-conditions.ts';

/** Up to so many customers that fit a text are sorted; of more, the order of the list is read. */
const MOST_FITTING = 2_000;

/**
 * Finds the customers whose email begins with a text, or whose name has words that begin with its
 * words, unless there are more than `most`. Without a text all customers fit.
 */
async function prepareSearch(
  ctx: Ctx,
  text: string | null,
  most = MOST_FITTING,
): Promise<CustomerSearch> {
  return { text, fitting: text === null ? null : await selectFitting(ctx.db, text, most) };
}

/**
 * A page of the customers who fit a text, and their number, which stops at `counted` (admin). A
 * cursor that does not fit the sort means the first page.
 */
export async function listCustomers(
  ctx: Ctx,
  actor: Actor,
  {
    text,
    sort,
    limit,
    after,
    counted,
    mostFitting = MOST_FITTING,
    far,
  }: {
    text: string | null;
    sort: CustomerSort;
    limit: number;
    after: string | null;
    counted: number;
    mostFitting?: number;
    far?: number;
  },
): Promise<Page<CustomerRow> & { count: number }> {
  requireAdmin(actor);
  const search = { sort, ...(await prepareSearch(ctx, text, mostFitting)) };
  const from = readAfter(after, sort);
  const window = { limit: limit + 1, after: from, mostOrders: MOST_SUMMED, far };
  const [rows, count] = await Promise.all([
    selectCustomers(ctx.db, search, window),
    countFound(ctx, search, counted),
  ]);
  const page = toPage(rows, limit, ({ sortValue }) => [sort, sortValue]);
  return { items: page.items.map(toRow), next: page.next, count };
}

/** How many customers a stream reads at a time. */
const BATCH = 500;

/**
 * All customers that fit a text, newest first, with the sums of all of their orders, in batches
 * (admin).
 */
export async function* streamCustomers(
  ctx: Ctx,
  actor: Actor,
  text: string | null,
): AsyncGenerator<CustomerRow[]> {
  requireAdmin(actor);
  const search = { sort: 'newest' as const, ...(await prepareSearch(ctx, text)) };
  let after: string | null = null;
  do {
    const window: Parameters<typeof selectCustomers>[2] = { limit: BATCH, after, mostOrders: null };
    const rows = await selectCustomers(ctx.db, search, window);
    yield rows.map(toRow);
    after = rows.length === BATCH ? (rows.at(-1)?.sortValue ?? null) : null;
  } while (after !== null);
}

/** The first customers by name that fit a text, by the rules of `listCustomers` (admin). */
export function findCustomers(
  ctx: Ctx,
  actor: Actor,
  text: string,
  limit: number,
): Promise<{ id: string; name: string; email: string }[]> {
  requireAdmin(actor);
  return selectFound(ctx.db, text, limit);
}

/**
 * The first emails by letters that begin with a text, and that only guests ordered with (admin). Their
 * orders are found by them.
 */
export function findGuestEmails(
  ctx: Ctx,
  actor: Actor,
  text: string,
  limit: number,
): Promise<string[]> {
  requireAdmin(actor);
  return selectGuestEmails(ctx.db, text, limit);
}

/** What staff see of an account, also of one of staff (admin); 404 without such an account. */
export async function getCustomer(ctx: Ctx, actor: Actor, id: string): Promise<CustomerView> {
  requireAdmin(actor);
  const [row, addresses] = await Promise.all([
    selectCustomer(ctx.db, id),
    listAddressesOf(ctx, actor, id),
  ]);
  if (!row) throw new AppError('not_found', 'There is no such customer.');
  const { role, unpaidOrders, deletedOrders, openReturns, cart } = row;
  const isStaff = role === 'admin';
  const counts = { unpaidOrders, deletedOrders, openReturns };
  return { ...toRow(row), ...counts, isStaff, cart, addresses };
}

function countFound(ctx: Ctx, { text, fitting }: CustomerSearch, most: number) {
  if (text === null) return countCustomersUpTo(ctx.db, most);
  return fitting ? Math.min(fitting.length, most) : countFittingUpTo(ctx.db, text, most);
}

function readAfter(cursor: string | null, sort: CustomerSort): string | null {
  const [name, value = ''] = (cursor && readCursor(cursor, 2)) || [];
  return name === sort && value !== '' && !value.includes('\0') ? value : null;
}

type StoredRow = Omit<Awaited<ReturnType<typeof selectCustomers>>[number], 'sortValue'>;

function toRow(row: StoredRow): CustomerRow {
  const { id, name, email, emailVerified, createdAt, lastOrderAt, orders, spentMinor, hasMore } =
    row;
  return {
    ...{ id, name, email, emailVerified, orders, spentMinor, hasMore },
    joinedAt: createdAt.toISOString(),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}
