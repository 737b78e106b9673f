/** An order under the specification's field names. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import { addressJson } from '../addresses/address-json.ts';
import { toAddress } from '../addresses/addresses.schema.ts';
import { fulfillmentStatuses } from '../order-tables/fulfillment-status.schema.ts';
import { returnStatuses } from '../order-tables/return-status.schema.ts';
import type { OrderView } from './orders.schema.ts';
import {
  documentJson,
  refundJson,
  returnJson,
  taxedJson,
  taxSumJson,
  toDocumentJson,
  toLineJson,
  toRefundJson,
  toReturnJson,
  toTaxedJson,
  toTaxesJson,
} from './view/parts-json.ts';

const line = z.object({
  _id: z.string().openapi({ description: 'The product.' }),
  name: z.string(),
  img: z.string().nullable(),
  price: z.number(),
  quantity: z.int(),
  totalAmount: z.number(),
  category: z.string(),
  sku: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  option: z
    .string()
    .optional()
    .openapi({ description: "The value of the product's third option." }),
  tax: taxedJson,
  finalSale: z
    .boolean()
    .openapi({ description: 'Whether its customer can neither return nor exchange it.' }),
});

const fulfillment = z
  .object({
    _id: z.string(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable().openapi({ description: "The carrier's page of it." }),
    shippedAt: z.iso.datetime(),
    deliveredAt: z.iso.datetime().nullable(),
    lines: z.array(z.object({ sku: z.string(), quantity: z.int() })),
  })
  .openapi('Fulfillment');

const cancellation = z
  .object({
    cancelledAt: z.iso.datetime(),
    restocked: z.boolean().openapi({ description: 'Whether they went back into the stock.' }),
    lines: z.array(z.object({ sku: z.string(), quantity: z.int() })),
  })
  .openapi('Cancellation');

export const order = z
  .object({
    _id: z.string(),
    version: z.int().openapi({ description: 'Rises with each event of its history.' }),
    tags: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Words of staff; customers do not get them.' }),
    number: z.string().openapi({ description: 'Short and readable.', example: '7K3M-2Q9D' }),
    cart: z.array(line),
    email: z.string(),
    name: z.string(),
    city: z.string(),
    zip: z.string().nullable(),
    country: z.string(),
    address: addressJson
      .extend({ version: z.int() })
      .nullable()
      .openapi({ description: 'Null while it is missing: only city and zip are known.' }),
    billingAddress: addressJson.nullable().openapi({ description: 'Where it differs.' }),
    delivery: z
      .object({
        method: z.string(),
        isPickUp: z.boolean(),
        arrivesFrom: z.iso.date().nullable(),
        arrivesTo: z.iso.date().nullable(),
      })
      .nullable()
      .openapi({ description: 'As it was promised; null for orders of earlier versions.' }),
    currency: z.string(),
    grandTotalAmount: z.number().openapi({ description: 'The sum of the lines, in `currency`.' }),
    shippingCost: z.number(),
    shippingTax: taxedJson,
    taxIncluded: z
      .boolean()
      .openapi({ description: 'Whether lines and shipping include their taxes.' }),
    taxAmount: z.number().openapi({ description: 'All taxes.' }),
    taxes: z.array(taxSumJson).openapi({ description: 'By rate.' }),
    totalAmount: z.number().openapi({
      description: 'What is charged: lines, shipping, and taxes that they do not include.',
    }),
    status: z.enum(['Pending', 'Paid', 'Cancelled']),
    createdAt: z.iso.datetime(),
    paymentDueAt: z.iso.datetime(),
    amount: z.int().optional().openapi({ description: 'Captured, in minor units.' }),
    created: z.int().optional().openapi({ description: "The payment's time, unix seconds." }),
    last4: z.string().nullable().optional(),
    transaction: z.string().optional(),
    payment: z.enum(['card', 'outside']).optional().openapi({
      description: 'Present once it is paid, also where there is no `transaction`.',
    }),
    paidOutside: z.literal(true).optional().openapi({
      description: 'Staff recorded the payment, which came in cash or by bank transfer.',
    }),
    paymentReference: z.string().optional().openapi({
      description: 'What staff wrote about such a payment. Only staff see it.',
    }),
    refundedAmount: z.number().optional().openapi({ description: 'Given back, in `currency`.' }),
    fulfillmentStatus: z.enum(fulfillmentStatuses),
    fulfillments: z.array(fulfillment).openapi({
      description: 'Its parcels. One without lines has what goes out in exchange for a return.',
    }),
    cancellations: z
      .array(cancellation)
      .openapi({ description: 'Units that staff took out before they were shipped.' }),
    refunds: z.array(refundJson).openapi({ description: 'With the lines that they are for.' }),
    returnStatus: z.enum(returnStatuses),
    returns: z.array(returnJson).openapi({ description: 'Units that the customer sends back.' }),
    documents: z.array(documentJson).openapi({ description: 'Its invoice and its credit notes.' }),
  })
  .openapi('Order');

export type OrderJson = z.infer<typeof order>;

const statusNames = { pending: 'Pending', paid: 'Paid', cancelled: 'Cancelled' } as const;

export function toOrderJson(view: OrderView): OrderJson {
  const { payment } = view;
  return {
    _id: view.id,
    version: view.version,
    ...(view.tags && { tags: view.tags }),
    number: view.number,
    cart: view.lines.map(toCartJson),
    email: view.email,
    name: view.name,
    city: view.city,
    zip: view.zip,
    country: view.country,
    address: view.address && { ...toAddress(view.address), version: view.address.version },
    billingAddress: view.billingAddress && toAddress(view.billingAddress),
    delivery: view.delivery && toDeliveryJson(view.delivery),
    currency: view.currency,
    grandTotalAmount: toDecimal(view.subtotalMinor),
    shippingCost: toDecimal(view.shippingMinor),
    ...toTaxesJson(view),
    totalAmount: toDecimal(view.totalMinor),
    status: statusNames[view.status],
    createdAt: view.createdAt,
    paymentDueAt: view.paymentDueAt,
    ...(payment && {
      amount: payment.amountMinor,
      created: payment.created,
      last4: payment.last4,
      ...(payment.transaction !== null && { transaction: payment.transaction }),
      payment: payment.isOutside ? ('outside' as const) : ('card' as const),
      ...(payment.isOutside && { paidOutside: true as const }),
      ...(payment.reference !== null && { paymentReference: payment.reference }),
    }),
    ...(payment?.refundedMinor && { refundedAmount: toDecimal(payment.refundedMinor) }),
    fulfillmentStatus: view.fulfillmentStatus,
    fulfillments: view.fulfillments.map(({ id, key: _, lines, ...parcel }) => ({
      _id: id,
      ...parcel,
      lines: lines.map(toLineJson(view)),
    })),
    cancellations: view.cancellations.map(({ key: _, lines, ...cancelled }) => ({
      ...cancelled,
      lines: lines.map(toLineJson(view)),
    })),
    refunds: view.refunds.map(toRefundJson(view)),
    returnStatus: view.returnStatus,
    returns: view.returns.map(toReturnJson(view)),
    documents: view.documents.map(toDocumentJson),
  };
}

/** An order after staff ended that something of it was unpaid. */
export const markedOrder = order
  .extend({
    cardNotStopped: z.literal(true).optional().openapi({
      description:
        'A card payment could not be stopped. If it is charged, it goes back; payment problems show it.',
    }),
  })
  .openapi('MarkedOrder');

export const toMarkedJson = (view: OrderView, isCardOpen: boolean) => ({
  ...toOrderJson(view),
  ...(isCardOpen && { cardNotStopped: true as const }),
});

const toCartJson = (item: OrderView['lines'][number]) => ({
  _id: item.productId,
  name: item.name,
  img: item.image,
  price: toDecimal(item.unitPriceMinor),
  quantity: item.quantity,
  totalAmount: toDecimal(item.lineTotalMinor),
  category: item.category,
  sku: item.sku,
  size: item.size,
  color: item.color,
  ...(item.option === null ? {} : { option: item.option }),
  tax: toTaxedJson(item),
  finalSale: item.isFinalSale,
});

const toDeliveryJson = ({ arrives: _, ...delivery }: NonNullable<OrderView['delivery']>) =>
  delivery;
