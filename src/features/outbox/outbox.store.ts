import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { insertFromJson, rowsAsJson } from '#db/insert-rows.ts';
import { newId } from '#shared/ids.ts';
import type { EmailKind, OutboxMessage } from './outbox.schema.ts';
import { outbox } from './outbox.table.ts';

/** Writes messages in one statement. They are due at `sendAfter`. */
export async function insertMessages(
  db: Executor,
  messages: OutboxMessage[],
  times: { createdAt: Date; sendAfter: Date },
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((what) => ({ id: newId('msg'), ...what, ...times }));
  await insertion(db).execute({ rows: rowsAsJson(outbox, INSERTED, rows) });
}

const INSERTED = ['id', 'kind', 'payload', 'createdAt', 'sendAfter'];

// The select makes it a query of Drizzle, so that it can be compiled; nobody needs the ids.
const insertion = compiled((db) => {
  const rows = insertFromJson(outbox, INSERTED, sql.placeholder('rows'));
  const written = db.$with('written', { id: sql<string>`id` }).as(sql`${rows} returning id`);
  return db.with(written).select({ id: sql<string>`id` }).from(written);
});

/** An order's emails of these kinds that nobody has begun to send; of one parcel, if given. */
interface Unsent {
  kinds: EmailKind[];
  fulfillmentId?: string;
}

/**
 * Changes an order's emails that nobody has begun to send. Those to leave out are marked as sent,
 * with a note; the others are due now. Returns the kinds that it found.
 */
export async function changeUnsent(
  db: Executor,
  orderId: string,
  at: Date,
  { leftOut, note, ...which }: Unsent & { leftOut: EmailKind[]; note: string | null },
): Promise<EmailKind[]> {
  const isLeftOut = leftOut.length > 0 ? inArray(outbox.kind, leftOut) : sql`false`;
  const found = await db
    .update(outbox)
    .set({
      sentAt: sql`case when ${isLeftOut} then ${at}::timestamptz end`,
      lastError: sql`case when ${isLeftOut} then ${note}::text else ${outbox.lastError} end`,
      sendAfter: sql`case when ${outbox.heldFor} is null then least(${outbox.sendAfter}, ${at}::timestamptz) else ${outbox.sendAfter} end`,
    })
    .where(isUnsent(orderId, which))
    .returning({ kind: outbox.kind });
  return found.map(({ kind }) => kind);
}

/** Whether such an email waits. */
export async function hasUnsent(db: Executor, orderId: string, which: Unsent): Promise<boolean> {
  const found = await db.select({ id: outbox.id }).from(outbox).where(isUnsent(orderId, which));
  return found.length > 0;
}

function isUnsent(orderId: string, { kinds, fulfillmentId }: Unsent) {
  return and(
    eq(sql`${outbox.payload}->>'orderId'`, orderId),
    fulfillmentId ? eq(sql`${outbox.payload}->>'fulfillmentId'`, fulfillmentId) : undefined,
    inArray(outbox.kind, kinds),
    eq(outbox.attempts, 0),
    isNull(outbox.sentAt),
  );
}

/** Deletes unsent link emails to this address. */
export async function deleteMessagesTo(db: Executor, email: string): Promise<void> {
  await db.delete(outbox).where(eq(sql`${outbox.payload}->>'email'`, email));
}
