import type { Tx } from '#db/client.ts';
import { removeAddressBook } from '../addresses/addresses.ts';
import { removeCart } from '../cart/cart.ts';

/**
 * Removes what an account stores for its next order: addresses, cart, last destination. Somebody
 * may have registered another person's email and left their own address there. When the owner of
 * the email takes over the account with a new password, they would otherwise send parcels to that
 * address.
 */
export async function removeUnprovenData(tx: Tx, userId: string): Promise<void> {
  await removeCart(tx, userId);
  await removeAddressBook(tx, userId);
}
