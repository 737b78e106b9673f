import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { documentSeries, documents } from '../documents/documents.table.ts';
import type { CarriedOutRefund } from '../documents/documents.ts';
import { limitSeries } from '../documents/documents.ts';
import { DIFFERENCE } from '../order-tables/difference-key.schema.ts';
import { exchanges } from '../order-tables/exchanges.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { returns } from '../order-tables/returns.table.ts';
import { isRefunded, ledgerEntries, payments, refunds } from './payments.table.ts';
import { refundLines } from './refund-lines.table.ts';
import { orderOfPayment } from './refunds.store.ts';

const linesOf = sql<CarriedOutRefund['lines'] | null>`(
  select json_agg(json_build_object('position', l.position, 'quantity', l.quantity + l.lowered,
    'amountMinor', l.amount_minor, 'taxMinor', l.tax_minor) order by l.position)
  from ${refundLines} l where l.refund_id = refunds.id
)`;

const differencesOf = sql<CarriedOutRefund['differences'] | null>`(
  select json_agg(json_build_object('position', e.position, 'amountMinor', e.refunded_minor) order by e.position)
  from ${exchanges} e where ${refunds.key} like ${`${DIFFERENCE}%`} and e.refunded_minor > 0
    and e.return_id = substr(${refunds.key}, ${DIFFERENCE.length + 1}::int)
)`;

/**
 * The refunds among these that were carried out, are for a paid order and have no credit note, in
 * the given order.
 */
export async function selectUndocumented(
  db: Executor,
  refundIds: string[],
): Promise<CarriedOutRefund[]> {
  const rows = await db
    .select({
      id: refunds.id,
      orderId: orderOfPayment,
      returnId: payments.returnId,
      key: refunds.key,
      amountMinor: refunds.amountMinor,
      shippingMinor: refunds.shippingMinor,
      shippingTaxMinor: refunds.shippingTaxMinor,
      lines: linesOf,
      differences: differencesOf,
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.status, 'captured')))
    .leftJoin(returns, eq(returns.id, payments.returnId))
    .leftJoin(documents, eq(documents.refundId, refunds.id))
    .where(and(anyOf(refunds.id, refundIds), isRefunded, isNull(documents.id)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(refundIds)].flatMap((id) => {
    const row = byId.get(id);
    if (!row || row.orderId === null) return [];
    const { lines, differences } = row;
    return [{ ...row, orderId: row.orderId, lines: lines ?? [], differences: differences ?? [] }];
  });
}

/**
 * The series of all kinds of documents, locked in one order, for as long as `limitSeries` allows.
 */
export async function lockSeries(db: Executor) {
  await limitSeries(db);
  return db.select().from(documentSeries).orderBy(documentSeries.kind).for('no key update');
}

export async function selectSeriesOpened(db: Executor) {
  const [row] = await db
    .select({ openedAt: documentSeries.openedAt })
    .from(documentSeries)
    .where(eq(documentSeries.kind, 'invoice'));
  return row?.openedAt ?? null;
}

export async function updateSeries(
  db: Executor,
  change: { openedAt?: Date; caughtUpTo?: number },
): Promise<void> {
  await db.update(documentSeries).set(change);
}

/** The last of the next ledger entries, and how many they are; null when there are none. */
export async function selectNextEntries(
  db: Executor,
  after: number,
  most: number,
): Promise<{ lastId: number; at: Date; count: number } | null> {
  const next = db
    .select({ id: ledgerEntries.id, at: ledgerEntries.at })
    .from(ledgerEntries)
    .where(gt(ledgerEntries.id, after))
    .orderBy(asc(ledgerEntries.id))
    .limit(most)
    .as('next');
  const [last] = await db
    .select({ lastId: next.id, at: next.at, count: sql`count(*) over ()`.mapWith(Number) })
    .from(next)
    .orderBy(desc(next.id))
    .limit(1);
  return last ?? null;
}

/**
 * Payments and refunds of orders among these ledger entries that have no document. Extra payments
 * are not recorded without their invoice.
 */
export function selectBookings(db: Executor, { after, upTo }: { after: number; upTo: number }) {
  return db
    .select({
      entryId: ledgerEntries.id,
      at: ledgerEntries.at,
      orderId: payments.orderId,
      refundId: ledgerEntries.refundId,
    })
    .from(ledgerEntries)
    .innerJoin(
      payments,
      and(eq(payments.id, ledgerEntries.paymentId), eq(payments.status, 'captured')),
    )
    .leftJoin(refunds, eq(refunds.id, ledgerEntries.refundId))
    .where(
      and(
        gt(ledgerEntries.id, after),
        lte(ledgerEntries.id, upTo),
        sql`case ${ledgerEntries.kind}
          when 'capture' then ${payments.returnId} is null and not exists (select from ${documents} d
            where d.order_id = ${payments.orderId} and d.kind = 'invoice' and d.return_id is null)
          when 'refund' then ${isRefunded}
            and not exists (select from ${documents} d where d.refund_id = ${refunds.id})
          else false end`,
      ),
    )
    .orderBy(asc(ledgerEntries.id));
}

/**
 * Refunds that staff settled without the provider until then, and that have no credit note. The
 * ledger has no entries for them.
 */
export async function selectSettled(
  db: Executor,
  until: Date | null,
): Promise<{ id: string; at: Date | null }[]> {
  return db
    .select({ id: refunds.id, at: refunds.doneAt })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.status, 'captured')))
    .leftJoin(documents, eq(documents.refundId, refunds.id))
    .where(
      and(
        // A literal status, so that PostgreSQL uses the partial index.
        sql`${refunds.status} = 'settled'`,
        isNull(documents.id),
        until ? lte(refunds.doneAt, until) : undefined,
      ),
    )
    .orderBy(asc(refunds.doneAt), asc(refunds.id));
}

/** Orders that were paid since then and have no invoice, in the order of their payment. */
export function selectPaidWithoutInvoice(db: Executor, since: Date) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        sql`${orders.status} = 'paid' and ${orders.paidAt} >= ${since}::timestamptz`,
        sql`not exists (select from ${documents} d where d.order_id = orders.id
          and d.kind = 'invoice' and d.return_id is null)`,
      ),
    )
    .orderBy(asc(orders.paidAt), asc(orders.id));
}

/** Refunds that were carried out since then and have no credit note, the earliest first. */
export function selectDoneWithoutNote(db: Executor, since: Date) {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.status, 'captured')))
    .where(
      and(
        isRefunded,
        sql`${refunds.doneAt} >= ${since}::timestamptz`,
        sql`not exists (select from ${documents} d where d.refund_id = refunds.id)`,
      ),
    )
    .orderBy(asc(refunds.doneAt), asc(refunds.id));
}
