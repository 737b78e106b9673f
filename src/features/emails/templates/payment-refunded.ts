import { itemsInWords } from '#shared/items-in-words.ts';
import { formatMoney } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import { type OrderRefundView, taxOfRefund } from '../../orders/refunds/refund-view.schema.ts';
import type { RefundView } from '../../payments/payments.ts';
import type { Block, EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';

/** Money that goes back: how much, and for what. `parts` is the refund as its order has it. */
export function paymentRefunded(
  refund: RefundView,
  order: OrderView | null,
  parts: OrderRefundView | null,
): EmailTemplate {
  const amount = formatMoney(refund.amountMinor);
  const whole = refund.amountMinor === refund.paidMinor;
  const paid = formatMoney(refund.paidMinor);
  const what = whole ? `your payment of ${amount}` : `${amount} of your payment of ${paid}`;
  const card = refund.last4 ? ` It goes to the card ending in ${refund.last4}.` : '';
  const arrival = refund.isOutside
    ? 'You did not pay by card, so we give it back to you ourselves, in cash or by bank transfer.'
    : 'It may take your bank five to ten days to show it.';
  const note = order?.documents.find(({ refundId }) => refundId === refund.id);
  const isExtra = refund.returnId !== null;
  const about = isExtra ? 'an exchange of order' : 'order';
  const why = ownValue(isExtra ? { ...reasons, ...exchangeReasons } : reasons, refund.reason);
  return {
    subject: order ? `A refund for your order ${order.number}` : 'A refund for your payment',
    heading: whole ? 'Your payment is refunded' : 'Part of your payment is refunded',
    blocks: [
      text(`We are refunding ${what}${order ? ` for ${about} ${order.number}` : ''}.${card}`),
      ...(why ? [text(why)] : []),
      ...(order && parts ? listOf(order, parts) : []),
      ...(parts && taxOfRefund(parts) > 0
        ? [text(`It includes ${formatMoney(taxOfRefund(parts))} of taxes.`)]
        : []),
      text(arrival),
      ...(note ? [text(`Credit note ${note.label} is on the page of your order.`)] : []),
    ],
  };
}

/** What a refund is for, if it is for lines or the shipping. */
function listOf(order: OrderView, { lines, shippingMinor }: OrderRefundView): Block[] {
  const items = [
    ...lines.flatMap(({ position, quantity, lowered }) => {
      const line = order.lines[position];
      if (!line) return [];
      return lowered > 0
        ? [`a lower price of ${itemsInWords(line, lowered)}`]
        : [itemsInWords(line, quantity)];
    }),
    ...(shippingMinor > 0 ? ['Shipping'] : []),
  ];
  return items.length > 0 ? [text('It is for:'), { kind: 'list', items }] : [];
}

/** Why the payment of a difference could not be used. */
const exchangeReasons: Record<string, string> = {
  already_paid: 'The exchange was already paid, so this payment was one too many.',
  order_closed: 'Nothing was to be paid for the exchange any more.',
  amount_mismatch: 'The amount did not match what the exchange costs.',
};

/** Why a payment could not be used, by the code of the refusal. */
const reasons: Record<string, string> = {
  'exchange ended': 'The exchange that you paid it for has ended.',
  'exchange returned': 'What you paid it for came back.',
  already_paid: 'The order was already paid, so this payment was one too many.',
  order_closed: 'The order was cancelled before the payment arrived.',
  amount_mismatch: 'The amount did not match the order.',
  no_order: 'No order came with it.',
  price_changed: 'A price changed before the order was placed.',
  out_of_stock: 'An item was sold out before the order was placed.',
  product_unavailable: 'An item was no longer sold when the order was placed.',
};
