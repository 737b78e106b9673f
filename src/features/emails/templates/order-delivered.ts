import { formatDay } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { Block, EmailTemplate } from '../render-email.ts';
import { parcelOf, text } from './order-parts.ts';

/** A parcel that arrived. `returnDays` is how long its items can be sent back; 0 means never. */
export function orderDelivered(
  order: OrderView,
  fulfillmentId: string,
  { links, returnDays }: { links: OrderPageLinks; returnDays: number },
): EmailTemplate {
  const { parcel, items, finalSales } = parcelOf(order, fulfillmentId);
  const { number } = order;
  const day = formatDay(parcel.deliveredAt ?? parcel.shippedAt);
  return {
    subject: `A parcel of your order ${number} is delivered`,
    heading: 'Your parcel is delivered',
    blocks: [
      text(
        `A parcel of your order ${number} was delivered on ${day}. If you do not have it, please write to us.`,
      ),
      { kind: 'list', items },
      ...(returnDays > 0 ? sendBack(returnDays, { items, finalSales }) : []),
      { kind: 'action', label: 'Look at your order', url: links.order },
    ],
  };
}

/** Until when items can be sent back, and which can't be; nothing if none can be. */
function sendBack(
  days: number,
  { items, finalSales }: { items: string[]; finalSales: string[] },
): Block[] {
  if (finalSales.length === items.length) return [];
  return [
    text(`Does something not fit? You can send it back within ${days} days.`),
    ...(finalSales.length > 0
      ? [
          text('These are final sales and cannot be sent back:'),
          { kind: 'list', items: finalSales } as const,
        ]
      : []),
  ];
}
