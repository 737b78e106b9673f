import { formatDay } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { parcelOf, text } from './order-parts.ts';

/** A parcel that arrived. `returnDays` is how long its items can be sent back; 0 means never. */
export function orderDelivered(
  order: OrderView,
  fulfillmentId: string,
  { links, returnDays }: { links: OrderPageLinks; returnDays: number },
): EmailTemplate {
  const { parcel, items, isFinalSale } = parcelOf(order, fulfillmentId);
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
      ...(returnDays > 0 && !isFinalSale
        ? [text(`Does something not fit? You can send it back within ${returnDays} days.`)]
        : []),
      { kind: 'action', label: 'Look at your order', url: links.order },
    ],
  };
}
