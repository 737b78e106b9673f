import { itemsInWords } from '#shared/items-in-words.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import { OWN_CANCELLATION, refundKeyOfCancellation } from '../../orders/view/parcel-view.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { laterOf, text } from './order-parts.ts';

/** Units that were cancelled before they were shipped. A refund has an email of its own. */
export function orderLinesCancelled(
  order: OrderView,
  key: string,
  links: OrderPageLinks,
): EmailTemplate {
  const cancellation = order.cancellations.find((one) => one.key === key);
  if (!cancellation) throw new Error(`Cancellation ${key} is not in order ${order.id}.`);
  const later = laterOf(order);
  const isRefunded = order.refunds.some(
    (refund) =>
      refund.key === refundKeyOfCancellation(key) &&
      (refund.status === 'requested' || refund.status === 'done'),
  );
  const isAll = order.fulfillmentStatus === 'cancelled';
  return {
    subject: isAll
      ? `Your order ${order.number} is cancelled`
      : `A part of your order ${order.number} is cancelled`,
    heading: isAll ? 'Your order is cancelled' : 'A part of your order is cancelled',
    blocks: [
      text(
        key === OWN_CANCELLATION
          ? `You cancelled these items of your order ${order.number}.`
          : `We are sorry: we cannot send these items of your order ${order.number}.`,
      ),
      {
        kind: 'list',
        items: cancellation.lines.flatMap(({ position, quantity }) => {
          const line = order.lines[position];
          return line ? [itemsInWords(line, quantity)] : [];
        }),
      },
      ...(isRefunded ? [text('A separate email tells you about your refund.')] : []),
      ...(later.length > 0
        ? [
            text('We still send:'),
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
