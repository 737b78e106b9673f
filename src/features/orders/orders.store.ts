import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { keyset, newestFirst, ofFew, type SortKey } from '#db/keyset.ts';
import { fulfillments } from '../order-tables/fulfillments.table.ts';
import { orderAddresses, orderEvents, orders } from '../order-tables/orders.table.ts';
import { returnPhotos } from '../order-tables/return-photos.table.ts';
import { returns } from '../order-tables/returns.table.ts';
import { payments } from '../payments/payments.table.ts';
import { findFitting, fitsText } from './lists/search-conditions.ts';
import { hasUnitsToPack } from './lists/to-ship-conditions.ts';
import { deleteCommentsOf } from './timeline/comments.store.ts';
import { viewColumns } from './view/view-columns.ts';

export type OrderRow = typeof orders.$inferSelect;

function selectViews(
  db: Executor,
  where: SQL | undefined,
  limit: number,
  orderBy = newestFirst(orders.createdAt, orders.id),
) {
  return db
    .select(viewColumns)
    .from(orders)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

export type Cursor = { createdAt: string; id: string } | null;

const afterCursor = (after: Cursor) =>
  after
    ? sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt}::timestamptz, ${after.id})`
    : undefined;

/** An account's orders that it did not delete, newest first. */
export function selectOwn(db: Executor, userId: string, limit: number, after: Cursor) {
  const own = and(eq(orders.userId, userId), isNull(orders.archivedByOwnerAt));
  return selectViews(db, and(own, afterCursor(after)), limit);
}

const newest: SortKey = { by: orders.createdAt, type: 'timestamptz', down: true };

/** All orders that are not archived, newest first; of one email, and that fit a text, if given. */
export async function selectAll(
  db: Executor,
  { email, text }: { email: string | null; text: string | null },
  limit: number,
  after: Cursor,
) {
  const listed = and(isNull(orders.archivedAt), email ? eq(orders.email, email) : undefined);
  const search = await findFitting(db, text, listed);
  const { orderBy } = keyset(search.fitting ? ofFew(newest) : newest, orders.id, null);
  return selectViews(db, and(fitsText(search, listed), afterCursor(after)), limit, orderBy);
}

const oneView = compiled((db) => selectViews(db, eq(orders.id, sql.placeholder('id')), 1));

export async function selectView(db: Executor, id: string) {
  const [row] = await oneView(db).execute({ id });
  return row;
}

/** Several orders, at most a page of a list. */
export function selectViewsOf(db: Executor, ids: string[]) {
  return selectViews(db, anyOf(orders.id, ids), ids.length);
}

export async function lockOrder(db: Executor, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('no key update');
  return row;
}

export async function selectOrder(db: Executor, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row;
}

const orderUnderKey = compiled((db) =>
  db
    .select({ id: orders.id, fingerprint: orders.fingerprint })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.idempotencyKey, sql.placeholder('key')),
      ),
    ),
);

export async function selectByKey(db: Executor, userId: string, key: string) {
  const [row] = await orderUnderKey(db).execute({ userId, key });
  return row;
}

export async function selectByCart(db: Executor, userId: string | null, cartId: string) {
  const own = userId === null ? eq(orders.isGuest, true) : eq(orders.userId, userId);
  const [row] = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(own, eq(orders.cartId, cartId)));
  return row;
}

/** The account's newest order since then with this fingerprint, neither deleted nor cancelled. */
export async function selectByFingerprint(
  db: Executor,
  userId: string,
  fingerprint: string,
  since: Date,
) {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.fingerprint, fingerprint),
        gte(orders.createdAt, since),
        isNull(orders.archivedByOwnerAt),
        ne(orders.status, 'cancelled'),
        ne(orders.fulfillmentStatus, 'cancelled'),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row;
}

/**
 * An account's newest order since then that was made of its stored cart and is unpaid, if a card
 * payment was begun for it.
 */
export async function selectBeingPaid(
  db: Executor,
  userId: string,
  totalMinor: number,
  since: Date,
) {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, 'pending'),
        eq(orders.totalMinor, totalMinor),
        isNotNull(orders.cartId),
        gte(orders.createdAt, since),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row;
}

export async function updateOrder(
  db: Executor,
  id: string,
  change: Partial<typeof orders.$inferInsert>,
): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, id));
}

export async function insertEvent(
  db: Executor,
  event: typeof orderEvents.$inferInsert,
): Promise<void> {
  await db.insert(orderEvents).values(event);
}

/** The last time that this account deleted an order, or undid its deletion. */
export async function selectLastDeletion(
  db: Executor,
  orderId: string,
  actor: string,
  events: ('cancel' | 'deleted' | 'restored')[] = ['cancel', 'deleted', 'restored'],
) {
  const [row] = await db
    .select({ event: orderEvents.event, detail: orderEvents.detail, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.actor, actor),
        inArray(orderEvents.event, events),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return row;
}

/** The order that replaces a cancelled one. */
export async function selectReplacement(db: Executor, id: string) {
  const [row] = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.replacesId, id));
  return row;
}

/**
 * Pending orders that were due before then. The order is random, so that orders for which the
 * provider fails don't block the others. With `withoutPayment`, only orders without a request for
 * an intent.
 */
export function selectOverdue(
  db: Executor,
  now: Date,
  { limit, withoutPayment = false }: { limit: number; withoutPayment?: boolean },
) {
  const due = and(eq(orders.status, 'pending'), lt(orders.paymentDueAt, now));
  const none = sql`not exists (select from ${payments} p where p.order_id = ${orders.id}
    and p.status = 'created' and p.intent_id is not null)`;
  return db
    .select()
    .from(orders)
    .where(withoutPayment ? and(due, none) : due)
    .orderBy(sql`random()`)
    .limit(limit);
}

/** The next orders that an account ever placed, newest first. */
export function selectEveryOf(db: Executor, userId: string, limit: number, after: Cursor) {
  return selectViews(db, and(eq(orders.userId, userId), afterCursor(after)), limit);
}

export function selectPendingOf(db: Executor, userId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending')));
}

/** The paid orders of an account that have units to be sent, newest first. */
export function selectUnsentOf(
  db: Executor,
  userId: string,
  limit: number,
): Promise<{ id: string; number: string }[]> {
  return db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'paid'), hasUnitsToPack))
    .orderBy(...newestFirst(orders.createdAt, orders.id))
    .limit(limit);
}

/** Whether an order of the account was paid after that time. */
export async function hasPaidSince(db: Executor, userId: string, since: Date): Promise<boolean> {
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), gt(orders.paidAt, since)))
    .limit(1);
  return paid !== undefined;
}

/** Locks the orders by their ids, as others do who lock several. */
export async function updateEmailOfOrders(
  db: Executor,
  userId: string,
  email: string,
): Promise<void> {
  const own = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(orders.id)
    .for('no key update');
  await db.update(orders).set({ email }).where(inArray(orders.id, own));
}

export interface ForgottenOrders {
  count: number;
  cartIds: string[];
}

/**
 * Replaces the customer's data in an account's orders. Removes their addresses, the tracking
 * numbers of their parcels, the notes and photos of their returns, and what staff wrote about them:
 * comments and tags. Returns how many orders changed, and the carts that they were placed from.
 */
export async function anonymiseOrders(
  db: Executor,
  userId: string,
  change: Pick<
    Partial<typeof orders.$inferInsert>,
    'name' | 'email' | 'city' | 'zip' | 'idempotencyKey'
  >,
): Promise<ForgottenOrders> {
  const changed = await db
    .update(orders)
    .set({ ...change, tags: [] })
    .where(eq(orders.userId, userId))
    .returning({ id: orders.id, cartId: orders.cartId });
  const ids = changed.map(({ id }) => id);
  await db.delete(orderAddresses).where(anyOf(orderAddresses.orderId, ids));
  await db
    .update(fulfillments)
    .set({ trackingNumber: null, trackingUrl: null })
    .where(anyOf(fulfillments.orderId, ids));
  const sentBack = await db
    .update(returns)
    .set({ note: null })
    .where(anyOf(returns.orderId, ids))
    .returning({ id: returns.id });
  await forgetReferences(db, anyOf(payments.orderId, ids));
  // The index of captures by return: what came outside of the shop is captured.
  const isExtra = anyOf(
    payments.returnId,
    sentBack.map(({ id }) => id),
  );
  await forgetReferences(db, sql`${isExtra} and ${payments.status} = 'captured'`);
  await db.delete(returnPhotos).where(anyOf(returnPhotos.orderId, ids));
  await deleteCommentsOf(db, ids);
  return { count: ids.length, cartIds: changed.flatMap(({ cartId }) => cartId ?? []) };
}

async function forgetReferences(db: Executor, which: SQL): Promise<void> {
  await db
    .update(payments)
    .set({ reference: null })
    .where(and(which, isNotNull(payments.reference)));
}
