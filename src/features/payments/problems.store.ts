import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { countUpTo } from '#db/count-up-to.ts';
import { newestFirst } from '#db/keyset.ts';
import { DIFFERENCE } from '../order-tables/difference-key.schema.ts';
import { orders } from '../order-tables/orders.table.ts';
import { returns } from '../order-tables/returns.table.ts';
import { payments, refunds } from './payments.table.ts';
import { orderOfPayment } from './refunds.store.ts';

type Cursor = { createdAt: string; id: string } | null;

const after = (createdAt: SQLWrapper, id: SQLWrapper, cursor: Cursor) =>
  cursor
    ? sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id})`
    : undefined;

// A literal status, so that PostgreSQL uses the partial index.
const isFailed = sql`${refunds.status} = 'failed'`;
/** Without sandbox payments, which move no money. */
const isUnknown = sql`${payments.status} = 'unknown' and ${payments.provider} <> 'sandbox' and ${payments.isLive} is not false`;

export function selectFailedRefunds(db: Executor, limit: number, cursor: Cursor) {
  return db
    .select({
      id: refunds.id,
      orderNumber: orders.number,
      intentId: payments.intentId,
      provider: payments.provider,
      amountMinor: refunds.amountMinor,
      reason: refunds.reason,
      failure: sql<string>`${refunds.failure}`,
      hasPaidOrder: sql<boolean>`${payments.status} = 'captured' and ${payments.returnId} is null`,
      isDifference: sql<boolean>`coalesce(starts_with(${refunds.key}, ${DIFFERENCE}), false)`,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(returns, eq(returns.id, payments.returnId))
    .leftJoin(orders, eq(orders.id, orderOfPayment))
    .where(and(isFailed, after(refunds.createdAt, refunds.id, cursor)))
    .orderBy(...newestFirst(refunds.createdAt, refunds.id))
    .limit(limit);
}

export function selectUnknownPayments(db: Executor, limit: number, cursor: Cursor) {
  return db
    .select({
      id: payments.id,
      orderNumber: orders.number,
      orderStatus: orders.status,
      intentId: payments.intentId,
      provider: payments.provider,
      amountMinor: payments.amountMinor,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .leftJoin(returns, eq(returns.id, payments.returnId))
    .leftJoin(orders, eq(orders.id, orderOfPayment))
    .where(and(isUnknown, after(payments.createdAt, payments.id, cursor)))
    .orderBy(...newestFirst(payments.createdAt, payments.id))
    .limit(limit);
}

/** How many failed refunds and unknown payments there are; each count stops at `most`. */
export async function countProblems(
  db: Executor,
  most: number,
): Promise<{ refunds: number; payments: number }> {
  const [failed, unknown] = await Promise.all([
    countUpTo(db, refunds, isFailed, most),
    countUpTo(db, payments, isUnknown, most),
  ]);
  return { refunds: failed, payments: unknown };
}
