import { counted } from '#shared/counted.ts';
import type { UnshippedOrders } from '../../orders/orders.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';

/** Tells the shop which orders wait too long to be shipped. */
export function unshippedOrders(
  { count, isMore, days, numbers }: UnshippedOrders,
  baseUrl: string,
): EmailTemplate {
  const orders = isMore ? `More than ${counted(count, 'order')}` : counted(count, 'order');
  const heading = `${orders} ${count === 1 ? 'waits' : 'wait'} to be shipped`;
  return {
    subject: heading,
    heading,
    blocks: [
      text(`Paid more than ${counted(days, 'day')} ago and not shipped, the oldest first:`),
      { kind: 'list', items: numbers },
      ...(count > numbers.length ? [text('The others are in the list of orders.')] : []),
      { kind: 'action', label: 'Look at orders', url: `${baseUrl}/admin/orders` },
    ],
  };
}
