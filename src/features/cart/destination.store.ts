import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import type { Address } from '../addresses/addresses.schema.ts';
import { addresses } from '../addresses/addresses.table.ts';
import type { Destination, StoredDestination } from './cart.schema.ts';
import { carts, savedDestinations } from './cart.table.ts';

/** The columns of a destination, all of them, so that nothing of an earlier one stays. */
const columnsOf = ({ city, zip, country, region }: Destination): StoredDestination => ({
  ...{ city, zip, country: country ?? null, region: region ?? null },
});

export async function updateDestination(
  db: Executor,
  cartId: string,
  to: Destination,
): Promise<void> {
  await db
    .update(carts)
    .set({ ...columnsOf(to), updatedAt: sql`now()` })
    .where(eq(carts.id, cartId));
}

/** Stores the destination of a cart that has none. */
export async function setMissingDestination(
  db: Executor,
  cartId: string,
  to: Destination,
): Promise<void> {
  await db
    .update(carts)
    .set({ ...columnsOf(to), updatedAt: sql`now()` })
    .where(and(eq(carts.id, cartId), isNull(carts.city)));
}

/** The destination of the account's last shipping estimate. */
export async function selectSavedDestination(
  db: Executor,
  userId: string,
): Promise<StoredDestination | undefined> {
  const { city, zip, country, region } = savedDestinations;
  const [row] = await db
    .select({ city, zip, country, region })
    .from(savedDestinations)
    .where(eq(savedDestinations.userId, userId));
  return row;
}

/** The account's default address, and the destination of its last shipping estimate. */
export async function selectKnownDestinations(
  db: Executor,
  userId: string,
): Promise<{ address: Address | null; last: StoredDestination | null }> {
  const { city, zip, country, region } = savedDestinations;
  const [row] = await db
    .select({ address: addresses, last: { city, zip, country, region } })
    .from(users)
    .leftJoin(addresses, and(eq(addresses.userId, users.id), addresses.isDefault))
    .leftJoin(savedDestinations, eq(savedDestinations.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { address: null, last: null };
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
  const saved = { ...columnsOf(to), updatedAt: now };
  await db
    .insert(savedDestinations)
    .values({ userId, ...saved })
    .onConflictDoUpdate({ target: savedDestinations.userId, set: saved });
}
