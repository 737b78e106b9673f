/**
 * What staff may do now with the units of an order that are not shipped, and with its parcels. The
 * use cases and the pages of staff ask the same functions. Each returns why not, or null if they may.
 */
import type { ErrorCode } from '#shared/errors.ts';
import { isUnshipped } from '../order-tables/fulfillment-status.schema.ts';
import { lacksAddress } from '../orders/lists/to-ship.schema.ts';
import type { OrderLineView, OrderView } from '../orders/orders.schema.ts';
import { isRefundedInFull } from '../orders/returns/exchange-units.schema.ts';
import type { FulfillmentView } from '../orders/view/parcel-view.schema.ts';

export interface Refusal {
  code: ErrorCode;
  message: string;
}

type Order = Pick<OrderView, 'status' | 'fulfillmentStatus'>;

const CANCELLED: Refusal = { code: 'order_closed', message: 'This order was cancelled.' };
const NOTHING_LEFT: Refusal = {
  code: 'already_shipped',
  message: 'This order has nothing left to ship.',
};
const UNPAID: Refusal = {
  code: 'payment_incomplete',
  message: 'This order is not paid, so it cannot be shipped yet.',
};

/** The refusal for an order that was deleted: no list of what is to be shipped has it. */
const DELETED: Refusal = {
  code: 'order_closed',
  message: 'This order was deleted from the lists. Please restore it first.',
};

/** Why nothing of an order, nor an exchange for it, can be sent. */
export function shippingRefusal(
  order: Pick<OrderView, 'status' | 'payment' | 'heldAt' | 'archivedAt'>,
): Refusal | null {
  const { status, payment, heldAt, archivedAt } = order;
  if (status === 'cancelled') return CANCELLED;
  if (archivedAt !== null) return DELETED;
  if (status !== 'paid' || !payment) return UNPAID;
  if (isRefundedInFull(order)) {
    return {
      code: 'order_closed',
      message: 'This order was refunded in full, so it cannot be shipped.',
    };
  }
  if (heldAt === null) return null;
  return {
    code: 'order_on_hold',
    message: 'This order is on hold. Please release it first.',
  };
}

/** Why an order is not shipped together with others. On its own page staff are asked. */
export function shippingManyRefusal(
  order: Pick<OrderView, 'address' | 'delivery'>,
): Refusal | null {
  if (!lacksAddress(order)) return null;
  return {
    code: 'invalid_request',
    message: 'This order has no address. Add it, or ship the order on its own page.',
  };
}

/** Why an order cannot be put on hold. */
export function holdRefusal({
  status,
  fulfillmentStatus,
  archivedAt,
}: Order & Pick<OrderView, 'archivedAt'>): Refusal | null {
  if (status === 'cancelled') return CANCELLED;
  if (archivedAt !== null) return DELETED;
  if (status !== 'paid') return UNPAID;
  return isUnshipped(fulfillmentStatus) ? null : NOTHING_LEFT;
}

/** Why no units of an order can be cancelled. Those of a deleted one can: it gives them back. */
export function cancellationRefusal({ status, fulfillmentStatus }: Order): Refusal | null {
  if (status === 'cancelled') return CANCELLED;
  if (status !== 'paid') {
    return {
      code: 'payment_incomplete',
      message: 'This order is not paid. To cancel all of it, please delete it.',
    };
  }
  return isUnshipped(fulfillmentStatus) ? null : NOTHING_LEFT;
}

/** Why a parcel cannot be taken back. */
export function takingBackRefusal(
  { archivedAt, lines }: Pick<OrderView, 'archivedAt' | 'lines'>,
  parcel: Pick<FulfillmentView, 'deliveredAt' | 'lines'>,
): Refusal | null {
  if (parcel.lines.length === 0) {
    return { code: 'parcel_of_exchange', message: 'An exchange cannot be taken back.' };
  }
  if (parcel.deliveredAt !== null) {
    const message = 'This parcel is marked as delivered, so it cannot be taken back.';
    return { code: 'already_delivered', message };
  }
  if (archivedAt !== null) return DELETED;
  const needed = parcel.lines.some(({ position, quantity }) => {
    const line = lines[position];
    return line !== undefined && line.fulfilledQuantity - quantity < cameBack(line);
  });
  if (!needed) return null;
  return {
    code: 'units_came_back',
    message:
      'Items of this parcel came back, by a return or by a refund that put them into the stock, so it was sent and cannot be taken back.',
  };
}

/** Units that came back, or may. */
const cameBack = (line: Pick<OrderLineView, 'returnedQuantity' | 'restockedQuantity'>) =>
  line.returnedQuantity + line.restockedQuantity;
