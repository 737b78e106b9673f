import { formatTime } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { EmailTemplate } from '../render-email.ts';
import { itemsOf, text } from './order-parts.ts';

export function orderExpired(order: OrderView, baseUrl: string): EmailTemplate {
  return {
    subject: `Your order ${order.number} has expired`,
    heading: 'Your order has expired',
    blocks: [
      text(
        `Order ${order.number} was not paid by ${formatTime(order.paymentDueAt)}, so it was cancelled. Nothing was charged.`,
      ),
      itemsOf(order),
      text('You are welcome to order again.'),
      { kind: 'action', label: 'Back to the shop', url: baseUrl },
    ],
  };
}
