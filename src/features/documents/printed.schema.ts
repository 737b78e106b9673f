/** What a document prints, in its order and its words, for its page and its PDF. Pure. */
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';
import {
  creditReasons,
  type DocumentKind,
  type DocumentView,
  documentNames,
} from './documents.schema.ts';

/** A text, or a time in ISO 8601 of which the day in a time zone is printed. */
export type FactPart = string | { at: string; timeZone: string };

export interface PrintedDocument {
  title: string;
  /** Printed above everything else. */
  notice: string | null;
  facts: { term: string; value: FactPart[] }[];
  seller: { name: string; lines: string[] };
  parties: { heading: string; lines: string[] }[];
  caption: string;
  /** The heading of the price is missing where lines have none. */
  columns: { item: string; units: string; price: string | null; amount: string };
  items: PrintedItem[];
  sums: { term: string; amount: string; isTotal: boolean }[];
  note: string | null;
}

export interface PrintedItem {
  sku: string;
  name: string;
  /** Empty for a variant without options. */
  variantName: string;
  quantity: number;
  /** Of one unit; null but on an invoice. */
  price: string | null;
  amount: string;
}

export function printDocument(view: DocumentView): PrintedDocument {
  const { kind, label, content } = view;
  const { seller, customer, billTo, shipTo } = content;
  const isInvoice = kind === 'invoice';
  return {
    title: `${documentNames[kind]} ${label}`,
    notice: view.isWithdrawn
      ? 'Withdrawn: the bank returned this refund. This credit note does not count any more.'
      : null,
    facts: factsOf(view),
    seller: {
      name: seller.name,
      lines: [...seller.address, ...(seller.taxNumber ? [seller.taxNumber] : []), seller.email],
    },
    parties: [
      {
        heading: 'Bill to',
        lines: [...(billTo[0] === customer.name ? [] : [customer.name]), ...billTo, customer.email],
      },
      ...(shipTo ? [{ heading: 'Ship to', lines: shipTo }] : []),
    ],
    caption: captions[kind],
    columns: { item: 'Item', units: 'Units', price: isInvoice ? 'Price' : null, amount: 'Amount' },
    items: content.lines.map(({ sku, name, variantName, quantity, ...line }) => ({
      ...{ sku, name, variantName, quantity },
      price: isInvoice ? formatMoney(line.unitPriceMinor) : null,
      amount: formatMoney(line.amountMinor),
    })),
    sums: sumsOf(view),
    note: seller.note,
  };
}

const captions: Record<DocumentKind, string> = {
  invoice: 'What was bought',
  credit_note: 'What is refunded',
  debit_note: 'What was not refunded',
};

const totals: Record<DocumentKind, string> = {
  invoice: 'Total',
  credit_note: 'Refunded',
  debit_note: 'Not refunded',
};

/** What the other document is that it refers to. */
const refersTo: Record<DocumentKind, string> = {
  invoice: 'For invoice',
  credit_note: 'For invoice',
  debit_note: 'Takes back credit note',
};

function factsOf({ kind, issuedAt, content }: DocumentView): PrintedDocument['facts'] {
  const { order, invoice, reason, timeZone } = content;
  const ordered = (at: string) => ({ at, timeZone: order.timeZone });
  return [
    { term: 'Date', value: [{ at: issuedAt, timeZone }] },
    { term: 'Order', value: [order.number] },
    { term: 'Ordered on', value: [ordered(order.placedAt)] },
    { term: 'Paid on', value: [ordered(order.paidAt)] },
    ...(invoice
      ? [
          {
            term: refersTo[kind],
            value: [`${invoice.label} of `, { at: invoice.issuedAt, timeZone: invoice.timeZone }],
          },
        ]
      : []),
    ...(reason ? [{ term: 'Reason', value: [creditReasons[reason]] }] : []),
  ];
}

function sumsOf({ kind, content, currency }: DocumentView): PrintedDocument['sums'] {
  const { lines, shippingMinor, shippingName, otherMinor, totalMinor } = content;
  const { added, included } = taxRows(content.taxes, content.taxesIncluded);
  const isInvoice = kind === 'invoice';
  const subtotalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const row = (term: string, minor: number, isTotal = false) => ({
    ...{ term, isTotal },
    amount: formatMoney(minor),
  });
  const withNet = ([term, minor]: [string, number], index: number) =>
    row(`${term} on ${formatMoney(content.taxes[index]?.netMinor ?? 0)}`, minor);
  return [
    ...(lines.length > 0 ? [row('Subtotal', subtotalMinor)] : []),
    ...(isInvoice || shippingMinor > 0
      ? [row(shippingName ? `Shipping (${shippingName})` : 'Shipping', shippingMinor)]
      : []),
    ...added.map(withNet),
    ...(otherMinor > 0 ? [row('Not for single items', otherMinor)] : []),
    row(`${totals[kind]} ${currency}`, totalMinor, true),
    ...included.map(withNet),
  ];
}
