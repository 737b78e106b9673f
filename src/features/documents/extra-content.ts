/** What the documents of extra payments print. An exchange for a dearer variant has its own invoice. */
import { addedTax, type TaxSum } from '#shared/taxes.ts';
import type { Ctx } from '../context.ts';
import { type CarriedOutRefund, headOf, shopOf, taxesOf } from './content.ts';
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

/** An invoice with what was refunded of it. */
export interface CreditedInvoice extends StoredInvoice {
  creditedMinor: number;
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
 * taxes of its invoice. One of a part is an amount alone, with its part of the taxes: that of all
 * that was refunded by then, less that of what was refunded before, so that all parts together have
 * the taxes of the invoice. `creditedMinor` was refunded before.
 */
export function extraCreditNoteContent(
  shop: Ctx['shop'],
  { amountMinor }: Pick<CarriedOutRefund, 'amountMinor'>,
  { label, issuedAt, content, creditedMinor }: CreditedInvoice,
): DocumentContent {
  const isWhole = amountMinor === content.totalMinor;
  const taxes = taxesOfPart(content, creditedMinor, amountMinor);
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.taxMinor, 0);
  const addedTaxMinor = addedTax(content.taxesIncluded, taxMinor);
  const part = { lines: [], taxes, addedTaxMinor, otherMinor: amountMinor - addedTaxMinor };
  return {
    ...content,
    ...shopOf(shop),
    ...(isWhole ? {} : part),
    totalMinor: amountMinor,
    invoice: { label, issuedAt: issuedAt.toISOString(), timeZone: content.timeZone },
    reason: 'refunded',
  };
}

/** The taxes of a part of an invoice that begins after `fromMinor`. */
function taxesOfPart(
  { taxes, totalMinor }: DocumentContent,
  fromMinor: number,
  amountMinor: number,
): TaxSum[] {
  const shareOf = (minor: number) => {
    const upTo = (end: number) => Number((BigInt(minor) * BigInt(end)) / BigInt(totalMinor));
    return upTo(fromMinor + amountMinor) - upTo(fromMinor);
  };
  const parts = taxes.map(({ taxMinor, netMinor, ...rate }) => {
    const share = shareOf(taxMinor);
    return { ...rate, taxMinor: share, netMinor: shareOf(taxMinor + netMinor) - share };
  });
  return parts.filter(({ taxMinor, netMinor }) => taxMinor + netMinor > 0);
}

const NO_SHIPPING = { amountMinor: 0, taxMinor: 0 };
