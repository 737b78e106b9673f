import { and, eq, isNull } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import {
  fulfillmentLines,
  fulfillments,
  orderCancellations,
  takenBackParcels,
} from '../order-tables/fulfillments.table.ts';
import { orders } from '../order-tables/orders.table.ts';

export type NewFulfillment = typeof fulfillments.$inferInsert;

export async function selectByKey(db: Executor, orderId: string, key: string) {
  const [row] = await db
    .select({ id: fulfillments.id })
    .from(fulfillments)
    .where(and(eq(fulfillments.orderId, orderId), eq(fulfillments.key, key)));
  return row;
}

/** Whether a parcel that was sent with this key was taken back. */
export async function hasTakenBack(db: Executor, orderId: string, key: string): Promise<boolean> {
  const { orderId: ofOrder, key: ofKey } = takenBackParcels;
  const which = and(eq(ofOrder, orderId), eq(ofKey, key));
  const found = await db.select({ key: ofKey }).from(takenBackParcels).where(which);
  return found.length > 0;
}

/** The order of a parcel, also of one that was taken back. */
export async function selectOrderOf(db: Executor, id: string) {
  const there = db
    .select({ orderId: fulfillments.orderId })
    .from(fulfillments)
    .where(eq(fulfillments.id, id));
  const takenBack = db
    .select({ orderId: takenBackParcels.orderId })
    .from(takenBackParcels)
    .where(eq(takenBackParcels.fulfillmentId, id));
  const [row] = await unionAll(there, takenBack);
  return row;
}

/** Writes a parcel with its lines. The database refuses more than is still to be shipped. */
export async function insertFulfillment(
  db: Executor,
  parcel: NewFulfillment,
  lines: { position: number; quantity: number }[],
): Promise<void> {
  const { id: fulfillmentId, orderId } = parcel;
  await insertParcel(db, parcel);
  await db
    .insert(fulfillmentLines)
    .values(lines.map((line) => ({ ...line, fulfillmentId, orderId })));
}

/** Writes a parcel alone. The database refuses one that has nothing in it at the commit. */
export async function insertParcel(db: Executor, parcel: NewFulfillment): Promise<void> {
  await db.insert(fulfillments).values(parcel);
}

/**
 * Removes a parcel with its lines, and leaves its key. The database refuses one that is delivered,
 * has an exchange, or has units that came back.
 */
export async function deleteFulfillment(db: Executor, id: string): Promise<void> {
  await db.delete(fulfillments).where(eq(fulfillments.id, id));
}

/** Writes a cancellation. The database refuses more than is still to be shipped. */
export async function insertCancellations(
  db: Executor,
  cancellation: Omit<typeof orderCancellations.$inferInsert, 'position' | 'quantity'>,
  lines: { position: number; quantity: number }[],
): Promise<void> {
  await db.insert(orderCancellations).values(lines.map((line) => ({ ...cancellation, ...line })));
}

export async function updateDelivered(db: Executor, id: string, at: Date): Promise<void> {
  await db
    .update(fulfillments)
    .set({ deliveredAt: at })
    .where(and(eq(fulfillments.id, id), isNull(fulfillments.deliveredAt)));
}

export async function updateTracking(
  db: Executor,
  id: string,
  tracking: Pick<NewFulfillment, 'carrier' | 'trackingNumber' | 'trackingUrl'>,
): Promise<void> {
  await db.update(fulfillments).set(tracking).where(eq(fulfillments.id, id));
}

export async function updateHold(db: Executor, orderId: string, at: Date | null): Promise<void> {
  await db.update(orders).set({ heldAt: at }).where(eq(orders.id, orderId));
}
