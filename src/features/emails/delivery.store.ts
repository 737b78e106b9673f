/** Outbox messages during delivery: claimed by one process, then sent or failed. */
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { type OutboxRow, outbox } from '../outbox/outbox.table.ts';

const isUnsent = isNull(outbox.sentAt);

/**
 * Messages above the shop's limit are all due when its hour is over. The first of each site is sent
 * before the second of any.
 */
const earlierOfSite = sql`coalesce((${outbox.payload}->>'earlier')::int, 0)`;

/**
 * Due messages of these kinds, claimed by this caller until `leaseUntil`. Each claim counts as an
 * attempt, even if the caller dies.
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
    .orderBy(outbox.sendAfter, earlierOfSite)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, sendAfter: leaseUntil })
    .where(inArray(outbox.id, due))
    .returning();
}

/** Records that a message was sent, and removes its link. */
export async function markSent(db: Executor, id: string, at: Date, note: string | null) {
  await db
    .update(outbox)
    .set({ sentAt: at, lastError: note, payload: sql`${outbox.payload} - 'url'` })
    .where(and(eq(outbox.id, id), isUnsent));
}

/** Records a failure, unless another process has claimed the message since. */
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
