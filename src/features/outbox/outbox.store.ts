import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import { newId } from '#shared/ids.ts';
import { contactMessages } from '../contact/contact.table.ts';
import { orders } from '../orders/orders.table.ts';
import type { EmailKind, OutboxMessage } from './outbox.schema.ts';
import { outbox } from './outbox.table.ts';

export type OutboxRow = typeof outbox.$inferSelect;

const isUnsent = isNull(outbox.sentAt);

/** Writes messages in one statement; nobody sends them before `sendAfter`. */
export async function insertMessages(
  db: Executor,
  messages: OutboxMessage[],
  times: { createdAt: Date; sendAfter: Date },
): Promise<void> {
  await db.insert(outbox).values(messages.map((what) => ({ id: newId('msg'), ...what, ...times })));
}

/**
 * What nobody has begun to send of an order's emails of these kinds: those that are left out count as
 * sent, with a note; the others are due now. Returns the kinds that it found.
 */
export async function changeUntold(
  db: Executor,
  orderId: string,
  at: Date,
  { kinds, leftOut, note }: { kinds: EmailKind[]; leftOut: EmailKind[]; note: string | null },
): Promise<EmailKind[]> {
  const isLeftOut = leftOut.length > 0 ? inArray(outbox.kind, leftOut) : sql`false`;
  const found = await db
    .update(outbox)
    .set({
      sentAt: sql`case when ${isLeftOut} then ${at}::timestamptz end`,
      lastError: sql`case when ${isLeftOut} then ${note}::text else ${outbox.lastError} end`,
      sendAfter: sql`case when ${outbox.heldFor} is null then least(${outbox.sendAfter}, ${at}::timestamptz) else ${outbox.sendAfter} end`,
    })
    .where(
      and(
        eq(sql`${outbox.payload}->>'orderId'`, orderId),
        inArray(outbox.kind, kinds),
        eq(outbox.attempts, 0),
        isUnsent,
      ),
    )
    .returning({ kind: outbox.kind });
  return found.map(({ kind }) => kind);
}

/**
 * Messages of these kinds that are due, for this caller alone until `leaseUntil`; each counts as
 * one more attempt, whatever becomes of the caller.
 */
export function claimDue(
  db: Executor,
  kinds: EmailKind[],
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isUnsent,
        isNull(outbox.givenUpAt),
        isNull(outbox.heldFor),
        lte(outbox.sendAfter, now),
        inArray(outbox.kind, kinds),
      ),
    )
    .orderBy(outbox.sendAfter)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, sendAfter: leaseUntil })
    .where(inArray(outbox.id, due))
    .returning();
}

/** Notes that a message went out. A link is kept no longer. */
export async function markSent(db: Executor, id: string, at: Date, note: string | null) {
  await db
    .update(outbox)
    .set({ sentAt: at, lastError: note, payload: sql`${outbox.payload} - 'url'` })
    .where(and(eq(outbox.id, id), isUnsent));
}

/** Notes a failure, unless somebody else has claimed the message since. */
export async function markFailed(
  db: Executor,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  change: Pick<typeof outbox.$inferInsert, 'lastError' | 'sendAfter' | 'stuckAt' | 'givenUpAt'>,
): Promise<void> {
  await db
    .update(outbox)
    .set(change)
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isUnsent));
}

/**
 * Makes an unsent message due now and as good as new; false when there is none. One that was held back
 * by a limit goes out beyond it: who counts is whoever is at the first attempt.
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

const about: SQL<string | null> = sql`coalesce(
  (select o.number from ${orders} o where o.id = ${outbox.payload}->>'orderId'),
  (select coalesce(nullif(m.email, ''), nullif(m.name, '')) from ${contactMessages} m
    where m.id = ${outbox.payload}->>'contactMessageId'),
  ${outbox.payload}->>'email')`;

/** Messages that have not gone out, newest first. */
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

export function countUnsent(db: Executor): Promise<number> {
  return db.$count(outbox, isUnsent);
}
