import { formatDay } from '#shared/dates.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import {
  addressOf,
  goesTo,
  laterOf,
  parcelOf,
  type Repeated,
  text,
  trackingOf,
} from './order-parts.ts';

/** A parcel that is on its way: what is in it, how to track it, and what is still to come. */
export function orderShipped(
  order: OrderView,
  fulfillmentId: string,
  links: OrderPageLinks,
  repeated: Repeated,
): EmailTemplate {
  const { parcel, items } = parcelOf(order, fulfillmentId);
  const later = laterOf(order);
  const by = parcel.carrier ? ` ${parcel.carrier} brings it.` : '';
  const isPart = order.fulfillments.length > 1 || later.length > 0;
  return {
    subject: isPart
      ? `A part of your order ${order.number} is on its way`
      : `Your order ${order.number} is on its way`,
    heading: isPart ? 'A part of your order is on its way' : 'Your order is on its way',
    blocks: [
      text(
        `We sent a parcel of your order ${order.number} to ${goesTo(order, repeated)} on ${formatDay(parcel.shippedAt)}.${by}`,
      ),
      ...trackingOf(parcel),
      text('In this parcel:'),
      { kind: 'list', items },
      ...addressOf(repeated),
      ...(later.length > 0
        ? [
            text('We send the rest later:'),
            {
              kind: 'list',
              items: later,
            } as const,
          ]
        : []),
      { kind: 'action', label: 'Look at your order', url: links.order },
    ],
  };
}
