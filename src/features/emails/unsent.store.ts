/** Unsent outbox messages, as staff see them. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { countUpTo } from '#db/count-up-to.ts';
import { newestFirst } from '#db/keyset.ts';
import { users } from '../accounts/accounts.table.ts';
import { contactMessages } from '../contact/contact.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { payments, refunds } from '../payments/payments.table.ts';

const isUnsent = isNull(outbox.sentAt);

/**
 * Makes an unsent message due now, with a new count of attempts; false when there is none. A held
 * message is sent beyond the limit, because only first attempts count.
 */
export async function dueAgain(db: Executor, id: string, now: Date): Promise<boolean> {
  const found = await db
    .update(outbox)
    .set({
      sendAfter: now,
      attempts: sql`case when ${outbox.heldFor} is null then 0 else 1 end`,
      heldFor: null,
      stuckAt: null,
      givenUpAt: null,
    })
    .where(and(eq(outbox.id, id), isUnsent))
    .returning({ id: outbox.id });
  return found.length > 0;
}

/** See `UnsentEmailView.about`. */
const about: SQL<string | null> = sql`coalesce(
  (select o.number from ${orders} o where o.id = ${outbox.payload}->>'orderId'),
  (select coalesce(o.number, u.email) from ${refunds} r
    join ${payments} p on p.id = r.payment_id
    left join ${orders} o on o.id = p.order_id
    left join ${users} u on u.id = p.user_id
    where r.id = ${outbox.payload}->>'refundId'),
  (select coalesce(nullif(m.email, ''), nullif(m.name, '')) from ${contactMessages} m
    where m.id = ${outbox.payload}->>'contactMessageId'),
  ${outbox.payload}->>'email')`;

/** Unsent messages, newest first. */
export function selectUnsent(
  db: Executor,
  limit: number,
  after: { createdAt: string; id: string } | null,
) {
  return db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      createdAt: outbox.createdAt,
      sendAfter: outbox.sendAfter,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      stuckAt: outbox.stuckAt,
      givenUpAt: outbox.givenUpAt,
      about,
    })
    .from(outbox)
    .where(
      and(
        isUnsent,
        after
          ? sql`(${outbox.createdAt}, ${outbox.id}) < (${after.createdAt}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(...newestFirst(outbox.createdAt, outbox.id))
    .limit(limit);
}

/** How many messages are unsent; stops at `most`. */
export function countUnsentUpTo(db: Executor, most: number): Promise<number> {
  return countUpTo(db, outbox, isUnsent, most);
}
