/**
 * Owns what must be told to the outside: written with its cause, claimed by one process at a time, and
 * kept until it went out or staff say so.
 */
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { OutboxMessage } from './outbox.schema.ts';
import { insertMessages } from './outbox.store.ts';
import { outbox } from './outbox.table.ts';

export { claimHeld, holdAllBack, holdBack, markAllFailed, markAllSent } from './held.store.ts';
export {
  announceAtOnce,
  announceOrder,
  foldIntoCancellation,
  foldIntoReceipt,
} from './new-order-emails.ts';
export {
  claimDue,
  countUnsent,
  dueAgain,
  markFailed,
  markSent,
  type OutboxRow,
  selectUnsent,
} from './outbox.store.ts';

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
  await db.delete(outbox).where(eq(sql`${outbox.payload}->>'email'`, email));
}
