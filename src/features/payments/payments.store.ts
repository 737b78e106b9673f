import { and, between, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { ledgerEntries, payments, refunds } from './payments.table.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** Writes a payment that is about to be asked for; the order's open one if there is one already. */
export async function ensurePayment(
  db: Executor,
  row: typeof payments.$inferInsert,
): Promise<PaymentRow> {
  const [inserted] = await db.insert(payments).values(row).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const [existing] = await db
    .select()
    .from(payments)
    .where(
      row.orderId
        ? and(eq(payments.orderId, row.orderId), eq(payments.status, 'created'))
        : eq(payments.idempotencyKey, row.idempotencyKey),
    );
  if (!existing) throw new Error('The payment closed while it was asked for again.');
  return existing;
}

/** Notes the provider's id. False when the payment was closed meanwhile. */
export async function saveIntent(db: Executor, id: string, intentId: string): Promise<boolean> {
  const updated = await db
    .update(payments)
    .set({ intentId })
    .where(and(eq(payments.id, id), eq(payments.status, 'created')))
    .returning({ id: payments.id });
  return updated.length > 0;
}

export async function selectByIntent(db: Executor, intentId: string) {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row;
}

export async function selectById(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function lockPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update');
  return row;
}

export async function selectOpenOfOrder(db: Executor, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'created')));
  return row;
}

export async function updatePayment(
  db: Executor,
  id: string,
  change: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await db.update(payments).set(change).where(eq(payments.id, id));
}

export async function insertLedgerEntry(
  db: Executor,
  entry: typeof ledgerEntries.$inferInsert,
): Promise<void> {
  await db.insert(ledgerEntries).values(entry);
}

export async function insertRefund(db: Executor, row: typeof refunds.$inferInsert): Promise<void> {
  await db.insert(refunds).values(row);
}

/** A requested refund, locked; undefined once it is done. */
export async function lockRequestedRefund(
  db: Executor,
  id: string,
): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .for('update');
  return row;
}

export async function markRefundDone(
  db: Executor,
  id: string,
  providerRefundId: string,
  at: Date,
): Promise<void> {
  await db
    .update(refunds)
    .set({ status: 'done', providerRefundId, doneAt: at })
    .where(eq(refunds.id, id));
}

/** Refunds that were asked for and not carried out, oldest first. */
export function selectRequestedRefunds(db: Executor, limit: number) {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(sql`${refunds.status} = 'requested'`)
    .orderBy(refunds.createdAt)
    .limit(limit);
}

/** Payments that nobody told us the end of, asked for between these times, oldest first. */
export function selectUnsettled(db: Executor, from: Date, until: Date, limit: number) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'created'),
        isNotNull(payments.intentId),
        between(payments.createdAt, from, until),
      ),
    )
    .orderBy(payments.createdAt)
    .limit(limit);
}
