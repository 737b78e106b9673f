/** Informs the shop about a new order. Text from customers is escaped, on one line each. */
import { formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { oneLine } from '#shared/one-line.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { EmailTemplate } from '../render-email.ts';
import { deliveryInWords, itemsOf } from './order-parts.ts';

export function newOrder(order: OrderView, baseUrl: string, isConfirmed: boolean): EmailTemplate {
  const { number, city, zip, country, address } = order;
  const isPaid = order.status === 'paid';
  const total = formatMoney(order.totalMinor);
  const delivery = deliveryInWords(order);
  return {
    subject: `New order ${number}: ${total}, ${isPaid ? 'paid' : 'not paid yet'}`,
    heading: `New order ${number}`,
    blocks: [
      {
        kind: 'list',
        items: [
          `Customer: ${oneLine(order.name, 120)}`,
          `Email: ${oneLine(order.email)}${isConfirmed ? '' : ' (not confirmed)'}`,
          `Goes to: ${oneLine(address ? address.lines.join(', ') : [city, zip, country].filter(Boolean).join(', '), 700)}`,
          ...(delivery ? [`Delivery: ${delivery}`] : []),
          ...(address?.phoneText ? [`Phone: ${address.phoneText}`] : []),
          ...(address ? [] : ['Address missing: only the city is known']),
          isPaid ? `Paid: ${total}` : `Not paid yet, due by ${formatTime(order.paymentDueAt)}`,
        ],
      },
      itemsOf(order),
      {
        kind: 'action',
        label: 'View in All Orders',
        url: `${baseUrl}/AllOrders?${new URLSearchParams({ q: number })}`,
      },
    ],
  };
}
