/**
 * Documents as rows of a CSV file. Amounts of credit notes are negative, so that sums are right.
 * 'Refers to' is the invoice of a credit note, and the credit note of a debit note.
 */
import { toDecimal } from '#shared/money.ts';
import { type DocumentView, documentNames } from '../documents/documents.schema.ts';
import type { CsvRow } from './csv.ts';

export const documentColumns = [
  'Number',
  'Kind',
  'State',
  'Issued',
  'Order',
  'Paid',
  'Refers to',
  'Name',
  'Email',
  'Bill to',
  'Currency',
  'Lines',
  'Shipping',
  'Tax',
  'Tax included',
  'Other',
  'Total',
] as const;

/** The row of a document. */
export function toDocumentRow({
  kind,
  label,
  issuedAt,
  currency,
  content,
  isWithdrawn,
}: DocumentView): CsvRow<(typeof documentColumns)[number]> {
  // Amounts are numbers, because a text that begins with a minus would look like a formula.
  const sign = kind === 'credit_note' ? -1 : 1;
  const money = (minor: number) => toDecimal(minor === 0 ? 0 : sign * minor);
  const { customer, order, lines, shippingMinor, otherMinor, totalMinor } = content;
  const { taxes, taxesIncluded } = content;
  return {
    Number: label,
    Kind: documentNames[kind],
    State: isWithdrawn ? 'Withdrawn' : null,
    Issued: issuedAt,
    Order: order.number,
    Paid: order.paidAt,
    'Refers to': content.invoice?.label ?? null,
    Name: customer.name,
    Email: customer.email,
    'Bill to': content.billTo.join(', '),
    Currency: currency,
    Lines: money(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
    Shipping: money(shippingMinor),
    Tax: money(taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0)),
    'Tax included': taxes.length === 0 ? null : taxesIncluded ? 'yes' : 'no',
    Other: money(otherMinor),
    Total: money(totalMinor),
  };
}
