import type { Tx } from '#db/client.ts';
import type { NewEmail } from '../accounts/accounts.ts';
import { moveSender } from '../contact/contact.ts';
import { setEmailOfOwnOrders } from '../orders/orders.ts';

/**
 * Moves what is stored by an account's email to its new one, in the caller's transaction: its orders
 * and, if the former email was verified, the messages from it.
 */
export async function moveToNewEmail(tx: Tx, { userId, from, to }: NewEmail): Promise<void> {
  await setEmailOfOwnOrders(tx, userId, to);
  if (from !== null) await moveSender(tx, from, to);
}
