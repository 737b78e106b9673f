import type { OrderView } from '../../orders/orders.schema.ts';
import type { EmailTemplate } from '../render-email.ts';
import { itemsOf, text } from './order-parts.ts';

export function orderCancelled(order: OrderView): EmailTemplate {
  return {
    subject: `Your order ${order.number} is cancelled`,
    heading: 'Your order is cancelled',
    blocks: [
      text(`Order ${order.number} is cancelled, and there is nothing left to pay.`),
      itemsOf(order),
    ],
  };
}
