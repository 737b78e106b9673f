/** An order as the shop shows it and as the model has it, in the same words. */
import type { DocumentContent } from '#features/documents/documents.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { DoneRefund, ModelReturn, OrderModel } from './order-model.ts';
import { stateOf } from './return-model.ts';

/** The shop's side: its view of the order, and the units on hand by SKU. */
export function shownOf(order: OrderView, stock: Map<string, number>) {
  return {
    status: order.status,
    fulfillmentStatus: order.fulfillmentStatus,
    returnStatus: order.returnStatus,
    isHeld: order.heldAt !== null,
    money: {
      total: order.totalMinor,
      tax: order.taxMinor,
      shippingTax: order.shippingTax.taxMinor,
      refunded: order.payment?.refundedMinor ?? 0,
      left: order.payment?.refundableMinor ?? 0,
      refundedShipping: order.refundedShippingMinor,
      refundedShippingTax: order.refundedShippingTaxMinor,
    },
    lines: order.lines.map((line) => ({
      cancelled: line.cancelledQuantity,
      sent: line.fulfilledQuantity,
      toShip: line.unfulfilledQuantity,
      delivered: line.deliveredQuantity,
      returned: line.returnedQuantity,
      restocked: line.restockedQuantity,
      tax: line.taxMinor,
      refunded: line.refundedQuantity,
      refundedMinor: line.refundedMinor,
      refundedTax: line.refundedTaxMinor,
    })),
    parcels: order.fulfillments.map((one) => `${one.id} ${one.deliveredAt !== null}`).sort(),
    refunds: order.refunds.map(({ id: _, key: __, status, createdAt: ___, lines, ...refund }) => ({
      ...{ ...refund, isDone: status === 'done' },
      lines: lines.map((line) => ({ ...line })),
    })),
    returns: order.returns.map(({ id, state, lines }) => ({
      ...{ id, state },
      lines: lines.map(({ position, quantity, received, restocked, exchange: e }) => ({
        ...{ position, quantity, received, restocked },
        exchange: e && {
          ...{ sku: e.sku, state: e.state, quantity: e.quantity, released: e.released },
          ...{ because: e.releasedBecause, refundedMinor: e.refundedMinor },
          parcelId: e.fulfillmentId,
        },
      })),
    })),
    documents: order.documents.map(({ kind, totalMinor }) => `${kind} ${totalMinor}`).sort(),
    stock: Object.fromEntries(stock),
  };
}

/** The model's side. */
export function expectedOf(model: OrderModel) {
  const { delivered, returned, shipping, toShip } = model;
  const notes = model.refunds.map(({ amountMinor }) => `credit_note ${amountMinor}`);
  const invoice = model.status === 'paid' ? [`invoice ${model.totalMinor}`] : [];
  return {
    status: model.status,
    fulfillmentStatus: model.fulfillmentStatus,
    returnStatus: model.returnStatus,
    isHeld: model.isHeld,
    money: {
      total: model.totalMinor,
      tax: model.taxMinor,
      shippingTax: shipping.taxMinor,
      refunded: model.refundedMinor,
      left: model.leftMinor,
      refundedShipping: shipping.refundedMinor,
      refundedShippingTax: shipping.refundedTaxMinor,
    },
    lines: model.lines.map(({ cancelled, sent, restocked, refunded, ...line }, at) => ({
      ...{ cancelled, sent, toShip: toShip[at] ?? 0 },
      ...{ delivered: delivered[at] ?? 0, returned: returned[at] ?? 0, restocked },
      ...{ tax: line.taxMinor, refunded, refundedMinor: line.refundedMinor },
      refundedTax: line.refundedTaxMinor,
    })),
    parcels: model.parcels.map((one) => `${one.id} ${one.deliveredDay !== null}`).sort(),
    refunds: model.refunds.map(expectedRefund),
    returns: model.returns.map(expectedReturn),
    documents: [...invoice, ...notes].sort(),
    stock: Object.fromEntries(model.stock),
  };
}

const expectedRefund = ({ lines, restocked, ...refund }: DoneRefund) => ({
  ...{ ...refund, isDone: true },
  lines: [...lines].sort((a, b) => a.position - b.position).map((line) => ({ ...line, restocked })),
});

const expectedReturn = ({ id, state, lines }: ModelReturn) => ({
  ...{ id, state },
  lines: [...lines]
    .sort((a, b) => a.position - b.position)
    .map(({ position, quantity, received, restocked, exchange: e }) => ({
      ...{ position, quantity, received, restocked },
      exchange: e && {
        ...{ sku: e.sku, state: stateOf(e), quantity: e.quantity, released: e.released },
        ...{ because: e.because, refundedMinor: e.refundedMinor, parcelId: e.parcelId },
      },
    })),
});

/** What `GET /api/v1/orders/{id}` says, as far as the model knows it, in decimals. */
export function expectedCall(model: OrderModel) {
  const decimal = (minor: number) => minor / 100;
  const statuses = { pending: 'Pending', paid: 'Paid', cancelled: 'Cancelled' };
  return {
    status: statuses[model.status],
    fulfillmentStatus: model.fulfillmentStatus,
    returnStatus: model.returnStatus,
    taxIncluded: model.isIncluded,
    taxAmount: decimal(model.taxMinor),
    totalAmount: decimal(model.totalMinor),
    ...(model.refundedMinor > 0 && { refundedAmount: decimal(model.refundedMinor) }),
    refunds: model.refunds.map(({ amountMinor, shippingMinor, shippingTaxMinor, lines }) => ({
      amount: decimal(amountMinor),
      shipping: decimal(shippingMinor),
      tax: decimal(lines.reduce((sum, { taxMinor }) => sum + taxMinor, shippingTaxMinor)),
    })),
    returns: model.returns.map(({ id, state }) => ({ _id: id, status: state })),
  };
}

/** Which amounts of a document do not add up. */
export function faultsOfDocument(content: DocumentContent): string[] {
  const { lines, shippingMinor, addedTaxMinor, otherMinor, totalMinor, taxes } = content;
  const amounts = lines.reduce((sum, { amountMinor }) => sum + amountMinor, shippingMinor);
  const tax = taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0);
  const faults = [
    amounts + addedTaxMinor + otherMinor === totalMinor ? '' : 'the total is another sum',
    addedTaxMinor === (content.taxesIncluded ? 0 : tax) ? '' : 'another tax is added',
    lines.reduce((sum, line) => sum + line.taxMinor, 0) <= tax ? '' : 'lines have more tax',
    [...lines, ...taxes].every(({ taxMinor }) => taxMinor >= 0) ? '' : 'a tax is below zero',
    otherMinor >= 0 && shippingMinor >= 0 ? '' : 'an amount is below zero',
  ];
  return faults.filter((fault) => fault !== '');
}
