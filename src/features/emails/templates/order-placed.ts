import { formatDay, formatTime } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { Block, EmailTemplate } from '../render-email.ts';
import {
  addressOf,
  deliveryOf,
  goesTo,
  itemsOf,
  type Repeated,
  text,
  thanks,
} from './order-parts.ts';

/** An unpaid order, with its due day and a link to pay. */
export function orderPlaced(
  order: OrderView,
  links: OrderPageLinks,
  repeated: Repeated,
): EmailTemplate {
  const due: Block[] = [
    text(
      `Please pay by ${formatTime(order.paymentDueAt)}. After that the order is cancelled and the items go back on sale.`,
    ),
    ...(order.verifiedDueAt
      ? [
          text(
            order.isGuest
              ? `With an account you have until ${formatTime(order.verifiedDueAt)}: make one on the page of your order, and confirm your email address.`
              : `Once your email address is confirmed, you have until ${formatTime(order.verifiedDueAt)}. We sent you a link for that; your account page sends a new one.`,
          ),
        ]
      : []),
    { kind: 'action', label: 'Pay now', url: links.payment },
  ];
  return {
    subject: `Your order ${order.number}`,
    heading: thanks(repeated),
    blocks: [
      text(
        `We have received your order ${order.number} of ${formatDay(order.createdAt)}. It goes to ${goesTo(order, repeated)}.`,
      ),
      ...addressOf(repeated),
      ...deliveryOf(order),
      itemsOf(order),
      ...(order.status === 'pending' ? due : []),
    ],
  };
}
