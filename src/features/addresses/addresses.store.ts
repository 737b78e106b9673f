import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import type { Address } from './addresses.schema.ts';
import { MAX_ADDRESSES } from './addresses.schema.ts';
import { addresses } from './addresses.table.ts';

export type AddressRow = typeof addresses.$inferSelect;

const own = (userId: string, id: string) => and(eq(addresses.userId, userId), eq(addresses.id, id));

/** An account's addresses: the default, then the newest. */
export function selectAddresses(db: Executor, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
    .limit(MAX_ADDRESSES);
}

export async function selectAddress(
  db: Executor,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(addresses).where(own(userId, id));
  return row;
}

/** An account's address, which nobody can remove before the transaction ends. */
export async function lockAddress(
  tx: Tx,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const [row] = await tx.select().from(addresses).where(own(userId, id)).for('key share');
  return row;
}

export async function insertAddress(
  db: Executor,
  row: typeof addresses.$inferInsert,
): Promise<AddressRow> {
  const [stored] = await db.insert(addresses).values(row).returning();
  if (!stored) throw new Error('The address was not stored.');
  return stored;
}

/** Overwrites an address of this version; undefined when its version has changed meanwhile. */
export async function updateAddress(
  db: Executor,
  { id, version }: Pick<AddressRow, 'id' | 'version'>,
  change: Address,
  at: Date,
): Promise<AddressRow | undefined> {
  const [row] = await db
    .update(addresses)
    .set({ ...change, version: sql`${addresses.version} + 1`, updatedAt: at })
    .where(and(eq(addresses.id, id), eq(addresses.version, version)))
    .returning();
  return row;
}

export async function deleteAddress(
  db: Executor,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const [row] = await db.delete(addresses).where(own(userId, id)).returning();
  return row;
}

export async function deleteAddresses(db: Executor, userId: string): Promise<void> {
  await db.delete(addresses).where(eq(addresses.userId, userId));
}

/** Makes one address the default, and no other. */
export async function markDefault(db: Executor, userId: string, id: string): Promise<void> {
  await db
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true), ne(addresses.id, id)));
  await db.update(addresses).set({ isDefault: true }).where(own(userId, id));
}

/** The account's oldest address. */
export async function selectOldest(db: Executor, userId: string) {
  const [row] = await db
    .select({ id: addresses.id })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(asc(addresses.id))
    .limit(1);
  return row;
}
