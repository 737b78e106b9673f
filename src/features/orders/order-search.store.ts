import { and, eq, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { hasWords } from '#db/has-words.ts';
import { keyset, newestFirst, ofFew, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { orders } from '../order-tables/orders.table.ts';
import {
  type OrderSearch,
  type OrderSort,
  type OrderState,
  sortOrders,
} from './order-list.schema.ts';
import { type OrderStart, readOrderStart, startsWith } from './order-start.store.ts';
import { viewColumns } from './view-columns.ts';

const sortedBy = {
  createdAt: { by: orders.createdAt, type: 'timestamptz' },
  total: { by: orders.totalMinor, type: 'bigint' },
} satisfies Record<(typeof sortOrders)[OrderSort]['by'], Omit<SortKey, 'down'>>;

export function sortKeyOf(sort: OrderSort): SortKey {
  const { by, down } = sortOrders[sort];
  return { ...sortedBy[by], down };
}

const states: Record<OrderState, SQL | undefined> = {
  all: isNull(orders.archivedAt),
  paid: and(isNull(orders.archivedAt), eq(orders.status, 'paid')),
  // A literal status, so that PostgreSQL uses the partial index.
  open: and(isNull(orders.archivedAt), sql`${orders.status} = 'pending'`),
  cancelled: and(isNull(orders.archivedAt), eq(orders.status, 'cancelled')),
  deleted: isNotNull(orders.archivedAt),
};

/** A search with the ids of the orders that fit it; null when they are too many, or without a text. */
export interface PreparedSearch extends OrderSearch {
  fitting: string[] | null;
}

/** Orders that fit a search, after the given one. */
export function selectFound(
  db: Executor,
  search: PreparedSearch,
  limit: number,
  after: SortedAfter | null,
) {
  const key = sortKeyOf(search.sort);
  const { orderBy, rest, sortValue } = keyset(search.fitting ? ofFew(key) : key, orders.id, after);
  return db
    .select({ ...viewColumns, sortValue })
    .from(orders)
    .where(and(finds(search), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

/**
 * The ids of the orders that fit a search for a text; null when there are more than `most`. Each way
 * to match uses its own index.
 */
export async function selectFitting(
  db: Executor,
  { text, ...search }: OrderSearch & { text: string },
  most: number,
): Promise<string[] | null> {
  const found = waysToMatch(text).map(
    (matches) => sql`(
      select id from ${orders} where ${and(isListed(search), matches)} limit ${most + 1}
    )`,
  );
  const { rows } = await db.execute<{ id: string }>(sql.join(found, sql` union `));
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** How many orders fit a search; stops at `most`. */
export async function countFoundUpTo(
  db: Executor,
  search: PreparedSearch,
  most: number,
): Promise<number> {
  const some = db.select({ id: orders.id }).from(orders).where(finds(search)).limit(most);
  return db.$count(some.as('some'));
}

function isListed({ state, placedFrom, placedBefore }: Omit<OrderSearch, 'text'>): SQL | undefined {
  return and(
    states[state],
    placedFrom ? sql`${orders.createdAt} >= ${placedFrom}::timestamptz` : undefined,
    placedBefore ? sql`${orders.createdAt} < ${placedBefore}::timestamptz` : undefined,
  );
}

// When many orders fit, the order of the list finds the first of them quickly.
function finds({ text, fitting, ...search }: PreparedSearch): SQL | undefined {
  if (fitting) return anyOf(orders.id, fitting);
  return and(isListed(search), text === null ? undefined : or(...waysToMatch(text)));
}

function waysToMatch(text: string): SQL[] {
  const { number, email } = readOrderStart(text);
  return [
    hasWords(orders.name, text),
    like(orders.email, startingWith(email)),
    ...(number === null ? [] : [like(orders.number, startingWith(number))]),
  ];
}

/** The newest orders whose number, or whose email, begins with the text. */
export function selectStarting(db: Executor, start: OrderStart, limit: number) {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      email: orders.email,
      status: orders.status,
      totalMinor: orders.totalMinor,
    })
    .from(orders)
    .where(startsWith(start))
    .orderBy(...newestFirst(orders.createdAt, orders.id))
    .limit(limit);
}
