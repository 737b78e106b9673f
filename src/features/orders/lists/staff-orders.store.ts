import { and, arrayContains, eq, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { sinceDay, untilDay } from '#db/days.ts';
import { expectedRows } from '#db/few-or-some.ts';
import { firstOfMany } from '#db/first-of-many.ts';
import { keyset, newestFirst, ofFew, type SortKey } from '#db/keyset.ts';
import { literals } from '#db/literals.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { exchanges, isReserved } from '../../order-tables/exchanges.table.ts';
import {
  orderAddresses,
  orderEvents,
  orderLines,
  orders,
} from '../../order-tables/orders.table.ts';
import { openReturnStatuses } from '../../order-tables/return-status.schema.ts';
import { returns } from '../../order-tables/returns.table.ts';
import { payments, refundedOfPayment } from '../../payments/payments.table.ts';
import { type AtOnce, PART_OF_LONG } from './count-orders.ts';
import { apart, areOfRefunds, hasPayment, type Others } from './payment-conditions.ts';
import { waysByProduct, waysByProductId } from './product-conditions.ts';
import {
  findByWays,
  fitsText,
  type OrdersFound,
  WHOLE_LIST,
  waysToMatch,
} from './search-conditions.ts';
import type { StaffOrderFilter, StaffOrderSort } from './staff-orders.schema.ts';
import { hasUnitsToPack, isToShip, toShipAtOnce } from './to-ship-conditions.ts';

const sortKeys: Record<StaffOrderSort, SortKey> = {
  newest: { by: orders.createdAt, type: 'timestamptz', down: true },
  oldest: { by: orders.createdAt, type: 'timestamptz', down: false },
};

export function sortKeyOf(sort: StaffOrderSort): SortKey {
  return sortKeys[sort];
}

/** How much of an order's capture was refunded. */
export const refundedMinor = sql<number | null>`(
  select ${refundedOfPayment}::bigint
  from ${payments} p where p.order_id = orders.id and p.status = 'captured'
)`.mapWith((sum) => (sum === null ? null : Number(sum)));

/**
 * Whether an order has units to pack and no address for them. Its country is that of the address, so
 * it has both or none.
 */
const missesAddress = sql`${orders.deliveryCountry} is null and not ${orders.isPickUp}
  and ${hasUnitsToPack}`;

const reservesUnits = sql`e.order_id = orders.id and ${isReserved('e')}`;

/**
 * Whether an exchange of a received return waits to be sent. A dearer one waits for its payment
 * first. `exchangeRefusal` refuses one whose items were refunded meanwhile; it stays here until staff
 * cancel it.
 */
const hasExchangeToSend = sql`exists (
  select from ${exchanges} e join ${returns} r on r.id = e.return_id
  where ${reservesUnits} and r.received_at is not null and r.closed_at is null
    and extra_kept_of(r.id) >= extra_due_of(r.id) offset 0
)`;

const columns = {
  id: orders.id,
  number: orders.number,
  name: orders.name,
  city: orders.city,
  /** Null for an order without a delivery address. */
  address: {
    city: orderAddresses.city,
    region: orderAddresses.region,
    country: orderAddresses.country,
  },
  createdAt: orders.createdAt,
  totalMinor: orders.totalMinor,
  status: orders.status,
  fulfillmentStatus: orders.fulfillmentStatus,
  returnStatus: orders.returnStatus,
  tags: orders.tags,
  /** Whether something is reserved in exchange for a return, and is to be sent. */
  awaitsExchange: sql<boolean>`exists (
    select from ${exchanges} e where ${reservesUnits}
  )`,
  refundedMinor,
  missingAddress: sql<boolean>`(${missesAddress})`,
  units: sql<number>`(select sum(l.quantity)::int from ${orderLines} l where l.order_id = orders.id)`,
  version: sql<number>`(select count(*)::int from ${orderEvents} e where e.order_id = orders.id)`,
};

/** Which orders fit a filter whatever its text and products, and the ids of those that fit these too. */
export interface PreparedFilter {
  listed: SQL | undefined;
  /**
   * `listed` in parts that share no order, each of which has an index for the order of the list.
   */
  parts: SQL[];
  found: OrdersFound;
  /** Whether few orders have its tag. */
  isTagRare: boolean;
  atOnce: AtOnce | null;
  isLong: boolean;
}

export async function prepareFilter(
  db: Executor,
  filter: StaffOrderFilter,
  limits: { most: number; counted: number },
): Promise<PreparedFilter> {
  const { text, product, productId } = filter;
  const ways = [
    productId === null ? null : waysByProductId(productId),
    product === null ? null : waysByProduct(product),
    text === null ? null : waysToMatch(text),
  ].filter((some) => some !== null);
  const parts = partsOf(filter, await othersThan(db, filter, limits.most));
  const all = or(...parts);
  const isTagRare = filter.tag !== null && (await expectTagged(db, filter.tag)) <= limits.most;
  const atOnce = ways.length > 0 || isTagRare ? null : findAtOnce(filter, all, limits.most);
  let prepared: PreparedFilter = {
    listed: all,
    parts,
    found: WHOLE_LIST,
    isTagRare,
    atOnce,
    isLong: false,
  };
  for (const [nr, each] of ways.entries()) {
    // Each looks among the orders that fit those before it.
    const listed = fitsText(prepared.found, prepared.listed);
    const isLast = nr === ways.length - 1;
    const counted = Math.ceil(limits.counted * partCounted(isLast, prepared.isLong));
    const found = await findByWays(db, each, listed, { most: limits.most, counted });
    const isLong = prepared.isLong || (!isLast && found.atLeast >= counted && counted > 0);
    prepared = {
      ...prepared,
      listed,
      parts: [fitsText(found, listed) ?? sql`true`],
      found,
      isLong,
    };
  }
  return prepared;
}

function partCounted(isLast: boolean, isLong: boolean): number {
  if (!isLast) return PART_OF_EARLIER;
  return isLong ? PART_OF_LONG : 1;
}

/**
 * Of what an earlier part of a filter finds, so few are counted, only to know whether it leaves a long
 * list.
 */
const PART_OF_EARLIER = 0.05;

/**
 * The part of `MOST_FITTING` that is read in the order of a list before all orders to ship are found
 * at once.
 */
const PART_IN_ORDER = 0.1;

/** How many orders are expected to have a tag, by the statistics of PostgreSQL. */
function expectTagged(db: Executor, tag: string): Promise<number> {
  return expectedRows(db, sql`select from ${orders} where ${arrayContains(orders.tags, [tag])}`);
}

/**
 * Frequent tags and orders to ship are found at once: a frequent tag may be of old orders alone, and
 * the oldest orders to ship are nearly all refunded in full. With another filter, its index finds few
 * orders to ship, so the list is read as others are.
 */
function findAtOnce(
  filter: StaffOrderFilter,
  listed: SQL | undefined,
  most: number,
): AtOnce | null {
  const { fulfillment, returns, payment, customer, country, tag, missingAddress } = filter;
  const inOrder = and(byArchive(filter), byDays(filter));
  if (tag && !customer) return { indexed: inOrder, all: listed };
  if (fulfillment !== 'to_ship' || returns !== 'any' || payment.length > 0) return null;
  if (customer || country || missingAddress) return null;
  const { indexed, all, late } = toShipAtOnce;
  const far = Math.floor(most * PART_IN_ORDER);
  return { far, indexed: and(indexed, inOrder), all: and(all, inOrder), late };
}

/** The orders that fit, after the given one. */
export function selectForStaff(
  db: Executor,
  search: PreparedFilter & { sort: StaffOrderSort },
  limit: number,
  after: SortedAfter | null,
) {
  const { ids, orderBy, sortValue } = pageOf(search, limit, after);
  // Only the orders of the page are read whole: a filter may find many before they are sorted.
  return db
    .select({ ...columns, sortValue })
    .from(orders)
    .leftJoin(
      orderAddresses,
      and(eq(orderAddresses.orderId, orders.id), eq(orderAddresses.kind, 'delivery')),
    )
    .where(sql`${orders.id} = any(array(${ids}))`)
    .orderBy(...orderBy);
}

/** The ids of the orders that fit, after the given one. */
export function selectIdsForStaff(
  db: Executor,
  search: PreparedFilter & { sort: StaffOrderSort },
  limit: number,
  after: SortedAfter | null,
) {
  const { ids, orderBy, sortValue } = pageOf(search, limit, after);
  return db
    .select({ id: orders.id, sortValue })
    .from(orders)
    .where(sql`${orders.id} = any(array(${ids}))`)
    .orderBy(...orderBy);
}

/** The ids of a page: the first of the first orders of each part. */
function pageOf(
  { found, listed, parts, isTagRare, atOnce, sort }: PreparedFilter & { sort: StaffOrderSort },
  limit: number,
  after: SortedAfter | null,
) {
  const key = sortKeyOf(sort);
  const areFew = found.fitting !== null || isTagRare;
  const { orderBy, rest, sortValue } = keyset(areFew ? ofFew(key) : key, orders.id, after);
  const order = sql.join(orderBy, sql`, `);
  if (atOnce) {
    const first = firstOfMany({
      ...{ table: orders, id: orders.id, by: key.by, limit, rest, far: atOnce.far },
      orderOf: (by) => keyset({ ...key, by }, orders.id, null).orderBy,
      indexed: atOnce.indexed,
      fits: listed,
      found: [{ where: atOnce.all, late: atOnce.late }],
    });
    const ids = sql`select id from ${orders} where ${orders.id} = any(${first}) order by ${order} limit ${limit}`;
    return { ids, orderBy, sortValue };
  }
  const firsts = parts.map(
    (part) => sql`(
      select id, created_at from ${orders} where ${and(part, rest)} order by ${order} limit ${limit}
    )`,
  );
  const ids = sql`select id from (${sql.join(firsts, sql` union all `)}) orders
    order by ${order} limit ${limit}`;
  return { ids, orderBy, sortValue };
}

/** How many fit each of these filters, in one statement; each count stops at `most`. */
export async function countEach<Name extends string>(
  db: Executor,
  filters: Record<Name, StaffOrderFilter>,
  most: number,
): Promise<Record<Name, number>> {
  const counts = Object.entries<StaffOrderFilter>(filters).map(([name, filter]) => {
    const few = sql`select from ${orders} where ${or(...partsOf(filter, isByPaymentAlone(filter) ? 'none' : 'some'))} limit ${most}`;
    return [name, sql<number>`(select count(*)::int from (${few}) few)`] as const;
  });
  const [row] = await db.select(Object.fromEntries(counts)).from(sql`(select) one`);
  if (!row) throw new Error('A query without tables returned no row.');
  return row as Record<Name, number>;
}

function byFulfillment(fulfillment: StaffOrderFilter['fulfillment']): SQL | undefined {
  if (fulfillment === 'any') return undefined;
  if (fulfillment === 'to_ship') return isToShip;
  return sql`${orders.status} <> 'cancelled' and ${eq(orders.fulfillmentStatus, fulfillment)}`;
}

// This repeats the condition of the partial index, so that PostgreSQL can use it.
function byReturn(returns: StaffOrderFilter['returns']): SQL | undefined {
  if (returns === 'any') return undefined;
  return sql`${orders.returnStatus} <> 'none' and ${hasReturn(returns)}`;
}

function hasReturn(returns: Exclude<StaffOrderFilter['returns'], 'any'>): SQL {
  const isOpen = sql`${orders.returnStatus} in (${literals(openReturnStatuses)})`;
  if (returns === 'open') return isOpen;
  if (returns !== 'to_send') return eq(orders.returnStatus, returns);
  return sql`${isOpen} and ${orders.heldAt} is null and ${hasExchangeToSend}`;
}

// This repeats the condition of the index of the archive, so that PostgreSQL can use it.
function byArchive({ deleted, payment }: StaffOrderFilter): SQL | undefined {
  if (deleted) return sql`${orders.archivedAt} is not null`;
  // Deleting an unpaid order moves it to the archive.
  return payment.includes('voided') ? undefined : sql`${orders.archivedAt} is null`;
}

/** What the list is limited to besides its payment statuses. */
async function othersThan(db: Executor, filter: StaffOrderFilter, most: number): Promise<Others> {
  if (isByPaymentAlone(filter)) return 'none';
  if (!areOfRefunds(filter.payment)) return 'some';
  const others = isListed({ ...filter, payment: [] }, 'some');
  const expected = await expectedRows(db, sql`select from ${orders} where ${others}`);
  return expected <= most ? 'few' : 'some';
}

/** Whether no other filter than days limits the list besides its payment statuses. */
function isByPaymentAlone(filter: StaffOrderFilter): boolean {
  const { fulfillment, returns, customer, country, tag, missingAddress, deleted } = filter;
  const { text, product, productId } = filter;
  const others = [customer, country, tag, missingAddress, deleted, text, product, productId];
  return fulfillment === 'any' && returns === 'any' && !others.some(Boolean);
}

/** Whether an order fits a filter, whatever its text: one condition for each group of payment statuses. */
function partsOf(filter: StaffOrderFilter, others: Others): SQL[] {
  const groups = filter.payment.length === 0 ? [[]] : apart(filter.payment);
  return groups.map((payment) => isListed({ ...filter, payment }, others) ?? sql`true`);
}

/** Whether an order fits a filter with payment statuses of one group, whatever its text. */
function isListed(filter: StaffOrderFilter, others: Others): SQL | undefined {
  const { customer, payment, fulfillment, returns, country, tag, missingAddress } = filter;
  return and(
    byArchive(filter),
    customer ? eq(orders.userId, customer) : undefined,
    hasPayment(payment, others),
    byFulfillment(fulfillment),
    byReturn(returns),
    country ? eq(orders.deliveryCountry, country) : undefined,
    tag ? hasTag(tag) : undefined,
    missingAddress ? missesAddress : undefined,
    byDays(filter),
  );
}

// This repeats the condition of the partial index, so that PostgreSQL can use it.
const hasTag = (tag: string) =>
  sql`${orders.tags} <> '{}' and ${arrayContains(orders.tags, [tag])}`;

function byDays({ from, to }: StaffOrderFilter): SQL | undefined {
  return and(
    from ? sinceDay(orders.createdAt, from) : undefined,
    to ? untilDay(orders.createdAt, to) : undefined,
  );
}

/**
 * The countries that orders go to, by their codes. Reads one entry of the index for each, and not
 * all orders.
 */
export async function selectCountries(db: Executor): Promise<string[]> {
  const next = (rest: SQL) => sql`(
    select o.delivery_country as code from ${orders} o
    where o.delivery_country is not null ${rest} order by 1 limit 1
  )`;
  const { rows } = await db.execute<{ code: string }>(sql`
    with recursive known as (
      ${next(sql``)}
      union all
      select following.code from known
      cross join lateral ${next(sql`and o.delivery_country > known.code`)} following
    ) select code from known`);
  return rows.map(({ code }) => code);
}

/**
 * The tags of the newest orders, the most frequent first. Reads at most `newest` entries of an index,
 * however few orders have tags.
 */
export async function selectTags(
  db: Executor,
  { newest, limit }: { newest: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from (
      select o.tags from ${orders} o
      order by ${sql.join(newestFirst(sql`o.created_at`, sql`o.id`), sql`, `)} limit ${newest}
    ) recent cross join lateral unnest(recent.tags) tag
    group by tag order by count(*) desc, tag limit ${limit}`);
  return rows.map(({ tag }) => tag);
}

/** The numbers of these orders. */
export function selectNumbers(
  db: Executor,
  ids: string[],
): Promise<{ id: string; number: string }[]> {
  return db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(anyOf(orders.id, ids));
}
