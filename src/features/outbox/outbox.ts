/**
 * Owns emails that wait to be sent. They are written in the transaction of their cause, and stay
 * until they were sent; `retention/` removes them long after. `emails/` sends them.
 */
import type { Executor } from '#db/client.ts';
import type { OutboxMessage } from './outbox.schema.ts';
import { deleteMessagesTo, insertMessages } from './outbox.store.ts';

export {
  announceOrder,
  replaceByCancellation,
  replaceByReceipt,
  sendNewOrderEmailsNow,
} from './new-order-emails.ts';

/** Writes a message in the transaction of its cause; it is due at `sendAfter`. */
export async function enqueue(
  db: Executor,
  message: OutboxMessage,
  at: Date,
  sendAfter = at,
): Promise<void> {
  await insertMessages(db, [message], { createdAt: at, sendAfter });
}

/** Removes an account's emails to this address: its links, and the address itself. */
export async function forgetAccountEmails(db: Executor, email: string): Promise<void> {
  await deleteMessagesTo(db, email);
}
