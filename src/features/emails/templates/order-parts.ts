/** What emails to customers about their orders have in common. */

import { itemsInWords } from '#shared/items-in-words.ts';
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';
import { unitsToPack } from '../../orders/lists/to-ship.schema.ts';
import type { OrderLineView, OrderView } from '../../orders/orders.schema.ts';
import type { ExchangeView } from '../../orders/returns/return-view.schema.ts';
import type { FulfillmentView } from '../../orders/view/parcel-view.schema.ts';
import type { Block } from '../render-email.ts';

export const text = (words: string): Block => ({ kind: 'text', text: words });

/** What an email may repeat of what the customer typed; nothing for an unconfirmed address. */
export interface Repeated {
  name: string | null;
  place: string | null;
  /** The lines of the delivery address. */
  addressLines: string[] | null;
}

/** A parcel of an order, what is in it, and which of that is a final sale. */
export function parcelOf(
  order: OrderView,
  fulfillmentId: string,
): { parcel: FulfillmentView; items: string[]; finalSales: string[] } {
  const parcel = order.fulfillments.find(({ id }) => id === fulfillmentId);
  if (!parcel) throw new Error(`Parcel ${fulfillmentId} is not in order ${order.id}.`);
  const bought = parcel.lines.flatMap(({ position, quantity }) => {
    const line = order.lines[position];
    return line ? [{ position, words: itemsInWords(line, quantity) }] : [];
  });
  const all = [...bought, ...exchangesIn(order, fulfillmentId)];
  const finalSales = all.filter(({ position }) => order.lines[position]?.isFinalSale);
  const wordsOf = (items: typeof all) => items.map(({ words }) => words);
  return { parcel, items: wordsOf(all), finalSales: wordsOf(finalSales) };
}

/** What a parcel has in exchange for returned items, in words such as '1 × Shirt, L'. */
function exchangesIn({ lines, returns }: OrderView, fulfillmentId: string) {
  return returns
    .flatMap((one) => one.lines)
    .flatMap(({ position, exchange }) =>
      exchange?.fulfillmentId === fulfillmentId
        ? [{ position, words: exchangeOf(lines[position], exchange) }]
        : [],
    );
}

/** What goes out for a line of an order. */
export function exchangeOf(line: OrderLineView | undefined, exchange: ExchangeView): string {
  const { variantName, quantity, released } = exchange;
  return itemsInWords({ name: line?.name ?? '', variantName }, quantity - released);
}

/** The tracking number of a parcel, and a button that leads to its page. */
export function trackingOf({ trackingNumber, trackingUrl }: FulfillmentView): Block[] {
  return [
    ...(trackingNumber ? [text(`Tracking number: ${trackingNumber}`)] : []),
    ...(trackingUrl
      ? [{ kind: 'action', label: 'Track the parcel', url: trackingUrl } as const]
      : []),
  ];
}

/** What is still to come of an order, without exchanges. */
export function laterOf(order: OrderView): string[] {
  return order.lines.flatMap((line) => {
    const units = unitsToPack(line);
    return units > 0 ? [itemsInWords(line, units)] : [];
  });
}

export function thanks({ name }: Repeated): string {
  return name ? `Thank you for your order, ${name}` : 'Thank you for your order';
}

export function addressOf({ addressLines }: Repeated): Block[] {
  return addressLines ? [text('Delivery address:'), { kind: 'list', items: addressLines }] : [];
}

/** The way of delivery, and when it arrives. */
export function deliveryInWords({ delivery }: OrderView): string | null {
  if (!delivery) return null;
  return [delivery.method, delivery.arrives].filter(Boolean).join('. ');
}

export function deliveryOf(order: OrderView): Block[] {
  const words = deliveryInWords(order);
  return words ? [text(`Delivery: ${words}.`)] : [];
}

export function goesTo({ country }: OrderView, { place }: Repeated): string {
  return place ? `${place}, ${country}` : country;
}

export function itemsOf(order: OrderView): Block {
  const amount = (minor: number) => formatMoney(minor);
  const { added, included } = taxRows(order.taxes, order.taxesIncluded);
  const inWords = (rows: [string, number][]) =>
    rows.map(([label, minor]) => ({ label, amount: amount(minor) }));
  return {
    kind: 'items',
    items: order.lines.map(({ name, variantName, quantity, unitPriceMinor, ...line }) => ({
      name,
      detail: [
        variantName,
        `${quantity} × ${amount(unitPriceMinor)}`,
        line.isFinalSale ? 'final sale' : null,
      ]
        .filter(Boolean)
        .join(', '),
      amount: amount(line.lineTotalMinor),
    })),
    sums: [
      { label: 'Subtotal', amount: amount(order.subtotalMinor) },
      { label: 'Shipping', amount: amount(order.shippingMinor) },
      ...inWords(added),
      { label: 'Total', amount: amount(order.totalMinor), isTotal: true },
      ...inWords(included),
    ],
  };
}
