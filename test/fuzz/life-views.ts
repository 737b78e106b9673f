/** An order as the shop shows it and as the model has it, in the same words. */
import type { DocumentContent } from '#features/documents/documents.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { ExtraPaymentView } from '#features/orders/returns/return-view.schema.ts';
import { captureOf, dueOf, isPayable, waivedOf } from './extra-model.ts';
import type { DoneRefund, ModelReturn, OrderModel } from './order-model.ts';
import { stateOf } from './return-model.ts';

/** The shop's side: its view of the order, the units on hand by SKU, and its extra payments. */
export function shownOf(order: OrderView, stock: Map<string, number>, extras: string[]) {
  return {
    extras,
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
      kept: line.refundedToShipQuantity,
      unrefunded: line.unrefundedQuantity,
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
    returns: order.returns.map(({ id, state, lines, extra }) => ({
      ...{ id, state, extra: extra && shownExtra(extra) },
      lines: lines.map(({ position, quantity, received, restocked, exchange: e }) => ({
        ...{ position, quantity, received, restocked },
        exchange: e && {
          ...{ sku: e.sku, state: e.state, quantity: e.quantity, released: e.released },
          ...{ because: e.releasedBecause, refundedMinor: e.refundedMinor },
          ...{ priceMinor: e.unitPriceMinor, waivedMinor: e.waivedUnitMinor },
          parcelId: e.fulfillmentId,
        },
      })),
    })),
    documents: order.documents.map(({ kind, totalMinor }) => `${kind} ${totalMinor}`).sort(),
    stock: Object.fromEntries(stock),
  };
}

/** Without what the model does not know. */
function shownExtra({ payment, ...extra }: ExtraPaymentView) {
  if (!payment) return { ...extra, payment };
  const { transaction: _, last4: __, reference: ___, ...amounts } = payment;
  return { ...extra, payment: amounts };
}

/** The model's side. */
export function expectedOf(model: OrderModel) {
  const { delivered, returned, shipping, toShip } = model;
  const notes = model.refunds.map(({ amountMinor }) => `credit_note ${amountMinor}`);
  const invoice = model.status === 'paid' ? [`invoice ${model.totalMinor}`] : [];
  return {
    extras: expectedExtras(model),
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
      ...{ kept: line.kept, unrefunded: line.unrefunded },
      ...{ delivered: delivered[at] ?? 0, returned: returned[at] ?? 0, restocked },
      ...{ tax: line.taxMinor, refunded, refundedMinor: line.refundedMinor },
      refundedTax: line.refundedTaxMinor,
    })),
    parcels: model.parcels.map((one) => `${one.id} ${one.deliveredDay !== null}`).sort(),
    refunds: model.refunds.map(expectedRefund),
    returns: model.returns.map((one) => expectedReturn(model, one)),
    documents: [...invoice, ...notes, ...model.papers].sort(),
    stock: Object.fromEntries(model.stock),
  };
}

const expectedRefund = ({ lines, restocked, ...refund }: DoneRefund) => ({
  ...{ ...refund, isDone: true },
  lines: [...lines].sort((a, b) => a.position - b.position).map((line) => ({ ...line, restocked })),
});

function expectedExtra(model: OrderModel, one: ModelReturn) {
  const dueMinor = dueOf(model, one);
  const waivedMinor = waivedOf(model, one);
  const capture = captureOf(one);
  if (!capture) {
    const state = waivedMinor > 0 ? 'waived' : 'open';
    const none = { state, isPayable: isPayable(model, one), dueMinor, waivedMinor, payment: null };
    return dueMinor + waivedMinor > 0 ? none : null;
  }
  const { amountMinor, refundedMinor } = capture;
  const state = amountMinor > refundedMinor ? 'paid' : 'refunded';
  const isOutside = capture.clientSecret === null;
  const payment = { isOutside, amountMinor, refundedMinor, refundOpenMinor: 0 };
  return { state, isPayable: false, dueMinor, waivedMinor, payment };
}

/** The extra payments of an order, as the query of a life words them. */
export const expectedExtras = ({ returns }: OrderModel): string[] =>
  returns
    .flatMap(({ id, intents }) =>
      intents.map(({ state, amountMinor, refundedMinor }) => {
        const status = { ...STATUS_OF_INTENT, captured: 'captured', refunded: 'refunded' }[state];
        return `${id} ${status} ${amountMinor} ${refundedMinor}`;
      }),
    )
    .sort();

const STATUS_OF_INTENT = { open: 'created', confirmed: 'created', stopped: 'cancelled' };

const expectedReturn = (model: OrderModel, one: ModelReturn) => ({
  ...{ id: one.id, state: one.state, extra: expectedExtra(model, one) },
  lines: [...one.lines]
    .sort((a, b) => a.position - b.position)
    .map(({ position, quantity, received, restocked, exchange: e }) => ({
      ...{ position, quantity, received, restocked },
      exchange: e && {
        ...{ sku: e.sku, state: stateOf(e), quantity: e.quantity, released: e.released },
        ...{ because: e.because, refundedMinor: e.refundedMinor, parcelId: e.parcelId },
        ...{ priceMinor: e.priceMinor - e.waivedMinor, waivedMinor: e.waivedMinor },
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
    returns: model.returns.map((one) => {
      const extra = expectedExtra(model, one);
      const extraPayment = extra && {
        ...{ status: extra.state, payable: extra.isPayable, due: decimal(extra.dueMinor) },
        waived: decimal(extra.waivedMinor),
        paid: decimal(extra.payment?.amountMinor ?? 0),
        refunded: decimal(extra.payment?.refundedMinor ?? 0),
      };
      return { _id: one.id, status: one.state, extraPayment };
    }),
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
