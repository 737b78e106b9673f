import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor, Tx } from '#db/client.ts';
import type { Address } from '../addresses/addresses.schema.ts';
import { addresses } from '../addresses/addresses.table.ts';
import { cartAddresses, cartGuests, carts } from '../cart/cart.table.ts';

/** An address that a cart may go to. */
export interface CartAddress {
  address: Address & { id: string; isDefault: boolean; version: number };
  isChosen: boolean;
  isForBill: boolean;
}

/** An account's default address, and those that it chose for a cart: three rows at most. */
export function selectCartAddresses(db: Executor, userId: string, cartId: string) {
  return db
    .select({
      address: addresses,
      isChosen: sql<boolean>`${addresses.id} is not distinct from ${cartAddresses.deliveryId}`,
      isForBill: sql<boolean>`${addresses.id} is not distinct from ${cartAddresses.billingId}`,
    })
    .from(addresses)
    .leftJoin(cartAddresses, eq(cartAddresses.cartId, cartId))
    .where(
      and(
        eq(addresses.userId, userId),
        or(
          addresses.isDefault,
          eq(addresses.id, cartAddresses.deliveryId),
          eq(addresses.id, cartAddresses.billingId),
        ),
      ),
    );
}

/** What a guest entered for a cart with this token, also after it became an order. */
export async function selectCartGuest(db: Executor, cartId: string, tokenHash: string) {
  const [row] = await db
    .select(getTableColumns(cartGuests))
    .from(cartGuests)
    .innerJoin(carts, eq(carts.id, cartGuests.cartId))
    .where(and(eq(cartGuests.cartId, cartId), eq(carts.tokenHash, tokenHash)));
  return row;
}

/** The address that a guest entered for a cart. */
export async function selectGuestAddresses(db: Executor, cartId: string): Promise<CartAddress[]> {
  const rows = await db.select().from(cartGuests).where(eq(cartGuests.cartId, cartId));
  return rows.map((row) => ({
    address: { ...row, isDefault: false, version: 1 },
    isChosen: true,
    isForBill: false,
  }));
}

export async function deleteCartGuests(db: Executor, cartIds: string[]): Promise<void> {
  await db.delete(cartGuests).where(anyOf(cartGuests.cartId, cartIds));
}

/** Writes what a guest entered for a locked cart. */
export async function upsertCartGuest(
  db: Executor,
  { cartId, ...entered }: typeof cartGuests.$inferInsert,
): Promise<void> {
  await db
    .insert(cartGuests)
    .values({ cartId, ...entered })
    .onConflictDoUpdate({ target: cartGuests.cartId, set: entered });
}

/** Writes which address a locked cart has for the parcel or for the bill. */
export async function upsertCartAddress(
  db: Executor,
  cartId: string,
  kind: 'delivery' | 'billing',
  addressId: string | null,
): Promise<void> {
  const chosen = kind === 'delivery' ? { deliveryId: addressId } : { billingId: addressId };
  await db
    .insert(cartAddresses)
    .values({ cartId, ...chosen })
    .onConflictDoUpdate({ target: cartAddresses.cartId, set: chosen });
}

/** Writes the addresses that were chosen for another cart, unless the locked cart has its own. */
export async function copyCartAddresses(tx: Tx, from: string, cartId: string): Promise<void> {
  const { deliveryId, billingId } = cartAddresses;
  const rows = await tx
    .select({ id: addresses.id, deliveryId, billingId })
    .from(addresses)
    .innerJoin(cartAddresses, or(eq(addresses.id, deliveryId), eq(addresses.id, billingId)))
    .where(eq(cartAddresses.cartId, from))
    // Nobody can remove them before they are written.
    .for('key share', { of: addresses });
  if (rows.length === 0) return;
  const chosen = {
    deliveryId: rows.find((row) => row.id === row.deliveryId)?.id ?? null,
    billingId: rows.find((row) => row.id === row.billingId)?.id ?? null,
  };
  await tx
    .insert(cartAddresses)
    .values({ cartId, ...chosen })
    .onConflictDoNothing();
}
