import { and, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { ledgerEntries, payments, providerEvents, refunds } from './payments.table.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** Writes a payment that is about to be asked for; the order's open one if there is one already. */
export async function ensurePayment(
  db: Executor,
  row: typeof payments.$inferInsert,
): Promise<PaymentRow> {
  for (;;) {
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
    if (existing) return existing;
    // It was closed in between: now there is room for another.
  }
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

export async function lockOpenOfOrder(db: Executor, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'created')))
    .for('update');
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

export interface RefundView {
  amountMinor: number;
  /** The whole payment. */
  paidMinor: number;
  currency: string;
  reason: string;
  last4: string | null;
  orderId: string | null;
  /** Of the account that paid; null once it is gone. */
  userEmail: string | null;
}

export async function selectRefund(db: Executor, id: string): Promise<RefundView | undefined> {
  const [row] = await db
    .select({
      amountMinor: refunds.amountMinor,
      paidMinor: payments.amountMinor,
      currency: refunds.currency,
      reason: refunds.reason,
      last4: payments.last4,
      orderId: payments.orderId,
      userEmail: users.email,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(users, eq(users.id, payments.userId))
    .where(eq(refunds.id, id));
  return row;
}

/** The payment that an order was paid with, locked; undefined while it is not paid. */
export async function lockCapture(db: Executor, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'captured')))
    .for('update');
  return row;
}

/** Everything that was given back of a payment, or is about to be. */
export function selectRefunds(db: Executor, paymentId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
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

/**
 * Open payments that are due to be looked at, for this caller alone. Each is due again after a
 * quarter of its age (a minute at least, six hours at most), so that many that were given up don't
 * stand in the way of one that was paid.
 */
export function claimDuePayments(db: Executor, now: Date, limit: number): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, 'created'), lte(payments.nextCheckAt, now)))
    .orderBy(payments.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const wait = sql`greatest(interval '1 minute', least(interval '6 hours', (${now}::timestamptz - ${payments.createdAt}) / 4))`;
  return db
    .update(payments)
    .set({ nextCheckAt: sql`${now}::timestamptz + ${wait}` })
    .where(inArray(payments.id, due))
    .returning();
}

/**
 * Closes an open payment that can't be paid any more, as long as it has the intent (or none) of which
 * that was found out: one that came meanwhile may be paid.
 */
export async function markCancelled(
  db: Executor,
  { id, intentId }: { id: string; intentId: string | null },
): Promise<void> {
  const isSame = intentId === null ? isNull(payments.intentId) : eq(payments.intentId, intentId);
  await db
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.id, id), eq(payments.status, 'created'), isSame));
}

/** How many payments without an order an account has open since then. */
export function countOpenWithoutOrder(db: Executor, userId: string, since: Date): Promise<number> {
  return db.$count(
    payments,
    and(
      eq(payments.userId, userId),
      eq(payments.status, 'created'),
      isNull(payments.orderId),
      gte(payments.createdAt, since),
    ),
  );
}

export type ProviderEventRow = typeof providerEvents.$inferSelect;

/** Keeps what the provider told us; the same event again is nothing new. */
export async function insertProviderEvent(
  db: Executor,
  row: typeof providerEvents.$inferInsert,
): Promise<void> {
  await db.insert(providerEvents).values(row).onConflictDoNothing();
}

/** Events that were not worked off yet, oldest first; those that failed often come last. */
export function selectOpenEvents(db: Executor, limit: number): Promise<ProviderEventRow[]> {
  return db
    .select()
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), lt(providerEvents.attempts, 20)))
    .orderBy(providerEvents.attempts, providerEvents.receivedAt)
    .limit(limit);
}

export async function markEventDone(db: Executor, id: string, at: Date): Promise<void> {
  await db.update(providerEvents).set({ processedAt: at }).where(eq(providerEvents.id, id));
}

export async function markEventFailed(db: Executor, id: string, lastError: string) {
  await db
    .update(providerEvents)
    .set({ attempts: sql`${providerEvents.attempts} + 1`, lastError })
    .where(eq(providerEvents.id, id));
}

/** How much of the payments' own work is still to be done. */
export async function countWaiting(db: Executor): Promise<{ refunds: number; events: number }> {
  const [requested, open] = await Promise.all([
    db.$count(refunds, eq(refunds.status, 'requested')),
    db.$count(providerEvents, isNull(providerEvents.processedAt)),
  ]);
  return { refunds: requested, events: open };
}
