/** Orders as rows of a CSV file. */

import { itemsInWords } from '#shared/items-in-words.ts';
import { toDecimalText } from '#shared/money.ts';
import { joinTags } from '#shared/tags.ts';
import { percentOf } from '#shared/taxes.ts';
import { orderStates } from '../orders/lists/order-list.schema.ts';
import { fulfillmentLabels } from '../orders/lists/staff-orders.schema.ts';
import type { OrderView, StaffOrderView } from '../orders/orders.schema.ts';
import { returnLabels } from '../orders/returns/return-labels.schema.ts';
import type { CsvRow } from './csv.ts';

export const orderColumns = [
  'Order',
  'Placed',
  'Status',
  'Paid',
  'Cancelled',
  'Deleted',
  'Name',
  'Email',
  'City',
  'Zip',
  'Country',
  'Recipient',
  'Company',
  'Street',
  'Street 2',
  'Region',
  'Phone',
  'Currency',
  'Subtotal',
  'Shipping',
  'Tax',
  'Tax included',
  'Taxes',
  'Total',
  'Refunded',
  'Delivery',
  'Arrives from',
  'Arrives to',
  'Shipment',
  'Returns',
  'Units',
  'Lines',
  'Tags',
] as const;

/** The row of an order. */
export function toOrderRow(order: StaffOrderView): CsvRow<(typeof orderColumns)[number]> {
  const { lines, payment, address, delivery } = order;
  const states = { pending: 'open', paid: 'paid', cancelled: 'cancelled' } as const;
  return {
    Order: order.number,
    Placed: order.createdAt,
    Status: orderStates[states[order.status]],
    Paid: order.paidAt,
    Cancelled: order.cancelledAt,
    Deleted: order.archivedAt,
    Name: order.name,
    Email: order.email,
    City: address ? address.city : order.city,
    Zip: address ? address.postcode : order.zip,
    Country: address?.countryName ?? order.country,
    Recipient: address?.recipient ?? null,
    Company: address?.company ?? null,
    Street: address?.line1 ?? null,
    'Street 2': address?.line2 ?? null,
    Region: address?.region ?? null,
    Phone: address?.phone ?? null,
    Currency: order.currency,
    Subtotal: toDecimalText(order.subtotalMinor),
    Shipping: toDecimalText(order.shippingMinor),
    Tax: toDecimalText(order.taxMinor),
    'Tax included': order.taxes.length === 0 ? null : order.taxesIncluded ? 'yes' : 'no',
    Taxes: order.taxes.map(toTaxText).join('; ') || null,
    Total: toDecimalText(order.totalMinor),
    Refunded: toDecimalText(payment?.refundedMinor ?? 0),
    Delivery: delivery?.method ?? null,
    'Arrives from': delivery?.arrivesFrom ?? null,
    'Arrives to': delivery?.arrivesTo ?? null,
    Shipment: fulfillmentLabels[order.fulfillmentStatus],
    Returns: order.returnStatus === 'none' ? null : returnLabels[order.returnStatus],
    Units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    Lines: lines.map(toLineText).join('; '),
    Tags: joinTags(order.tags),
  };
}

const toTaxText = ({ name, ratePpm, taxMinor }: OrderView['taxes'][number]): string =>
  `${name} ${percentOf(ratePpm)}: ${toDecimalText(taxMinor)}`;

function toLineText(line: OrderView['lines'][number]): string {
  return `${itemsInWords(line, line.quantity)} (${line.sku})`;
}
