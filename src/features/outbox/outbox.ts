/** Owns what must be told to the outside: written with its cause, delivered at least once. */
import { and, eq, like, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import { outbox } from './outbox.table.ts';

/** Kinds of messages, with what each one's payload names. */
export type OutboxMessage =
  | { kind: 'order.placed' | 'order.paid' | 'order.cancelled'; payload: { orderId: string } }
  | { kind: 'payment.refunded'; payload: { refundId: string } }
  | { kind: 'contact.message'; payload: { contactMessageId: string } }
  | {
      kind: 'account.verify-email' | 'account.reset-password';
      /** `url` is the link to follow, good for a while. */
      payload: { email: string; name: string; url: string };
    };

export async function enqueue(db: Executor, message: OutboxMessage, at: Date): Promise<void> {
  await db.insert(outbox).values({ id: newId('msg'), ...message, createdAt: at, sendAfter: at });
}

/** Removes what accounts were to be told at this address: their links, and the address itself. */
export async function forgetAccountMails(db: Executor, email: string): Promise<void> {
  await db
    .delete(outbox)
    .where(and(like(outbox.kind, 'account.%'), eq(sql`${outbox.payload}->>'email'`, email)));
}
