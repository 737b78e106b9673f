import { and, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { addresses } from '../addresses/addresses.table.ts';
import { cartAddresses } from '../cart/cart.table.ts';

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
