/**
 * Owns emails that wait to be sent. They are written in the transaction of their cause, and stay
 * until they were sent; `retention/` removes them long after. `emails/` sends them.
 */
import type { Executor } from '#db/client.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { isAwaited, type OutboxMessage } from './outbox.schema.ts';
import { deleteMessagesTo, insertMessages } from './outbox.store.ts';

export {
  announceOrder,
  replaceByCancellation,
  replaceByReceipt,
  sendNewOrderEmailsNow,
} from './new-order-emails.ts';
export { isShippingUntold, replaceByTakingBack } from './parcel-emails.ts';

/** The emails that were due first are sent first. Awaited ones are due so much before others. */
const HEAD_START_MS = HOUR_MS;

/**
 * Writes a message in the transaction of its cause; it is due at `sendAfter`. Links that somebody
 * waits for go before all emails of the last hour.
 */
export async function enqueue(
  db: Executor,
  message: OutboxMessage,
  at: Date,
  sendAfter = isAwaited(message.kind) ? new Date(at.getTime() - HEAD_START_MS) : at,
): Promise<void> {
  await insertMessages(db, [message], { createdAt: at, sendAfter });
}

/** Removes an account's emails to this address: its links, and the address itself. */
export async function forgetAccountEmails(db: Executor, email: string): Promise<void> {
  await deleteMessagesTo(db, email);
}
