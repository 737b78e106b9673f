import type { Tx } from '#db/client.ts';
import { removeAddressBook } from '../addresses/addresses.ts';
import { removeCart } from '../cart/cart.ts';

/**
 * Removes what an account keeps for its next order: addresses, cart, last destination. Somebody may
 * have registered another person's email and left an address of their own there. That person takes
 * the account over by a new password, and would otherwise send parcels to it.
 */
export async function removeUnprovenData(tx: Tx, userId: string): Promise<void> {
  await removeCart(tx, userId);
  await removeAddressBook(tx, userId);
}
