import { and, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, newestFirst, type SortKey } from '#db/keyset.ts';
import { containing } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/pagination.ts';
import { orders } from '../order-tables/orders.table.ts';
import {
  type OrderSearch,
  type OrderSort,
  type OrderState,
  sortOrders,
} from './order-list.schema.ts';
import { type OrderStart, startsWith } from './order-start.store.ts';
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
  open: and(isNull(orders.archivedAt), eq(orders.status, 'pending')),
  cancelled: and(isNull(orders.archivedAt), eq(orders.status, 'cancelled')),
  deleted: isNotNull(orders.archivedAt),
};

/** Orders that fit a search, after the given one. */
export function selectFound(
  db: Executor,
  search: OrderSearch,
  limit: number,
  after: SortedAfter | null,
) {
  const { orderBy, rest, sortValue } = keyset(sortKeyOf(search.sort), orders.id, after);
  return db
    .select({ ...viewColumns, sortValue })
    .from(orders)
    .where(and(finds(search), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

/** How many orders fit a search; stops at `most`. */
export async function countFoundUpTo(
  db: Executor,
  search: OrderSearch,
  most: number,
): Promise<number> {
  const some = db.select({ id: orders.id }).from(orders).where(finds(search)).limit(most);
  return db.$count(some.as('some'));
}

function finds({ text, state, placedFrom, placedBefore }: OrderSearch): SQL | undefined {
  const listed = and(
    states[state],
    placedFrom ? sql`${orders.createdAt} >= ${placedFrom}::timestamptz` : undefined,
    placedBefore ? sql`${orders.createdAt} < ${placedBefore}::timestamptz` : undefined,
  );
  if (text === null) return listed;
  const pattern = containing(text);
  // People type a number with or without its hyphen.
  const bare = text.replace(/[\s-]/g, '');
  return and(
    listed,
    or(
      ilike(orders.name, pattern),
      ilike(orders.email, pattern),
      bare ? sql`replace(${orders.number}, '-', '') ilike ${containing(bare)}` : undefined,
    ),
  );
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
