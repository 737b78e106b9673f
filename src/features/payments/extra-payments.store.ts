import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { returns } from '../order-tables/returns.table.ts';
import type { PaymentRow } from './payments.store.ts';
import { payments, refunds } from './payments.table.ts';

/** The order that a payment is for or about; null for one without an order yet. */
export async function selectOrderOfPayment(
  db: Executor,
  { orderId, returnId }: Pick<PaymentRow, 'orderId' | 'returnId'>,
): Promise<string | null> {
  if (returnId === null) return orderId;
  const [row] = await db
    .select({ orderId: returns.orderId })
    .from(returns)
    .where(eq(returns.id, returnId));
  return row?.orderId ?? null;
}

// A literal status, so that PostgreSQL uses the partial indexes by return.
const isCaptured = sql`${payments.status} = 'captured'`;

/** The captured extra payment of a return, locked. */
export async function lockCaptureOfReturn(
  db: Executor,
  returnId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.returnId, returnId), isCaptured))
    .for('no key update');
  return row;
}

/** The open extra payment of a return. */
export async function selectOpenOfReturn(
  db: Executor,
  returnId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.returnId, returnId), sql`${payments.status} = 'created'`));
  return row;
}

/** The open extra payment of a return, locked. */
export async function lockOpenOfReturn(
  db: Executor,
  returnId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.returnId, returnId), sql`${payments.status} = 'created'`))
    .for('no key update');
  return row;
}

/** Any extra payment of a return that is unknown at the provider. */
export async function selectUnknownOfReturn(
  db: Executor,
  returnId: string,
): Promise<{ id: string } | undefined> {
  // A literal status: PostgreSQL reads the few unknown ones by their partial index.
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.returnId, returnId), sql`${payments.status} = 'unknown'`))
    .limit(1);
  return row;
}

/** The requested refunds of the extra payment of a return. */
export async function selectRequestedOfReturn(db: Executor, returnId: string): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(payments)
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(payments.returnId, returnId), isCaptured, eq(refunds.status, 'requested')));
  return rows.map(({ id }) => id);
}
