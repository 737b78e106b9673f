/** Emails to customers about their orders. */
import { formatDay, formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import {
  type FulfillmentView,
  type OrderLineView,
  type OrderView,
  OWN_CANCELLATION,
} from '../../orders/orders.schema.ts';
import type { Block, EmailTemplate } from '../render-email.ts';

export const text = (words: string): Block => ({ kind: 'text', text: words });

/** What customers typed that an email may repeat; nothing for an unconfirmed address. */
export interface Repeated {
  name: string | null;
  place: string | null;
  /** The lines of the delivery address. */
  addressLines: string[] | null;
}

/** An unpaid order, with its due day and a link to pay. */
export function orderPlaced(order: OrderView, baseUrl: string, repeated: Repeated): EmailTemplate {
  const due: Block[] = [
    text(
      `Please pay by ${formatTime(order.paymentDueAt)}. After that the order is cancelled and the items go back on sale.`,
    ),
    ...(order.verifiedDueAt
      ? [
          text(
            `Once your email address is confirmed, you have until ${formatTime(order.verifiedDueAt)}. We sent you a link for that; your account page sends a new one.`,
          ),
        ]
      : []),
    { kind: 'action', label: 'Pay now', url: `${baseUrl}/checkOut/${order.id}` },
  ];
  return {
    subject: `Your order ${order.number}`,
    heading: thanks(repeated),
    blocks: [
      text(
        `We have received your order ${order.number} of ${formatDay(order.createdAt)}. It goes to ${goesTo(order, repeated)}.`,
      ),
      ...addressOf(repeated),
      ...deliveryOf(order),
      itemsOf(order),
      ...(order.status === 'pending' ? due : []),
    ],
  };
}

/** The receipt. `isFirst` when no email about the placed order was sent. */
export function orderPaid(
  order: OrderView,
  baseUrl: string,
  repeated: Repeated,
  isFirst: boolean,
): EmailTemplate {
  const { payment, number } = order;
  const card = payment?.last4 ? ` from the card ending in ${payment.last4}` : '';
  const received = `We received ${formatMoney(order.totalMinor)}${card}`;
  return {
    subject: isFirst
      ? `Your order ${number} is placed and paid`
      : `Receipt for your order ${number}`,
    heading: isFirst ? thanks(repeated) : 'Thank you for your payment',
    blocks: [
      text(
        isFirst
          ? `We have received your order ${number} of ${formatDay(order.createdAt)}, and it is paid. ${received}. The order goes to ${goesTo(order, repeated)}.`
          : `${received} for your order ${number}. The order goes to ${goesTo(order, repeated)}.`,
      ),
      ...addressOf(repeated),
      ...deliveryOf(order),
      itemsOf(order),
      ...(payment ? [text(`Transaction ${payment.transaction}.`)] : []),
      { kind: 'action', label: 'Look at your order', url: `${baseUrl}/myOrders/${order.id}` },
    ],
  };
}

/** A parcel that is on its way: what is in it, how to track it, and what is still to come. */
export function orderShipped(
  order: OrderView,
  fulfillmentId: string,
  baseUrl: string,
  repeated: Repeated,
): EmailTemplate {
  const { parcel, items } = parcelOf(order, fulfillmentId);
  const later = order.lines.filter(({ unfulfilledQuantity }) => unfulfilledQuantity > 0);
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
      ...(parcel.trackingNumber ? [text(`Tracking number: ${parcel.trackingNumber}`)] : []),
      ...(parcel.trackingUrl
        ? [{ kind: 'action', label: 'Track the parcel', url: parcel.trackingUrl } as const]
        : []),
      text('In this parcel:'),
      { kind: 'list', items },
      ...addressOf(repeated),
      ...(later.length > 0
        ? [
            text('We send the rest later:'),
            {
              kind: 'list',
              items: later.map((line) => unitsOf(line, line.unfulfilledQuantity)),
            } as const,
          ]
        : []),
      { kind: 'action', label: 'Look at your order', url: `${baseUrl}/myOrders/${order.id}` },
    ],
  };
}

/** Units that were cancelled before they were shipped. A refund has an email of its own. */
export function orderLinesCancelled(order: OrderView, key: string, baseUrl: string): EmailTemplate {
  const cancellation = order.cancellations.find((one) => one.key === key);
  if (!cancellation) throw new Error(`Cancellation ${key} is not in order ${order.id}.`);
  const later = order.lines.filter(({ unfulfilledQuantity }) => unfulfilledQuantity > 0);
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
          return line ? [unitsOf(line, quantity)] : [];
        }),
      },
      ...(order.payment?.refundedMinor || order.payment?.refundOpenMinor
        ? [text('A separate email tells you about your refund.')]
        : []),
      ...(later.length > 0
        ? [
            text('We still send:'),
            {
              kind: 'list',
              items: later.map((line) => unitsOf(line, line.unfulfilledQuantity)),
            } as const,
          ]
        : []),
      { kind: 'action', label: 'Look at your order', url: `${baseUrl}/myOrders/${order.id}` },
    ],
  };
}

/** A parcel of an order, and what is in it. */
export function parcelOf(
  order: OrderView,
  fulfillmentId: string,
): { parcel: FulfillmentView; items: string[] } {
  const parcel = order.fulfillments.find(({ id }) => id === fulfillmentId);
  if (!parcel) throw new Error(`Parcel ${fulfillmentId} is not in order ${order.id}.`);
  const items = parcel.lines.flatMap(({ position, quantity }) => {
    const line = order.lines[position];
    return line ? [unitsOf(line, quantity)] : [];
  });
  return { parcel, items };
}

/** Units of a line, such as '2 × Shirt, M'. */
export function unitsOf({ name, variantName }: OrderLineView, quantity: number): string {
  return `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`;
}

export function orderExpired(order: OrderView, baseUrl: string): EmailTemplate {
  return {
    subject: `Your order ${order.number} has expired`,
    heading: 'Your order has expired',
    blocks: [
      text(
        `Order ${order.number} was not paid by ${formatTime(order.paymentDueAt)}, so it was cancelled. Nothing was charged.`,
      ),
      itemsOf(order),
      text('You are welcome to order again.'),
      { kind: 'action', label: 'Back to the shop', url: baseUrl },
    ],
  };
}

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

function thanks({ name }: Repeated): string {
  return name ? `Thank you for your order, ${name}` : 'Thank you for your order';
}

function addressOf({ addressLines }: Repeated): Block[] {
  return addressLines ? [text('Delivery address:'), { kind: 'list', items: addressLines }] : [];
}

/** The way of delivery, and when it arrives. */
export function deliveryInWords({ delivery }: OrderView): string | null {
  if (!delivery) return null;
  return [delivery.method, delivery.arrives].filter(Boolean).join('. ');
}

function deliveryOf(order: OrderView): Block[] {
  const words = deliveryInWords(order);
  return words ? [text(`Delivery: ${words}.`)] : [];
}

function goesTo({ country }: OrderView, { place }: Repeated): string {
  return place ? `${place}, ${country}` : country;
}

export function itemsOf(order: OrderView): Block {
  const amount = (minor: number) => formatMoney(minor);
  return {
    kind: 'items',
    items: order.lines.map(({ name, variantName, quantity, unitPriceMinor, lineTotalMinor }) => ({
      name,
      detail: [variantName, `${quantity} × ${amount(unitPriceMinor)}`].filter(Boolean).join(', '),
      amount: amount(lineTotalMinor),
    })),
    sums: [
      ['Subtotal', amount(order.subtotalMinor)],
      ['Shipping', amount(order.shippingMinor)],
      ['Total', amount(order.totalMinor)],
    ],
  };
}
