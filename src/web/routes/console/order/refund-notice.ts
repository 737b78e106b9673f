/** What a notice of the page of an order says of a refund. */
import { differenceKey } from '#features/order-tables/difference-key.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { outsideOf } from '#features/orders/payment/paid-parts.schema.ts';
import type { ExtraReturnView } from '#features/orders/returns/return-view.schema.ts';
import { earlierRefund } from '#features/returns/earlier-refund.schema.ts';
import { ownValue } from '#shared/own-value.ts';
import { whereItWent } from '../../../components/order/where-refunds-go.ts';
import { RETURN_RECEIVED } from './staff-order-notices.ts';

const LATER = 'The refund is written down and not booked yet. The shop does that by itself.';

/** A refund of a payment outside of the shop is booked at once, and no card provider is asked. */
const outsideTexts: Record<string, string> = {
  refunded: 'The refund is recorded, and the customer gets an email.',
};
const laterTexts: Record<string, string> = {
  'refund-waits': LATER,
  'cancelled-refund-waits': `The items are cancelled. ${LATER}`,
};

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
  const refunded = refundedOf(order, params);
  if (!refunded?.amountMinor) return text;
  const { amountMinor, outsideMinor, own } = refunded;
  const isOutside = order.payment?.isOutside ?? false;
  const texts = own?.status === 'requested' ? laterTexts : outsideTexts;
  const other = outsideMinor > 0 ? ownValue(texts, params.get('notice') ?? '') : undefined;
  const money = whereItWent({ isOutside, amountMinor, outsideMinor });
  return `${other ?? text} ${money}`;
}

/** What the refund or the return of the address gave back. That of a return may be of two payments. */
function refundedOf(
  order: Pick<OrderView, 'payment' | 'refunds' | 'returns'>,
  params: URLSearchParams,
): Refunded | null {
  const refundOf = (id: string | null) => order.refunds.find((refund) => refund.id === id);
  const one = order.returns.find(({ id }) => id === params.get('return'));
  if (one && params.get('notice') === RETURN_RECEIVED) {
    // Its arrival gives back what a cheaper variant costs less.
    const own = order.refunds.find(({ key }) => key === differenceKey(one));
    const extras = one.extraReturns.filter(({ kind }) => kind === 'difference');
    return sumOf(order, own, extras);
  }
  if (one) {
    const refund = earlierRefund(order, one);
    return refund && sumOf(order, refundOf(refund.refundId), refund.extras);
  }
  const own = refundOf(params.get('refund'));
  return own ? sumOf(order, own, []) : null;
}

function sumOf(
  order: Pick<OrderView, 'payment' | 'returns'>,
  own: Refunded['own'],
  extras: ExtraReturnView[],
): Refunded {
  const orderMinor = own?.amountMinor ?? 0;
  const amountMinor = extras.reduce((sum, part) => sum + part.amountMinor, orderMinor);
  return { amountMinor, outsideMinor: outsideOf(order, { orderMinor, extras }), own };
}
