import { itemsInWords } from '#shared/items-in-words.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import { isRefundedInFull } from '../../orders/returns/exchange-units.schema.ts';
import type { EmailPayload } from '../../outbox/outbox.schema.ts';
import type { OrderPageLinks } from '../order-page-links.ts';
import type { EmailTemplate } from '../render-email.ts';
import { laterOf, text } from './order-parts.ts';

type TakenBack = Pick<EmailPayload<'order.parcel-taken-back'>, 'lines' | 'takenBackAt'>;

/** A parcel that its customer was told of has not left. */
export function parcelTakenBack(
  order: OrderView,
  parcel: TakenBack,
  links: OrderPageLinks,
): EmailTemplate {
  const { number } = order;
  const { subject, heading, truth, next } = wordsOf(order, parcel);
  return {
    subject,
    heading,
    blocks: [
      text(
        `We told you that a parcel of your order ${number} is on its way. That was our mistake, and we are sorry: ${truth}. If we gave you a tracking number for it, please ignore that.`,
      ),
      {
        kind: 'list',
        items: parcel.lines.flatMap(({ position, quantity }) => {
          const line = order.lines[position];
          return line ? [itemsInWords(line, quantity)] : [];
        }),
      },
      ...(next ? [text(next)] : []),
      { kind: 'action', label: 'Look at your order', url: links.order },
    ],
  };
}

function wordsOf(order: OrderView, parcel: TakenBack) {
  const { number } = order;
  // Its email may arrive before this one.
  if (wasSentSince(order, parcel)) {
    return {
      subject: `A correction about your order ${number}`,
      heading: 'A correction about your parcel',
      truth: 'it had not left',
      next: 'What we send of it goes in another parcel, about which you get an email of its own.',
    };
  }
  // What was refunded or cancelled does not follow.
  if (isRefundedInFull(order) || laterOf(order).length === 0) {
    return {
      subject: `A parcel of your order ${number} was not sent`,
      heading: 'Your parcel was not sent',
      truth: 'it was not sent',
      next: null,
    };
  }
  return {
    subject: `A parcel of your order ${number} has not left yet`,
    heading: 'Your parcel has not left yet',
    truth: 'it has not left yet',
    next: 'We will write to you when it is on its way.',
  };
}

/** Whether a parcel with such items was sent after this one was taken back. */
function wasSentSince({ fulfillments }: OrderView, { lines, takenBackAt }: TakenBack): boolean {
  const positions = lines.map(({ position }) => position);
  return fulfillments.some(
    ({ shippedAt, lines: parts }) =>
      Date.parse(shippedAt) >= Date.parse(takenBackAt) &&
      parts.some(({ position }) => positions.includes(position)),
  );
}
