import { formatTime } from '#shared/dates.ts';
import { sumTaxes } from '#shared/taxes.ts';
import { variantName } from '#shared/variant-options.ts';
import { viewAddress } from '../../addresses/addresses.ts';
import { arrivesInWords } from '../../delivery/delivery.ts';
import { exchangeStateOf } from '../../order-tables/exchange-state.schema.ts';
import {
  fulfillmentStatusOf,
  unfulfilledOf,
} from '../../order-tables/fulfillment-status.schema.ts';
import { returnStateOf, returnStatusOf } from '../../order-tables/return-status.schema.ts';
import { hasParcels } from '../lists/to-ship.schema.ts';
import type { OrderView, StaffOrderView } from '../orders.schema.ts';
import type { selectView } from '../orders.store.ts';
import { extraOf } from '../payment/extra-payment.schema.ts';
import type { OrderRefundView } from '../refunds/refund-view.schema.ts';
import { refundedUnits } from '../refunds/refunded-units.ts';
import { takenBack } from '../returns/exchange-units.schema.ts';
import { itemOf } from '../returns/exchanged-items.schema.ts';
import type { ReturnView } from '../returns/return-view.schema.ts';

/** An order's row for views. */
export type ViewRow = NonNullable<Awaited<ReturnType<typeof selectView>>>;

/** A row as pages and calls show it to staff. */
export function toStaffView(row: ViewRow): StaffOrderView {
  const view = toView(row);
  const payment = view.payment && { ...view.payment, reference: row.capture?.reference ?? null };
  const returns = view.returns.map((one, nr) =>
    withReference(one, row.returns?.[nr]?.extraPayment?.reference ?? null),
  );
  return { ...view, payment, returns, tags: row.order.tags, customerId: row.order.userId };
}

/** A return with what staff wrote about its extra payment. */
function withReference(one: ReturnView, reference: string | null): ReturnView {
  const { extra } = one;
  if (!extra?.payment) return one;
  return { ...one, extra: { ...extra, payment: { ...extra.payment, reference } } };
}

/** A row as pages and calls show it to customers. */
export function toView(row: ViewRow): OrderView {
  const { order, capture, addresses } = row;
  const fulfillments = (row.fulfillments ?? []).map((parcel) => ({
    ...parcel,
    shippedAt: new Date(parcel.shippedAt).toISOString(),
    deliveredAt: parcel.deliveredAt && new Date(parcel.deliveredAt).toISOString(),
  }));
  const cancellations = (row.cancellations ?? []).map((one) => ({
    ...one,
    cancelledAt: new Date(one.cancelledAt).toISOString(),
  }));
  const refunds = (row.refunds ?? []).map((one) => ({
    ...one,
    createdAt: new Date(one.createdAt).toISOString(),
    lines: one.lines ?? [],
  }));
  const lines = withUnits({ ...row, fulfillments, cancellations, refunds });
  const payment = capture && toPayment(capture);
  const returns = returnsOf(row, { lines, payment, refunds });
  return {
    id: order.id,
    version: row.version,
    ...{ tags: null, customerId: null },
    number: order.number,
    status: order.status,
    isGuest: order.isGuest,
    ...{ email: order.email, name: order.name },
    city: order.city,
    zip: order.zip,
    country: order.country,
    address: addresses?.delivery
      ? { ...viewAddress(addresses.delivery), version: addresses.delivery.version }
      : null,
    billingAddress: addresses?.billing ? viewAddress(addresses.billing) : null,
    delivery: deliveryOf(order, lines),
    currency: order.currency,
    ...amountsOf(row),
    createdAt: order.createdAt.toISOString(),
    paymentDueAt: order.paymentDueAt.toISOString(),
    verifiedDueAt: order.status === 'pending' ? (order.verifiedDueAt?.toISOString() ?? null) : null,
    paidAt: order.paidAt?.toISOString() ?? null,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    archivedAt: order.archivedAt?.toISOString() ?? null,
    payment,
    lines,
    fulfillmentStatus: fulfillmentStatusOf({
      lines,
      parcels: fulfillments.filter((parcel) => parcel.lines.length > 0),
      isHeld: order.heldAt !== null,
    }),
    heldAt: order.heldAt?.toISOString() ?? null,
    fulfillments,
    cancellations,
    refunds,
    ...shippingOf(refunds),
    returnStatus: returnStatusOf(returns),
    returns,
    documents: (row.documents ?? []).map(toDocument),
  };
}

function toDocument<Row extends { issuedAt: string }>(row: Row): Row {
  return { ...row, issuedAt: new Date(row.issuedAt).toISOString() };
}

/**
 * The way of delivery. The promised days apply to an order that is paid in time. An unpaid order
 * says by when it has to be paid, which is never later than it is cancelled. An order that was paid
 * too late, or of which nothing was sent or will be, has no promised days.
 */
function deliveryOf(order: ViewRow['order'], lines: OrderView['lines']): OrderView['delivery'] {
  const { deliveryMethod: method, isPickUp, arrivesFrom, arrivesTo } = order;
  const { arrivesIfPaidBy, paymentDueAt } = order;
  if (method === null) return null;
  const days = { method, isPickUp, arrivesFrom, arrivesTo };
  if (!arrivesFrom || !arrivesTo || !arrivesIfPaidBy) return { ...days, arrives: null };
  const words = arrivesInWords({ isPickUp, from: arrivesFrom, to: arrivesTo });
  const isLate = order.paidAt !== null && order.paidAt > arrivesIfPaidBy;
  const payBy = arrivesIfPaidBy < paymentDueAt ? arrivesIfPaidBy : paymentDueAt;
  const arrives =
    order.status === 'paid'
      ? words
      : `${words}, if it is paid by ${formatTime(payBy.toISOString())}`;
  const isOver = order.status === 'cancelled' || !hasParcels({ lines });
  return { ...days, arrives: isLate || isOver ? null : arrives };
}

function returnsOf(
  { order: { taxesIncluded }, returns: rows }: ViewRow,
  { lines, payment, refunds }: Pick<OrderView, 'lines' | 'payment' | 'refunds'>,
): ReturnView[] {
  const exchanging = (rows ?? []).map(({ extraPayment, ...row }) => ({
    ...toReturn(row),
    extraPayment,
  }));
  const returns = exchanging.map((one) => ({
    ...one,
    lines: one.lines.map((line) => ({
      ...line,
      item: itemOf({ lines, returns: exchanging }, one.ofReturnId, line.position),
    })),
  }));
  const order = { taxesIncluded, lines, payment, refunds, returns };
  return returns.map(({ extraPayment, ...one }) => ({
    ...one,
    extra: extraOf(one, order, extraPayment && { ...extraPayment, reference: null }),
  }));
}

function toReturn(row: Omit<NonNullable<ViewRow['returns']>[number], 'extraPayment'>) {
  const state = returnStateOf(row);
  const lines = row.lines.map(({ exchange, ...line }) => ({
    ...line,
    exchange: exchange && {
      ...exchange,
      state: exchangeStateOf(exchange),
      variantName: variantName(exchange),
    },
  }));
  const iso = (time: string | null) => time && new Date(time).toISOString();
  return {
    ...row,
    state,
    requestedAt: new Date(row.requestedAt).toISOString(),
    approvedAt: iso(row.approvedAt),
    declinedAt: iso(row.declinedAt),
    withdrawnAt: iso(row.withdrawnAt),
    receivedAt: iso(row.receivedAt),
    closedAt: iso(row.closedAt),
    lines,
  };
}

/**
 * The lines, with the units of each that were cancelled, shipped and refunded, and those still to
 * ship.
 */
function withUnits({
  order: { taxesIncluded },
  returns: rows,
  ...changes
}: Pick<OrderView, 'fulfillments' | 'cancellations' | 'refunds'> &
  Pick<ViewRow, 'order' | 'lines' | 'returns'>) {
  const { lines, fulfillments, cancellations, refunds } = changes;
  const returns = rows ?? [];
  const delivered = fulfillments.filter(({ deliveredAt }) => deliveredAt !== null);
  // Units of exchanges are counted apart.
  const back = returns
    .filter(({ ofReturnId }) => ofReturnId === null)
    .map((one) => ({
      lines: one.lines.map((line) => ({ ...line, quantity: takenBack(one, line) })),
    }));
  return lines.map((line, position) => {
    const partsOf = (some: OrderRefundView[]) =>
      some.flatMap((one) => one.lines).filter((part) => part.position === position);
    const refunded = partsOf(refunds.filter(isCounted));
    // Units that went back into the stock stay there, even if the refund fails.
    const restocked = partsOf(refunds).filter((part) => part.restocked);
    const units = {
      quantity: line.quantity,
      cancelledQuantity: unitsIn(cancellations, position),
      fulfilledQuantity: unitsIn(fulfillments, position),
    };
    const order = { ...changes, taxesIncluded, returns };
    const { refunded: refundedToShip, ended, ...both } = refundedUnits(order, position);
    const refundedQuantity = refunded.reduce((sum, part) => sum + part.quantity, 0);
    return {
      ...line,
      ...units,
      unfulfilledQuantity: unfulfilledOf(units),
      refundedToShipQuantity: refundedToShip,
      unrefundedQuantity: ended,
      refundedQuantity,
      // A refund may have named units before they were cancelled, at a lower amount.
      cancelledAndRefundedQuantity: Math.max(
        both.cancelledAndRefunded,
        units.cancelledQuantity + refundedQuantity - line.quantity,
      ),
      refundedMinor: refunded.reduce((sum, part) => sum + part.amountMinor, 0),
      refundedTaxMinor: refunded.reduce((sum, part) => sum + part.taxMinor, 0),
      lowered: refunded
        .filter((part) => part.lowered > 0)
        .map(({ lowered, amountMinor, taxMinor }) => ({ units: lowered, amountMinor, taxMinor })),
      restockedQuantity: restocked.reduce((sum, part) => sum + part.quantity, 0),
      deliveredQuantity: unitsIn(delivered, position),
      returnedQuantity: unitsIn(back, position),
      variantName: variantName(line),
    };
  });
}

function shippingOf(refunds: OrderRefundView[]) {
  const counted = refunds.filter(isCounted);
  return {
    refundedShippingMinor: counted.reduce((sum, one) => sum + one.shippingMinor, 0),
    refundedShippingTaxMinor: counted.reduce((sum, one) => sum + one.shippingTaxMinor, 0),
  };
}

function amountsOf({ order, lines }: Pick<ViewRow, 'order' | 'lines'>) {
  const { subtotalMinor, shippingMinor, taxesIncluded, taxMinor, totalMinor } = order;
  const shippingTax = {
    taxMinor: order.shippingTaxMinor,
    taxName: order.shippingTaxName,
    taxPpm: order.shippingTaxPpm,
  };
  const parts = lines.map((line) => ({ ...line, amountMinor: line.lineTotalMinor }));
  const ofShipping = { amountMinor: shippingMinor, ...shippingTax };
  const taxes = sumTaxes([...parts, ofShipping], taxesIncluded);
  const amounts = { subtotalMinor, shippingMinor, taxMinor, totalMinor };
  return { ...amounts, taxesIncluded, taxes, shippingTax };
}

const isCounted = ({ status }: Pick<OrderRefundView, 'status'>) => status !== 'withdrawn';

function unitsIn(
  groups: { lines: { position: number; quantity: number }[] }[],
  position: number,
): number {
  return groups
    .flatMap(({ lines }) => lines)
    .filter((part) => part.position === position)
    .reduce((sum, part) => sum + part.quantity, 0);
}

/** The payment as customers see it. */
function toPayment(capture: NonNullable<ViewRow['capture']>) {
  return { ...capture, reference: null, refundableMinor: refundableOf(capture) };
}

/** What may still be refunded. The provider may also have refunded something without the shop. */
function refundableOf(capture: NonNullable<ViewRow['capture']>): number {
  return Math.max(0, capture.amountMinor - capture.refundedMinor - capture.refundOpenMinor);
}
