/** The refunds and the returns of an order, as calls show them. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import type { Taxed, TaxSum } from '#shared/taxes.ts';
import { postagePayers } from '../../catalog/postage-payers.schema.ts';
import { type DocumentSummary, documentKinds } from '../../documents/documents.schema.ts';
import { releaseReasons } from '../../order-tables/exchange-state.schema.ts';
import {
  returnConditions,
  returnReasons,
  returnStates,
} from '../../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import { type OrderRefundView, taxOfRefund } from '../refunds/refund-view.schema.ts';
import type { ExchangeView, ExtraPaymentView, ReturnView } from '../returns/return-view.schema.ts';

/** The rate of a tax in percent, and its amount. */
const rateJson = {
  name: z.string().openapi({ example: 'VAT' }),
  rate: z.number().openapi({ description: 'In percent.', example: 20 }),
  amount: z.number(),
};

export const taxedJson = z
  .object(rateJson)
  .nullable()
  .openapi({ description: 'Its tax; null where there is none.' });

export const taxSumJson = z
  .object({ ...rateJson, net: z.number().openapi({ description: 'The amounts without the tax.' }) })
  .openapi('Tax');

export const toTaxedJson = ({ taxMinor, taxName, taxPpm }: Taxed) =>
  taxName === null || taxPpm === null
    ? null
    : { name: taxName, rate: taxPpm / 10_000, amount: toDecimal(taxMinor) };

export const toTaxSumJson = ({ name, ratePpm, taxMinor, netMinor }: TaxSum) => ({
  ...{ name, rate: ratePpm / 10_000 },
  amount: toDecimal(taxMinor),
  net: toDecimal(netMinor),
});

export const toTaxesJson = ({ shippingTax, taxesIncluded, taxMinor, taxes }: OrderView) => ({
  shippingTax: toTaxedJson(shippingTax),
  taxIncluded: taxesIncluded,
  taxAmount: toDecimal(taxMinor),
  taxes: taxes.map(toTaxSumJson),
});

export const refundJson = z
  .object({
    _id: z.string(),
    status: z.enum(['requested', 'done', 'failed', 'settled', 'withdrawn']).openapi({
      description:
        '`requested`: the card provider was not reached yet. `failed`: it refuses, and staff decide. `settled`: they returned the money in another way. `withdrawn`: they returned nothing.',
    }),
    amount: z.number().openapi({ description: 'In `currency`.' }),
    shipping: z.number().openapi({ description: 'How much of it is for the shipping.' }),
    tax: z.number().openapi({ description: 'How much of it is tax of lines and shipping.' }),
    createdAt: z.iso.datetime(),
    lines: z.array(
      z.object({
        sku: z.string(),
        quantity: z.int().openapi({ description: 'Units that were refunded.' }),
        lowered: z.int().openapi({
          description: 'Units whose price was lowered. The rest of it may still be refunded.',
        }),
        amount: z.number().openapi({ description: 'With its tax.' }),
        tax: z.number(),
        restocked: z.boolean().openapi({ description: 'Whether they went back into the stock.' }),
      }),
    ),
  })
  .openapi('Refund');

const exchangeJson = z.object({
  sku: z.string(),
  status: z.enum(['reserved', 'sent', 'released']).openapi({
    description:
      '`released`: its units went back into the stock, and the return ends with a refund.',
  }),
  quantity: z.int().openapi({ description: 'Units that are reserved or were sent.' }),
  price: z.number().openapi({
    description: 'Of a unit, as of the request, less what was waived of it; in `currency`.',
  }),
  waived: z.number().openapi({ description: 'How much of that price staff waived.' }),
  refundedAmount: z.number().openapi({ description: 'The difference of the prices.' }),
  releasedBecause: z.enum(releaseReasons).nullable(),
  fulfillmentId: z.string().nullable().openapi({ description: 'Its parcel.' }),
});

const extraJson = z
  .object({
    status: z.enum(['open', 'paid', 'refunded', 'waived']),
    payable: z.boolean().openapi({ description: 'Whether it can be paid now.' }),
    due: z.number().openapi({ description: 'What the exchanges cost more, with its tax.' }),
    waived: z.number().openapi({ description: 'What staff waived, with its tax.' }),
    transaction: z.string().nullable(),
    paidOutside: z.literal(true).optional().openapi({
      description: 'It came in cash or by bank transfer, and staff recorded it.',
    }),
    paymentReference: z.string().optional().openapi({
      description: 'What staff wrote about such a payment; for staff.',
    }),
    paid: z.number(),
    refunded: z.number(),
  })
  .openapi('ExtraPayment');

export const returnJson = z
  .object({
    _id: z.string(),
    ofReturn: z.string().nullable().openapi({
      description: 'The earlier return whose exchange comes back; null for bought items.',
    }),
    status: z.enum(returnStates),
    note: z.string().nullable().openapi({ description: 'What the customer wrote.' }),
    postagePaidBy: z.enum(postagePayers).nullable().openapi({
      description:
        'Who pays for its way back, as of the request; null if it was asked for before this was stored.',
    }),
    photos: z.array(
      z.object({
        _id: z.string(),
        url: z.string().openapi({ description: 'A WebP, for the owner of the order and admins.' }),
        width: z.int(),
        height: z.int(),
      }),
    ),
    requestedAt: z.iso.datetime(),
    approvedAt: z.iso.datetime().nullable(),
    declinedAt: z.iso.datetime().nullable(),
    declineReason: z.string().nullable(),
    withdrawnAt: z.iso.datetime().nullable(),
    receivedAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
    lines: z.array(
      z.object({
        sku: z.string().openapi({ description: 'That of the line of the order, which it names.' }),
        itemSku: z.string().openapi({
          description: 'That of what comes back; another one if it was sent in exchange.',
        }),
        quantity: z.int(),
        reason: z.enum(returnReasons),
        received: z.int().nullable().openapi({ description: 'How many came.' }),
        condition: z.enum(returnConditions).nullable(),
        restocked: z.boolean().openapi({ description: 'Whether they went back into the stock.' }),
        exchange: exchangeJson.nullable().openapi({ description: 'What goes out for it.' }),
      }),
    ),
    extraRefunded: z.number().openapi({
      description: 'What extra payments of earlier returns give back because of this one.',
    }),
    extraPayment: extraJson.nullable().openapi({
      description: 'What its customer pays in addition, because what goes out is dearer.',
    }),
  })
  .openapi('Return');

export const documentJson = z
  .object({
    _id: z.string(),
    kind: z.enum(documentKinds),
    number: z.string().openapi({ description: 'As it is printed.', example: 'INV-1001' }),
    refundId: z.string().nullable().openapi({ description: 'The refund of a credit note.' }),
    withdrawn: z.boolean().openapi({
      description:
        'Its refund was withdrawn, because the bank returned it: the credit note counts no more, and a debit note takes it back.',
    }),
    total: z.number(),
    issuedAt: z.iso.datetime(),
  })
  .openapi('Document');

export const toDocumentJson = (document: DocumentSummary) => ({
  _id: document.id,
  kind: document.kind,
  number: document.label,
  refundId: document.refundId,
  withdrawn: document.isWithdrawn,
  total: toDecimal(document.totalMinor),
  issuedAt: document.issuedAt,
});

/** Units of a line, by its SKU. */
export const toLineJson =
  ({ lines }: OrderView) =>
  ({ position, quantity }: { position: number; quantity: number }) => ({
    sku: lines[position]?.sku ?? '',
    quantity,
  });

export const toRefundJson = (view: OrderView) => (refund: OrderRefundView) => ({
  _id: refund.id,
  status: refund.status,
  amount: toDecimal(refund.amountMinor),
  shipping: toDecimal(refund.shippingMinor),
  tax: toDecimal(taxOfRefund(refund)),
  createdAt: refund.createdAt,
  lines: refund.lines.map(({ amountMinor, taxMinor, restocked, lowered, ...units }) => ({
    ...toLineJson(view)(units),
    lowered,
    amount: toDecimal(amountMinor),
    tax: toDecimal(taxMinor),
    restocked,
  })),
});

export const toReturnJson =
  (view: OrderView) =>
  ({
    id,
    ofReturnId,
    key: _,
    state,
    lines,
    photos,
    extra,
    extraReturns,
    ...times
  }: ReturnView) => ({
    _id: id,
    ofReturn: ofReturnId,
    status: state,
    ...times,
    photos: photos.map(({ id: photo, ...size }) => ({
      _id: photo,
      url: `/api/v1/return-photos/${photo}`,
      ...size,
    })),
    lines: lines.map(({ position, quantity, item, exchange, ...came }) => ({
      ...toLineJson(view)({ position, quantity }),
      itemSku: item.sku,
      ...came,
      exchange: exchange && toExchangeJson(exchange),
    })),
    extraRefunded: toDecimal(extraReturns.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
    extraPayment: extra && toExtraJson(extra),
  });

const toExtraJson = ({ state, isPayable, dueMinor, waivedMinor, payment }: ExtraPaymentView) => ({
  status: state,
  payable: isPayable,
  due: toDecimal(dueMinor),
  waived: toDecimal(waivedMinor),
  transaction: payment?.transaction ?? null,
  ...(payment?.isOutside && { paidOutside: true as const }),
  ...(payment?.reference && { paymentReference: payment.reference }),
  paid: toDecimal(payment?.amountMinor ?? 0),
  refunded: toDecimal(payment?.refundedMinor ?? 0),
});

const toExchangeJson = (exchange: ExchangeView) => ({
  sku: exchange.sku,
  status: exchange.state,
  quantity: exchange.quantity - exchange.released,
  price: toDecimal(exchange.unitPriceMinor),
  waived: toDecimal(exchange.waivedUnitMinor),
  refundedAmount: toDecimal(exchange.refundedMinor),
  releasedBecause: exchange.releasedBecause,
  fulfillmentId: exchange.fulfillmentId,
});
