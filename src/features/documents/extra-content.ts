/** What the documents of extra payments print. An exchange for a dearer variant has its own invoice. */
import type { Ctx } from '../context.ts';
import { type CarriedOutRefund, headOf, taxesOf } from './content.ts';
import type { DocumentContent, DocumentLine } from './documents.schema.ts';
import type { DocumentedOrder } from './documents.store.ts';

/** An exchange with the difference of the prices. */
export type ExtraLine = DocumentLine;

export interface ExtraInvoice {
  paidAt: Date;
  lines: ExtraLine[];
}

/** An invoice as it is stored. */
export interface StoredInvoice {
  label: string;
  issuedAt: Date;
  content: DocumentContent;
}

/** The invoice of an extra payment. */
export function extraInvoiceContent(
  shop: Ctx['shop'],
  order: DocumentedOrder,
  { paidAt, lines: extra }: ExtraInvoice,
): DocumentContent {
  const head = headOf(shop, order);
  const lines = extra.map(({ name, ...line }) => ({ ...line, name: `Price difference: ${name}` }));
  const taxes = taxesOf(order, lines, NO_SHIPPING);
  const amounts = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    ...head,
    order: { ...head.order, paidAt: paidAt.toISOString() },
    lines,
    shippingMinor: 0,
    shippingName: null,
    ...taxes,
    otherMinor: 0,
    totalMinor: amounts + taxes.addedTaxMinor,
    invoice: null,
    reason: null,
  };
}

/**
 * The credit note of a refund of an extra payment. One of the whole amount takes back the lines and
 * taxes of its invoice. One of a part is an amount alone, like other refunds for no line.
 */
export function extraCreditNoteContent(
  shop: Ctx['shop'],
  order: DocumentedOrder,
  { amountMinor }: Pick<CarriedOutRefund, 'amountMinor'>,
  { label, issuedAt, content }: StoredInvoice,
): DocumentContent {
  const isWhole = amountMinor === content.totalMinor;
  const part = { lines: [], ...taxesOf(order, [], NO_SHIPPING), otherMinor: amountMinor };
  return {
    ...content,
    seller: headOf(shop, order).seller,
    ...(isWhole ? {} : part),
    totalMinor: amountMinor,
    invoice: { label, issuedAt: issuedAt.toISOString() },
    reason: 'refunded',
  };
}

const NO_SHIPPING = { amountMinor: 0, taxMinor: 0 };
