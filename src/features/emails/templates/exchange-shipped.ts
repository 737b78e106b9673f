import { formatDay } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { addressOf, goesTo, parcelOf, type Repeated, text, trackingOf } from './order-parts.ts';

/** What goes out for a return is on its way: what is in the parcel, and how to track it. */
export function exchangeShipped(
  order: OrderView,
  fulfillmentId: string,
  links: OrderPageLinks,
  repeated: Repeated,
): EmailTemplate {
  const { parcel, items } = parcelOf(order, fulfillmentId);
  const by = parcel.carrier ? ` ${parcel.carrier} brings it.` : '';
  return {
    subject: `Your exchange for order ${order.number} is on its way`,
    heading: 'Your exchange is on its way',
    blocks: [
      text(
        `We sent what you chose in exchange for items of your order ${order.number} to ${goesTo(order, repeated)} on ${formatDay(parcel.shippedAt)}.${by}`,
      ),
      ...trackingOf(parcel),
      text('In this parcel:'),
      { kind: 'list', items },
      ...addressOf(repeated),
      { kind: 'action', label: 'Look at your return', url: links.returns },
    ],
  };
}
