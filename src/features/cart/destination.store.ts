import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { Destination } from './cart.schema.ts';
import { carts, savedDestinations } from './cart.table.ts';

export async function updateDestination(
  db: Executor,
  cartId: string,
  to: Destination,
): Promise<void> {
  await db
    .update(carts)
    .set({ ...to, updatedAt: sql`now()` })
    .where(eq(carts.id, cartId));
}

/** The same for a cart without a destination. */
export async function setMissingDestination(
  db: Executor,
  cartId: string,
  to: Destination,
): Promise<void> {
  await db
    .update(carts)
    .set({ ...to, updatedAt: sql`now()` })
    .where(and(eq(carts.id, cartId), isNull(carts.city)));
}

/** The destination of the account's last shipping estimate. */
export async function selectSavedDestination(
  db: Executor,
  userId: string,
): Promise<Destination | undefined> {
  const [row] = await db
    .select({ city: savedDestinations.city, zip: savedDestinations.zip })
    .from(savedDestinations)
    .where(eq(savedDestinations.userId, userId));
  return row;
}

export async function deleteSavedDestination(db: Executor, userId: string): Promise<void> {
  await db.delete(savedDestinations).where(eq(savedDestinations.userId, userId));
}

export async function upsertSavedDestination(
  db: Executor,
  userId: string,
  to: Destination,
  now: Date,
): Promise<void> {
  const saved = { ...to, updatedAt: now };
  await db
    .insert(savedDestinations)
    .values({ userId, ...saved })
    .onConflictDoUpdate({ target: savedDestinations.userId, set: saved });
}
