import { formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { itemsOf, text } from './order-parts.ts';

/** An order that must be paid soon, with a link to pay. */
export function paymentReminder(order: OrderView, links: OrderPageLinks): EmailTemplate {
  const { number, totalMinor, paymentDueAt } = order;
  return {
    subject: `Please pay your order ${number}`,
    heading: 'Your order is waiting for payment',
    blocks: [
      text(
        `We keep the items of your order ${number} until ${formatTime(paymentDueAt)}. After that the order is cancelled. It costs ${formatMoney(totalMinor)}.`,
      ),
      itemsOf(order),
      { kind: 'action', label: 'Pay now', url: links.payment },
    ],
  };
}
