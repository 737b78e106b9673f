import { and, eq, isNull, lte, not, or, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { returns } from '../order-tables/returns.table.ts';
import { OUTSIDE, payments, refunds } from './payments.table.ts';
import { refundLines } from './refund-lines.table.ts';

export type RefundRow = typeof refunds.$inferSelect;

export async function insertRefund(db: Executor, row: typeof refunds.$inferInsert): Promise<void> {
  await db.insert(refunds).values(row);
}

/** Writes which lines of an order a refund is for. The database refuses more than was paid. */
export async function insertRefundLines(
  db: Executor,
  of: { refundId: string; orderId: string },
  lines: Omit<typeof refundLines.$inferInsert, 'refundId' | 'orderId'>[],
): Promise<void> {
  if (lines.length === 0) return;
  await db.insert(refundLines).values(lines.map((line) => ({ ...line, ...of })));
}

/** The order of a payment, for queries that join the return of an extra payment. */
export const orderOfPayment = sql<string | null>`coalesce(${payments.orderId}, ${returns.orderId})`;

export interface RefundView {
  id: string;
  amountMinor: number;
  /** The whole payment. */
  paidMinor: number;
  currency: string;
  reason: string;
  status: RefundRow['status'];
  /** The provider's message for a failed refund. */
  failure: string | null;
  intentId: string | null;
  last4: string | null;
  /** Whether the payment came outside of the shop, so that staff give the money back themselves. */
  isOutside: boolean;
  /** The order that it paid, or whose return it is an extra payment of. */
  orderId: string | null;
  /** The return whose extra payment it is; null for all others. */
  returnId: string | null;
  /** The email of the paying account; null once it is gone. */
  userEmail: string | null;
}

export async function selectRefund(db: Executor, id: string): Promise<RefundView | undefined> {
  const [row] = await db
    .select({
      id: refunds.id,
      amountMinor: refunds.amountMinor,
      paidMinor: payments.amountMinor,
      currency: refunds.currency,
      reason: refunds.reason,
      status: refunds.status,
      failure: refunds.failure,
      intentId: payments.intentId,
      last4: payments.last4,
      isOutside: sql<boolean>`${payments.provider} = ${OUTSIDE}`,
      orderId: orderOfPayment,
      returnId: payments.returnId,
      userEmail: users.email,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(returns, eq(returns.id, payments.returnId))
    .leftJoin(users, eq(users.id, payments.userId))
    .where(eq(refunds.id, id));
  return row;
}

/** The refunds among these that were withdrawn. */
export async function selectWithdrawn(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(anyOf(refunds.id, ids), eq(refunds.status, 'withdrawn')));
  return new Set(rows.map(({ id }) => id));
}

/** All refunds of a payment, done or requested. */
export function selectRefunds(db: Executor, paymentId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
}

/** All refunds of a payment, done or requested, locked until the transaction ends. */
export function lockRefunds(db: Executor, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(refunds.id)
    .for('no key update');
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
    .for('no key update');
  return row;
}

/**
 * Claims a due refund by moving its next attempt to a quarter of its age: at least a minute, so
 * that two requests for it never overlap; at most an hour.
 */
export async function claimRefund(
  db: Executor,
  id: string,
  now: Date,
): Promise<RefundRow | undefined> {
  const wait = sql`greatest(interval '1 minute', least(interval '1 hour', (${now}::timestamptz - ${refunds.createdAt}) / 4))`;
  const [row] = await db
    .update(refunds)
    .set({ nextAttemptAt: sql`${now}::timestamptz + ${wait}` })
    .where(and(eq(refunds.id, id), isDue(now)))
    .returning();
  return row;
}

/** Requested refunds that are due, oldest first: of payments outside of the shop, or of all others. */
export function selectDueRefunds(
  db: Executor,
  { now, isOutside }: { now: Date; isOutside: boolean },
  limit: number,
) {
  const ofOutside = sql`exists (
    select from ${payments} p where p.id = ${refunds.paymentId} and p.provider = ${OUTSIDE}
  )`;
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isDue(now), isOutside ? ofOutside : not(ofOutside)))
    .orderBy(refunds.createdAt)
    .limit(limit);
}

const isDue = (now: Date) =>
  and(
    sql`${refunds.status} = 'requested'`,
    or(isNull(refunds.nextAttemptAt), lte(refunds.nextAttemptAt, now)),
  );

export async function updateRefund(
  db: Executor,
  id: string,
  change: Partial<typeof refunds.$inferInsert>,
): Promise<void> {
  await db.update(refunds).set(change).where(eq(refunds.id, id));
}

/** A failed refund, locked; undefined once staff handled it. */
export async function lockFailedRefund(db: Executor, id: string): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'failed')))
    .for('no key update');
  return row;
}
