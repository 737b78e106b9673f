import { formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import {
  addressOf,
  deliveryOf,
  goesTo,
  itemsOf,
  type Repeated,
  text,
  thanks,
} from './order-parts.ts';

/** The receipt. `isFirst` when no email about the placed order was sent. */
export function orderPaid(
  order: OrderView,
  links: OrderPageLinks,
  repeated: Repeated,
  isFirst: boolean,
): EmailTemplate {
  const { payment, number } = order;
  const invoice = order.documents.find(({ kind }) => kind === 'invoice');
  const card = payment?.last4 ? ` from the card ending in ${payment.last4}` : '';
  const received = `We received ${formatMoney(order.totalMinor)}${card}`;
  return {
    subject: isFirst
      ? `Your order ${number} is placed and paid`
      : `Receipt for your order ${number}`,
    heading: isFirst ? thanks(repeated) : 'Thank you for your payment',
    blocks: [
      text(
        isFirst
          ? `We have received your order ${number} of ${formatDay(order.createdAt)}, and it is paid. ${received}. The order goes to ${goesTo(order, repeated)}.`
          : `${received} for your order ${number}. The order goes to ${goesTo(order, repeated)}.`,
      ),
      ...addressOf(repeated),
      ...deliveryOf(order),
      itemsOf(order),
      ...(payment?.transaction ? [text(`Transaction ${payment.transaction}.`)] : []),
      ...(invoice ? [text(`Invoice ${invoice.label} is on the page of your order.`)] : []),
      { kind: 'action', label: 'Look at your order', url: links.order },
    ],
  };
}
