/** Held messages: over their recipient's limit, sent together. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { type OutboxRow, outbox } from '../outbox/outbox.table.ts';

/** The most messages in one email. */
const MAX_AT_ONCE = 1_000;

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt));

/** Holds a claimed message. This does not count as an attempt. */
export async function holdEmail(
  db: Executor,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  change: { sendAfter: Date; heldFor: string | null; lastError: string },
): Promise<void> {
  await db
    .update(outbox)
    .set({ ...change, attempts: 0 })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isWaiting));
}

/**
 * All due messages that are held for one recipient, claimed by this caller until `leaseUntil`;
 * oldest first. Another process that asks at the same time waits, and then finds none.
 */
export async function claimHeld(
  db: Executor,
  kinds: EmailKind[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<OutboxRow[]> {
  const isDue = and(isWaiting, lte(outbox.sendAfter, now), inArray(outbox.kind, kinds));
  const [first] = await db
    .select({ heldFor: outbox.heldFor })
    .from(outbox)
    .where(and(isDue, isNotNull(outbox.heldFor)))
    .orderBy(outbox.sendAfter)
    .limit(1);
  if (!first?.heldFor) return [];
  const together = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue, eq(outbox.heldFor, first.heldFor)))
    .orderBy(asc(outbox.id))
    .limit(MAX_AT_ONCE)
    .for('update');
  const rows = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, sendAfter: leaseUntil })
    .where(inArray(outbox.id, together))
    .returning();
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const areClaimed = (rows: OutboxRow[], leaseUntil: Date): SQL | undefined =>
  and(
    inArray(
      outbox.id,
      rows.map(({ id }) => id),
    ),
    eq(outbox.sendAfter, leaseUntil),
    isWaiting,
  );

/** Holds claimed messages again. */
export async function holdEmailsAgain(
  db: Executor,
  rows: OutboxRow[],
  { leaseUntil, ...change }: { leaseUntil: Date; sendAfter: Date; heldFor?: string | null },
): Promise<void> {
  await db
    .update(outbox)
    .set({ attempts: 0, ...change })
    .where(areClaimed(rows, leaseUntil));
}

/** Holds waiting messages under another key. */
export async function holdUnder(db: Executor, from: string, to: string): Promise<void> {
  await db
    .update(outbox)
    .set({ heldFor: to })
    .where(and(isWaiting, eq(outbox.heldFor, from)));
}

/** Records that messages were sent in one email. */
export async function markAllSent(
  db: Executor,
  rows: OutboxRow[],
  { at, note }: { at: Date; note: string },
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await db
    .update(outbox)
    .set({ sentAt: at, lastError: note })
    .where(and(inArray(outbox.id, ids), isNull(outbox.sentAt)));
}

/** Records that their common email failed, unless another process has claimed them since. */
export async function markAllFailed(
  db: Executor,
  rows: OutboxRow[],
  leaseUntil: Date,
  change: Pick<typeof outbox.$inferInsert, 'lastError' | 'sendAfter' | 'stuckAt' | 'givenUpAt'>,
): Promise<void> {
  await db.update(outbox).set(change).where(areClaimed(rows, leaseUntil));
}
