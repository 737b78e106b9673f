/** What the forms of the page of an order have in common. */
import type { TakingBack } from '#features/fulfillment/fulfillment.schema.ts';
import { lacksAddress } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { AppError } from '#shared/errors.ts';
import { toDecimal } from '#shared/money.ts';
import { toAmountText } from '#shared/read-amount.ts';
import { SURE } from '../../../components/console/confirmed-form.tsx';
import type { NoticeName } from '../../../notices.ts';
import type { Visit } from '../../../shop-context.ts';
import type { PostedFields } from './order-forms.tsx';
import type { staffOrderNotices } from './staff-order-notices.ts';

/** A form that would refund money asks first. It names the amount, and its button posts it. */
export interface RefundQuestion {
  intent: 'cancel' | 'refund' | 'return-refund' | 'exchange-cancel';
  amountMinor: number;
  /** How much of that staff give back themselves. */
  outsideMinor: number;
  /** Whether it refunds units; else it is for the shipping, or an amount alone. */
  isForUnits: boolean;
  /** The state of the return that a 'return-refund' refunds. */
  ofReturn?: ReturnView['state'];
  /** What the form had, with the amount. */
  fields: PostedFields;
}

/** The form that takes back a parcel asks first. Its button posts it again. */
export interface TakeBackQuestion extends TakingBack {
  intent: 'take-back';
  fields: PostedFields;
}

/** The form that ships an order without an address asks first. Its button posts it again. */
export interface AddressQuestion {
  intent: 'fulfill' | 'exchange-ship';
  fields: PostedFields;
}

/** What ends that an order, or the difference of an exchange, is unpaid asks first. */
export interface UnpaidQuestion {
  intent: 'mark-paid' | 'cancel-order' | 'difference-paid' | 'difference-waive';
  fields: PostedFields;
}

/** Any question of the page. */
export type OrderPageQuestion =
  | RefundQuestion
  | TakeBackQuestion
  | AddressQuestion
  | UnpaidQuestion;

/** The field of a question with the amount that staff typed, which may be none. */
const TYPED = 'typed';

type OrderNoticeName = NoticeName<typeof staffOrderNotices>;

/**
 * What a form did: the notice, with the refund or the return that it names, or a question first.
 * `orderId` is the order whose page shows it, if it is another one.
 */
export type Outcome =
  | OrderNoticeName
  | { notice: OrderNoticeName; refundId?: string | null; returnId?: string; orderId?: string }
  | { question: OrderPageQuestion };

/** The notices after a refund. */
export const refundNotices = {
  done: 'refunded',
  waiting: 'refund-waits',
  refused: 'refund-refused',
} as const;

/** The question before an amount is refunded; null if the form was asked, or refunds nothing. */
export function questionOf(
  posted: FormData,
  intent: RefundQuestion['intent'],
  {
    amountMinor,
    order,
    orderMinor = amountMinor,
    outsideMinor = order.payment?.isOutside ? orderMinor : 0,
    isForUnits = readLines(posted).length > 0,
    ofReturn,
  }: {
    amountMinor: number;
    /** How much of that is of the order's own payment. */
    orderMinor?: number;
    /** How much of it staff give back themselves. */
    outsideMinor?: number;
    isForUnits?: boolean;
    order: OrderView;
    ofReturn?: ReturnView['state'];
  },
): { question: RefundQuestion } | null {
  // What is more than may be refunded is refused anyway.
  const isRefunding = amountMinor > 0 && orderMinor <= (order.payment?.refundableMinor ?? 0);
  if (posted.has(SURE) || !isRefunding) return null;
  const amountField = amountFieldOf(intent);
  const typed = String(posted.get(amountField) ?? '');
  const fields = fieldsOf(posted).filter(([name]) => name !== amountField);
  fields.push([amountField, String(toDecimal(amountMinor))], [TYPED, typed], [SURE, 'yes']);
  const question = { intent, amountMinor, outsideMinor, isForUnits, fields };
  return { question: { ...question, ...(ofReturn && { ofReturn }) } };
}

const amountFieldOf = (intent: string) => (intent === 'cancel' ? 'refund' : 'amount');

/** What a form had before a question filled in its amount. */
export function typedFieldsOf(posted: FormData): PostedFields {
  const typed = posted.get(TYPED);
  if (typeof typed !== 'string') return fieldsOf(posted);
  const amountField = amountFieldOf(String(posted.get('intent')));
  return fieldsOf(posted)
    .filter(([name]) => name !== TYPED)
    .map(([name, value]) => [name, name === amountField ? typed : value]);
}

/**
 * The question before something is sent without an address; null if the form was asked. `preview`
 * refuses what would be refused after it, so that nobody confirms in vain.
 */
export function addressQuestionOf(
  posted: FormData,
  intent: AddressQuestion['intent'],
  order: OrderView,
  preview: (order: OrderView) => void,
): { question: AddressQuestion } | null {
  if (posted.has(SURE) || !lacksAddress(order)) return null;
  preview(order);
  return { question: { intent, fields: [...fieldsOf(posted), [SURE, 'yes']] } };
}

/**
 * The question before something unpaid ends; null if the form was asked. `preview` refuses what would be
 * refused after it, so that nobody confirms in vain.
 */
export async function unpaidQuestionOf(
  posted: FormData,
  intent: UnpaidQuestion['intent'],
  preview: () => Promise<void> = async () => {},
): Promise<{ question: UnpaidQuestion } | null> {
  if (posted.has(SURE)) return null;
  await preview();
  return { question: { intent, fields: [...fieldsOf(posted), [SURE, 'yes']] } };
}

/** What a form had, for a question that posts it again. */
export function fieldsOf(posted: FormData): PostedFields {
  return [...posted].flatMap<PostedFields[number]>(([name, value]) =>
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

/** An amount that staff typed, as calls have it; undefined for an empty field. */
export function readAmountField(posted: FormData, name: string): string | undefined {
  return toAmountText(String(posted.get(name) ?? '')) || undefined;
}

export function invalid(message = 'Please reload the page and try again.'): AppError {
  return new AppError('invalid_request', message);
}
