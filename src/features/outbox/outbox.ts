/**
 * Owns what must be told to the outside: written in the transaction of its cause, and kept. `emails/`
 * sends it.
 */
import type { Executor } from '#db/client.ts';
import type { OutboxMessage } from './outbox.schema.ts';
import { deleteMessagesTo, insertMessages } from './outbox.store.ts';

export {
  announceAtOnce,
  announceOrder,
  foldIntoCancellation,
  foldIntoReceipt,
} from './new-order-emails.ts';

/** Writes a message down in the transaction of its cause; it goes out after `sendAfter`. */
export async function enqueue(
  db: Executor,
  message: OutboxMessage,
  at: Date,
  sendAfter = at,
): Promise<void> {
  await insertMessages(db, [message], { createdAt: at, sendAfter });
}

/** Removes what accounts were to be told at this address: their links, and the address itself. */
export async function forgetAccountEmails(db: Executor, email: string): Promise<void> {
  await deleteMessagesTo(db, email);
}
