/**
 * Owns invoices, credit notes and debit notes. Promises: an order has its invoice from the moment it
 * is paid, a refund has its credit note from the moment it is carried out, and the debit note that
 * takes it back from the moment staff withdraw the refund; the numbers of a kind have no
 * gap and no duplicate; a document never changes and is never removed.
 *
 * Lock order: the row of the series is the last lock of a transaction, and only the transaction of
 * `payments/catch-up-documents.ts` takes both rows. A transaction that holds a row only has to
 * commit, so nobody can deadlock over it. Callers issue documents in their last statement, so that
 * other payments wait for one commit at most. `limitSeries` ends the transaction of a process that
 * hangs before its commit. A payment that waits for it gives up early, and the jobs settle that
 * payment.
 */
import type { Executor, Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import {
  type CarriedOutRefund,
  creditNoteContent,
  debitNoteContent,
  invoiceContent,
  readContent,
} from './content.ts';
import type { DocumentKind, StoredDocument } from './documents.schema.ts';
import {
  type DocumentedOrder,
  insertDocuments,
  type NewDocument,
  selectCreditNote,
  selectDocument,
  selectDocumented,
  selectDocumentsIn,
  selectDocumentsOf,
  selectExtraInvoices,
} from './documents.store.ts';
import {
  type CreditedInvoice,
  type ExtraInvoice,
  extraCreditNoteContent,
  extraInvoiceContent,
} from './extra-content.ts';

export type { CarriedOutRefund } from './content.ts';
export { preparePdf } from './document-pdf.ts';
export type { DocumentedOrder } from './documents.store.ts';
export type { ExtraLine } from './extra-content.ts';
export { limitSeries } from './limit-series.ts';

const PREFIXES: Record<DocumentKind, string> = {
  invoice: 'INV-',
  credit_note: 'CN-',
  debit_note: 'DN-',
};

interface IssueOptions {
  /** Whether the documents are for earlier orders, while the series is not open yet. */
  isCatchUp?: boolean;
}

/** What the documents of these orders are made of. One statement, so it may be sent with others. */
export function readForDocuments(db: Executor, orderIds: string[]): Promise<DocumentedOrder[]> {
  return selectDocumented(db, orderIds);
}

/**
 * Issues the invoices of orders that became paid, numbered in this order, in one statement. It has
 * to be the last statement of the caller's transaction. Until the invoices of earlier orders are
 * issued, it leaves these to `catchUpDocuments`.
 */
export async function issueInvoices(
  ctx: Ctx,
  tx: Tx,
  orders: DocumentedOrder[],
  options: IssueOptions = {},
): Promise<void> {
  const rows = orders.map((order) => ({
    orderId: order.id,
    refundId: null,
    cancelsId: null,
    returnId: null,
    currency: order.currency,
    content: invoiceContent(ctx.shop, order),
  }));
  await issue(ctx, tx, 'invoice', rows, options);
}

/**
 * Issues the invoice of an extra payment. It has to be the last statement of the caller's
 * transaction. False until the invoices of earlier orders are issued.
 */
export async function issueExtraInvoice(
  ctx: Ctx,
  tx: Tx,
  orderId: string,
  { returnId, ...invoice }: { returnId: string } & ExtraInvoice,
): Promise<boolean> {
  const [order] = await selectDocumented(tx, [orderId]);
  if (!order) throw new Error(`Order ${orderId} is gone.`);
  const content = extraInvoiceContent(ctx.shop, order, invoice);
  const { currency } = order;
  const row = { orderId, refundId: null, cancelsId: null, returnId, currency, content };
  return (await issue(ctx, tx, 'invoice', [row], {})) === 1;
}

/**
 * Issues the credit notes of refunds that were carried out and have none yet, numbered in this
 * order, in one statement. It has to be the last statement of the caller's transaction. Until the
 * invoices of earlier orders are issued, it leaves these to `catchUpDocuments`.
 */
export async function issueCreditNotes(
  ctx: Ctx,
  tx: Tx,
  refunds: CarriedOutRefund[],
  options: IssueOptions = {},
): Promise<void> {
  if (refunds.length === 0) return;
  const ids = [...new Set(refunds.map(({ orderId }) => orderId))];
  const orders = new Map((await selectDocumented(tx, ids)).map((order) => [order.id, order]));
  const invoices = await findExtraInvoices(tx, refunds);
  const rows = refunds.flatMap((refund) => {
    const order = orders.get(refund.orderId);
    const { orderId, id: refundId, returnId } = refund;
    if (!order) return [];
    const invoice = returnId === null ? null : invoices.get(returnId);
    const content = invoice
      ? extraCreditNoteContent(ctx.shop, refund, invoice)
      : creditNoteContent(ctx.shop, order, refund);
    if (invoice) invoice.creditedMinor += refund.amountMinor;
    const { currency } = order;
    return [{ orderId, refundId, cancelsId: null, returnId, currency, content }];
  });
  await issue(ctx, tx, 'credit_note', rows, options);
}

/**
 * Issues the debit note that takes back the credit note of a refund, if it has one. The refund was
 * withdrawn in the caller's transaction, and this has to be the last statement of it. Their series
 * has nothing to catch up on, so it needs not be open.
 */
export async function issueDebitNote(ctx: Ctx, tx: Tx, refundId: string): Promise<void> {
  const note = await selectCreditNote(tx, refundId);
  if (!note) return;
  const { id: cancelsId, orderId, currency } = note;
  const content = debitNoteContent(ctx.shop, {
    ...note,
    content: readContent(note.content),
  });
  const row = { orderId, refundId: null, cancelsId, returnId: null, currency, content };
  await issue(ctx, tx, 'debit_note', [row], { isCatchUp: true });
}

async function findExtraInvoices(
  tx: Tx,
  refunds: CarriedOutRefund[],
): Promise<Map<string, CreditedInvoice>> {
  const ids = refunds.flatMap(({ orderId, returnId }) => (returnId === null ? [] : [orderId]));
  if (ids.length === 0) return new Map();
  const rows = await selectExtraInvoices(tx, ids);
  return new Map(
    rows.map((row) => [row.returnId ?? '', { ...row, content: readContent(row.content) }]),
  );
}

/** Returns how many documents were written. */
async function issue(
  ctx: Ctx,
  tx: Tx,
  kind: DocumentKind,
  rows: Omit<NewDocument, 'id'>[],
  { isCatchUp = false }: IssueOptions,
): Promise<number> {
  if (rows.length === 0) return 0;
  const named = rows.map((row) => ({ ...row, id: newId('doc') }));
  const { invoicePrefix, creditNotePrefix, debitNotePrefix } = ctx.shop.documents ?? {};
  const own = {
    invoice: invoicePrefix,
    credit_note: creditNotePrefix,
    debit_note: debitNotePrefix,
  };
  const prefix = own[kind] ?? PREFIXES[kind];
  return insertDocuments(tx, named, { kind, prefix, at: ctx.now(), isCatchUp });
}

/** A document by its id, for use cases that check whose it is; null for an unknown one. */
export async function findDocument(ctx: Ctx, id: string): Promise<StoredDocument | null> {
  const row = await selectDocument(ctx.db, id);
  return row ? toStored(row) : null;
}

/** All documents of an order, the first one first, for use cases that have checked whose it is. */
export async function documentsOf(ctx: Ctx, orderId: string): Promise<StoredDocument[]> {
  return (await selectDocumentsOf(ctx.db, orderId)).map(toStored);
}

/** Documents that were issued in a period, by time, in batches; for use cases of staff. */
export async function* streamDocuments(
  ctx: Ctx,
  period: { from: Date | null; before: Date | null },
  batch: number,
): AsyncGenerator<StoredDocument[]> {
  let after: { issuedAt: Date; id: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof selectDocumentsIn>> = await selectDocumentsIn(
      ctx.db,
      period,
      batch,
      after,
    );
    yield rows.map(toStored);
    after = rows.at(-1) ?? null;
    if (!after || rows.length < batch) return;
  }
}

function toStored({
  number: _,
  issuedAt,
  ...row
}: NonNullable<Awaited<ReturnType<typeof selectDocument>>>): StoredDocument {
  const content = readContent(row.content);
  return { ...row, content, issuedAt: issuedAt.toISOString(), timeZone: content.timeZone };
}
