/** What a notice of the page of an order says of a refund. */
import { differenceKey } from '#features/order-tables/difference-key.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
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
  const { amountMinor, own } = refunded;
  const isOutside = order.payment?.isOutside ?? false;
  const texts = own?.status === 'requested' ? laterTexts : outsideTexts;
  const other = isOutside && own ? ownValue(texts, params.get('notice') ?? '') : undefined;
  const money = whereItWent({ isOutside, amountMinor, orderMinor: own?.amountMinor ?? 0 });
  return `${other ?? text} ${money}`;
}

/** What the refund or the return of the address gave back. That of a return may be of two payments. */
function refundedOf(
  order: Pick<OrderView, 'refunds' | 'returns'>,
  params: URLSearchParams,
): Refunded | null {
  const refundOf = (id: string | null) => order.refunds.find((refund) => refund.id === id);
  const one = order.returns.find(({ id }) => id === params.get('return'));
  if (one && params.get('notice') === RETURN_RECEIVED) {
    // Its arrival gives back what a cheaper variant costs less.
    const own = order.refunds.find(({ key }) => key === differenceKey(one));
    const ofExtras = one.extraReturns
      .filter(({ kind }) => kind === 'difference')
      .reduce((sum, part) => sum + part.amountMinor, 0);
    return { amountMinor: (own?.amountMinor ?? 0) + ofExtras, own };
  }
  if (one) {
    const refund = earlierRefund(order, one);
    return refund && { amountMinor: refund.amountMinor, own: refundOf(refund.refundId) };
  }
  const own = refundOf(params.get('refund'));
  return own ? { amountMinor: own.amountMinor, own } : null;
}
