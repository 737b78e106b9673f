/** What a notice of the page of an order says of a refund. */
import { differenceKey } from '#features/order-tables/difference-key.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { outsideOf } from '#features/orders/payment/paid-parts.schema.ts';
import type { ExtraReturnView, ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { earlierRefund } from '#features/returns/earlier-refund.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import { whereItWent } from '../../../components/order/where-refunds-go.ts';
import { EXCHANGE_CANCELLED, RETURN_RECEIVED } from './staff-order-notices.ts';

const LATER = 'The refund is written down and not booked yet. The shop does that by itself.';

/** A refund of a payment outside of the shop is booked at once, and no card provider is asked. */
const outsideTexts: Record<string, string> = {
  refunded: 'The refund is recorded, and the customer gets an email.',
};
const laterTexts: Record<string, string> = {
  'refund-waits': LATER,
  'cancelled-refund-waits': `The items are cancelled. ${LATER}`,
};

/** A refund that was made, or is being made. */
const GOING = new Set<OrderView['refunds'][number]['status']>(['requested', 'done']);

interface Refunded {
  amountMinor: number;
  /** How much of it staff give back themselves. */
  outsideMinor: number;
  /** The refund of the order's own payment. */
  own: OrderView['refunds'][number] | undefined;
}

/** The text of a notice, with the amount of the refund that it is about. */
export function noticeWithRefund(
  order: Pick<OrderView, 'payment' | 'refunds' | 'returns'>,
  text: string,
  params: URLSearchParams,
): string {
  const cancelled = params.get('notice') === EXCHANGE_CANCELLED && order.returns.find(isOf(params));
  if (cancelled) return withDifference(text, cancelled);
  const refunded = refundedOf(order, params);
  if (!refunded?.amountMinor) return text;
  const { amountMinor, outsideMinor, own } = refunded;
  const isOutside = order.payment?.isOutside ?? false;
  // What waits may be the part of a card.
  const isLater = outsideMinor >= amountMinor || (isOutside && own?.status === 'requested');
  const texts = { ...outsideTexts, ...(isLater && laterTexts) };
  const other = outsideMinor > 0 ? ownValue(texts, params.get('notice') ?? '') : undefined;
  const isRefused = !isOutside && own !== undefined && !GOING.has(own.status);
  const money = whereItWent({ isOutside, isRefused, amountMinor, outsideMinor });
  return `${other ?? text} ${money}`;
}

/** Whether a return is that of the address. */
const isOf =
  (params: URLSearchParams) =>
  ({ id }: ReturnView) =>
    id === params.get('return');

/** What the refund or the return of the address gave back. That of a return may be of two payments. */
function refundedOf(
  order: Pick<OrderView, 'payment' | 'refunds' | 'returns'>,
  params: URLSearchParams,
): Refunded | null {
  const refundOf = (id: string | null) => order.refunds.find((refund) => refund.id === id);
  const one = order.returns.find(isOf(params));
  if (one && params.get('notice') === RETURN_RECEIVED) {
    // Its arrival gives back what a cheaper variant costs less.
    const own = order.refunds.find(({ key }) => key === differenceKey(one));
    const extras = one.extraReturns.filter(({ kind }) => kind === 'difference');
    return sumOf(order, own, [...extras, ...surplusAtArrival(one)]);
  }
  if (one) {
    const refund = earlierRefund(order, one);
    return refund && sumOf(order, refundOf(refund.refundId), refund.extras);
  }
  const own = refundOf(params.get('refund'));
  return own ? sumOf(order, own, []) : null;
}

/** What the extra payment of a return gave back for exchanges of items that did not come. */
function surplusAtArrival({ id: paidBy, lines, extra }: ReturnView) {
  const isForLess = lines.some(
    ({ exchange }) =>
      exchange !== null &&
      exchange.released > 0 &&
      (exchange.releasedBecause ?? 'not_received') === 'not_received',
  );
  return isForLess ? [{ paidBy, amountMinor: goneBackOf(extra) }] : [];
}

const goneBackOf = (extra: ReturnView['extra']): number =>
  extra?.payment ? extra.payment.refundedMinor + extra.payment.refundOpenMinor : 0;

/** What is to be given back of the difference of an exchange that was cancelled. */
function withDifference(text: string, one: ReturnView): string {
  const goneMinor = one.extra?.payment?.isOutside ? goneBackOf(one.extra) : 0;
  if (goneMinor === 0) return text;
  return `${text} ${formatMoney(goneMinor)} of the difference is refunded by now. Please give it back yourself.`;
}

function sumOf(
  order: Pick<OrderView, 'payment' | 'returns'>,
  own: Refunded['own'],
  extras: Pick<ExtraReturnView, 'paidBy' | 'amountMinor'>[],
): Refunded {
  const orderMinor = own?.amountMinor ?? 0;
  const amountMinor = extras.reduce((sum, part) => sum + part.amountMinor, orderMinor);
  return { amountMinor, outsideMinor: outsideOf(order, { orderMinor, extras }), own };
}
