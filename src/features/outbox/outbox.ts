/**
 * Owns emails that wait to be sent. They are written in the transaction of their cause, and stay
 * until they were sent; `retention/` removes them long after. `emails/` sends them.
 */
import type { Executor } from '#db/client.ts';
import type { EmailKind, OutboxMessage } from './outbox.schema.ts';
import { deleteMessagesTo, insertMessages } from './outbox.store.ts';

export {
  announceOrder,
  replaceByCancellation,
  replaceByReceipt,
  sendNewOrderEmailsNow,
} from './new-order-emails.ts';

/** Links that somebody waits for. */
const AWAITED: readonly EmailKind[] = [
  'account.verify-email',
  'account.reset-password',
  'order.link',
];

/** The emails that were due first are sent first. These are due so many milliseconds before others. */
const HEAD_START_MS = 3_600_000;

/**
 * Writes a message in the transaction of its cause; it is due at `sendAfter`. Links that somebody
 * waits for go before all emails of the last hour.
 */
export async function enqueue(
  db: Executor,
  message: OutboxMessage,
  at: Date,
  sendAfter = AWAITED.includes(message.kind) ? new Date(at.getTime() - HEAD_START_MS) : at,
): Promise<void> {
  await insertMessages(db, [message], { createdAt: at, sendAfter });
}

/** Removes an account's emails to this address: its links, and the address itself. */
export async function forgetAccountEmails(db: Executor, email: string): Promise<void> {
  await deleteMessagesTo(db, email);
}
