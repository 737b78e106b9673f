import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { orders } from '../../order-tables/orders.table.ts';
import { viewColumns } from '../view/view-columns.ts';
import {
  type OrderSearch,
  type OrderSort,
  type OrderState,
  sortOrders,
} from './order-list.schema.ts';
import { findFitting, fitsText, type OrdersFound } from './search-conditions.ts';
import { refundedMinor } from './staff-orders.store.ts';

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

/** A search with which orders fit whatever its text, and the ids of those that fit it too. */
export type PreparedSearch = Pick<OrderSearch, 'sort'> & {
  listed: SQL | undefined;
  found: OrdersFound;
};

/** Orders that fit a search, after the given one. */
export function selectFound(
  db: Executor,
  search: PreparedSearch,
  limit: number,
  after: SortedAfter | null,
) {
  const key = sortKeyOf(search.sort);
  const { orderBy, rest, sortValue } = keyset(
    search.found.fitting ? ofFew(key) : key,
    orders.id,
    after,
  );
  return db
    .select({ ...viewColumns, sortValue })
    .from(orders)
    .where(and(fitsText(search.found, search.listed), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function prepareSearch(
  db: Executor,
  search: OrderSearch,
  counted = 0,
): Promise<PreparedSearch> {
  const listed = isListed(search);
  const found = await findFitting(db, search.text, listed, { counted });
  return { sort: search.sort, listed, found };
}

function isListed({ state, placedFrom, placedBefore }: Omit<OrderSearch, 'text'>): SQL | undefined {
  return and(
    states[state],
    placedFrom ? sql`${orders.createdAt} >= ${placedFrom}::timestamptz` : undefined,
    placedBefore ? sql`${orders.createdAt} < ${placedBefore}::timestamptz` : undefined,
  );
}

/** The newest orders that fit a text, the archive included. */
export async function selectNewestFitting(db: Executor, text: string, limit: number) {
  const search = await findFitting(db, text, undefined);
  const { orderBy } = keyset(search.fitting ? ofFew(newest) : newest, orders.id, null);
  return db
    .select({
      id: orders.id,
      number: orders.number,
      name: orders.name,
      email: orders.email,
      status: orders.status,
      totalMinor: orders.totalMinor,
      fulfillmentStatus: orders.fulfillmentStatus,
      archivedAt: orders.archivedAt,
      refundedMinor,
    })
    .from(orders)
    .where(fitsText(search, undefined))
    .orderBy(...orderBy)
    .limit(limit);
}

const newest = sortKeyOf('newest');
