import type { Tx } from '#db/client.ts';
import type { NewEmail } from '../accounts/accounts.ts';
import { moveSender } from '../contact/contact.ts';
import { moveHeldEmails } from '../emails/emails.ts';
import { giveGuestOrders, setEmailOfOwnOrders } from '../orders/orders.ts';

/**
 * Moves what is stored by an account's email to its new one, in the caller's transaction: its
 * orders, emails that are held for it and, if the former email was verified, the messages and guests'
 * orders from it.
 */
export async function moveToNewEmail(
  tx: Tx,
  { userId, from, wasVerified, to }: NewEmail,
): Promise<void> {
  // The former address may be somebody else's soon.
  if (wasVerified) await giveGuestOrders(tx, { userId, email: from, withUnpaid: true });
  await setEmailOfOwnOrders(tx, userId, to);
  await moveHeldEmails(tx, from, to);
  if (wasVerified) await moveSender(tx, from, to);
}
