/** What the forms of the page of an order have in common. */
import type { TakingBack } from '#features/fulfillment/fulfillment.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { AppError } from '#shared/errors.ts';
import { toDecimal } from '#shared/money.ts';
import type { Visit } from '../../../shop-context.ts';
import { SURE } from '../sections/confirmed-form.tsx';

/** A form that would refund money asks first. It names the amount, and its button posts it. */
export interface RefundQuestion {
  intent: 'cancel' | 'refund';
  amountMinor: number;
  /** What the form had, with the amount. */
  fields: [name: string, value: string][];
}

/** The form that takes back a parcel asks first. Its button posts it again. */
export interface TakeBackQuestion extends TakingBack {
  intent: 'take-back';
  fields: [name: string, value: string][];
}

/** What a form did: the name of the notice, with the refund that it made, or a question first. */
export type Outcome =
  | string
  | { notice: string; refundId: string | null }
  | { question: RefundQuestion | TakeBackQuestion };

/** The question before an amount is refunded; null if the form was asked, or refunds nothing. */
export function questionOf(
  posted: FormData,
  intent: RefundQuestion['intent'],
  { amountMinor, order }: { amountMinor: number; order: OrderView },
): { question: RefundQuestion } | null {
  // What is more than may be refunded is refused anyway.
  const isRefunding = amountMinor > 0 && amountMinor <= (order.payment?.refundableMinor ?? 0);
  if (posted.has(SURE) || !isRefunding) return null;
  const amountField = intent === 'cancel' ? 'refund' : 'amount';
  const fields = fieldsOf(posted).filter(([name]) => name !== amountField);
  fields.push([amountField, String(toDecimal(amountMinor))], [SURE, 'yes']);
  return { question: { intent, amountMinor, fields } };
}

/** What a form had, for a question that posts it again. */
export function fieldsOf(posted: FormData): [name: string, value: string][] {
  return [...posted].flatMap<[string, string]>(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

export type Handler = (
  visit: Visit,
  id: string,
  posted: FormData,
  /** The version that the page showed, and the key that makes repeated posts count once. */
  shown: { version: number; key: string },
) => Promise<Outcome>;

/**
 * The lines with units. Lines with 0 stay for another parcel. Each line has a field for its SKU and
 * one for its units.
 */
export function readLines(posted: FormData): { sku: string; quantity: number }[] {
  const units = posted.getAll('units');
  return posted
    .getAll('sku')
    .map((sku, index) => ({ sku: String(sku), quantity: Number(units[index]) }))
    .filter(({ quantity }) => quantity !== 0);
}

export function invalid(message = 'Please reload the page and try again.'): AppError {
  return new AppError('invalid_request', message);
}
