import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';

/** The link of a guest's order, which somebody asked for by its number and email. */
export function orderLink({ number }: OrderView, links: OrderPageLinks): EmailTemplate {
  return {
    subject: `The link of your order ${number}`,
    heading: `Your order ${number}`,
    blocks: [
      text('Somebody asked for the link of this order. Whoever has it can see the order.'),
      { kind: 'action', label: 'Look at your order', url: links.order },
      text('If this was not you, you can ignore this email.'),
    ],
  };
}
