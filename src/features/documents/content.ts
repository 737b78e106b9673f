/** What documents print, made of an order as it is. Nothing here reads the database. */
import { addedTax, NO_TAX, sumTaxes, type Taxed, taxOf } from '#shared/taxes.ts';
import { variantName } from '#shared/variant-options.ts';
import { viewAddress } from '../addresses/addresses.ts';
import type { Ctx } from '../context.ts';
import {
  type CreditReason,
  type DocumentContent,
  type DocumentSeller,
  ZONE_BEFORE_ZONES,
} from './documents.schema.ts';
import type { DocumentedOrder } from './documents.store.ts';

/** A refund that was carried out. Its lines refer to those of its order, counted from 0. */
export interface CarriedOutRefund {
  id: string;
  orderId: string;
  /** The return whose extra payment it is of; null for one of the order's own payment. */
  returnId: string | null;
  /**
   * The key of the refund's request. It tells whether the refund is for a return or a cancellation.
   */
  key: string | null;
  amountMinor: number;
  shippingMinor: number;
  shippingTaxMinor: number;
  lines: { position: number; quantity: number; amountMinor: number; taxMinor: number }[];
  /** What lines cost less because of an exchange, with tax. Their units stay with the customer. */
  differences: { position: number; amountMinor: number }[];
}

/** The invoice of a paid order. */
export function invoiceContent(shop: Ctx['shop'], order: DocumentedOrder): DocumentContent {
  const lines = order.lines.map((line) => ({
    ...toLine(line),
    quantity: line.quantity,
    amountMinor: line.lineTotalMinor,
  }));
  const { shippingMinor, shippingTaxMinor: taxMinor } = order;
  return {
    ...headOf(shop, order),
    lines,
    shippingMinor,
    ...taxesOf(order, lines, { amountMinor: shippingMinor, taxMinor }),
    otherMinor: 0,
    totalMinor: order.totalMinor,
    invoice: null,
    reason: null,
  };
}

/**
 * The credit note of a refund. Its customer is that of the invoice, even after the account was
 * deleted. Amounts are with or without tax, as on the invoice.
 */
export function creditNoteContent(
  shop: Ctx['shop'],
  order: DocumentedOrder,
  refund: CarriedOutRefund,
): DocumentContent {
  const { invoice } = order;
  const invoiced = invoice && readContent(invoice.content);
  const { customer, billTo, shipTo, order: about } = invoiced ?? headOf(shop, order);
  const asPrinted = (amountMinor: number, taxMinor: number) =>
    amountMinor - addedTax(order.taxesIncluded, taxMinor);
  const lines = refund.lines.flatMap(({ position, quantity, amountMinor, taxMinor }) => {
    const bought = order.lines[position];
    const printed = { quantity, amountMinor: asPrinted(amountMinor, taxMinor), taxMinor };
    return bought ? [{ ...toLine(bought), ...printed }] : [];
  });
  const differences = refund.differences.flatMap(({ position, amountMinor }) => {
    const bought = order.lines[position];
    if (!bought) return [];
    const taxMinor = taxOf(amountMinor, bought.taxPpm ?? 0, true);
    return [{ ...toLine(bought), amountMinor: asPrinted(amountMinor, taxMinor), taxMinor }];
  });
  const { shippingTaxMinor } = refund;
  const shippingMinor = asPrinted(refund.shippingMinor, shippingTaxMinor);
  const shipping = { amountMinor: shippingMinor, taxMinor: shippingTaxMinor };
  const taxes = taxesOf(order, [...lines, ...differences], shipping);
  const forParts = lines.reduce(
    (sum, { amountMinor }) => sum + amountMinor,
    shippingMinor + taxes.addedTaxMinor,
  );
  return {
    ...headOf(shop, order),
    ...{ customer, billTo, shipTo, order: about },
    lines,
    shippingMinor,
    ...taxes,
    otherMinor: refund.amountMinor - forParts,
    totalMinor: refund.amountMinor,
    invoice: invoice && {
      label: invoice.label,
      issuedAt: new Date(invoice.issuedAt).toISOString(),
      timeZone: invoiced?.timeZone ?? shop.timeZone,
    },
    reason: reasonOf(refund.key),
  };
}

/** The debit note that takes back a whole credit note, with its lines and taxes. */
export function debitNoteContent(
  shop: Ctx['shop'],
  { label, issuedAt, content }: { label: string; issuedAt: Date; content: DocumentContent },
): DocumentContent {
  return {
    ...content,
    ...shopOf(shop),
    reason: 'withdrawn',
    invoice: { label, issuedAt: issuedAt.toISOString(), timeZone: content.timeZone },
  };
}

/** The taxes of lines, or of parts of them, and of what is paid for the shipping. */
export function taxesOf(
  { taxesIncluded, shippingTaxName, shippingTaxPpm }: DocumentedOrder,
  lines: (Taxed & { amountMinor: number })[],
  shipping: { amountMinor: number; taxMinor: number },
): Pick<DocumentContent, 'taxesIncluded' | 'taxes' | 'addedTaxMinor'> {
  const ofShipping = { ...shipping, taxName: shippingTaxName, taxPpm: shippingTaxPpm };
  const taxes = sumTaxes([...lines, ofShipping], taxesIncluded);
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.taxMinor, 0);
  return { taxesIncluded, taxes, addedTaxMinor: addedTax(taxesIncluded, taxMinor) };
}

// What staff wrote as the reason is for the shop's own records, so it is not printed.
function reasonOf(key: string | null): CreditReason {
  if (key?.startsWith('return ')) return 'returned';
  return key?.startsWith('cancellation ') ? 'cancelled' : 'refunded';
}

/** The parts that all documents of an order have. */
export function headOf(shop: Ctx['shop'], order: DocumentedOrder) {
  const { delivery, billing } = order.addresses ?? {};
  const shipTo = delivery ? viewAddress(delivery).lines : placeOf(order);
  return {
    ...shopOf(shop),
    customer: { name: order.name, email: order.email },
    billTo: billing ? viewAddress(billing).lines : shipTo,
    shipTo: billing ? shipTo : null,
    order: {
      number: order.number,
      placedAt: order.createdAt.toISOString(),
      paidAt: (order.paidAt ?? order.createdAt).toISOString(),
      timeZone: shop.timeZone,
    },
    shippingName: order.deliveryMethod,
  };
}

/** A stored content in the present shape, which has taxes and time zones. */
export function readContent(content: DocumentContent): DocumentContent {
  if (content.version === 3) return content;
  const { order, invoice } = content;
  const timeZone = ZONE_BEFORE_ZONES;
  const zoned = {
    ...content,
    timeZone,
    order: { ...order, timeZone },
    invoice: invoice && { ...invoice, timeZone },
  };
  if (content.version === 2) return zoned;
  const lines = content.lines.map((line) => ({ ...line, ...NO_TAX }));
  return { ...zoned, lines, taxesIncluded: false, taxes: [], addedTaxMinor: 0 };
}

/** What a new document has of the shop. */
export function shopOf(shop: Ctx['shop']) {
  return { version: 3 as const, timeZone: shop.timeZone, seller: sellerOf(shop) };
}

/** Where an order without an address goes. */
function placeOf({ name, city, zip, country }: DocumentedOrder): string[] {
  return [name, [city, zip].filter(Boolean).join(' '), country].filter(Boolean);
}

function sellerOf({ brand, contact, documents }: Ctx['shop']): DocumentSeller {
  const { name = brand, address = contact.address, taxNumber = null } = documents?.seller ?? {};
  return { name, address, taxNumber, email: contact.email, note: documents?.note ?? null };
}

function toLine({ sku, name, unitPriceMinor, ...line }: DocumentedOrder['lines'][number]) {
  const { taxMinor, taxName, taxPpm } = line;
  return { sku, name, variantName: variantName(line), unitPriceMinor, taxMinor, taxName, taxPpm };
}
