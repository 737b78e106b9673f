/**
 * What staff may do now with the units of an order that are not shipped. The use cases and the pages
 * of staff ask the same functions. Each returns why not, or null if they may.
 */
import type { ErrorCode } from '#shared/errors.ts';
import { isUnshipped } from '../order-tables/fulfillment-status.schema.ts';
import { isRefundedInFull } from '../orders/exchange-units.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';

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

/** Why nothing of an order, nor an exchange for it, can be sent. */
export function shippingRefusal(
  order: Pick<OrderView, 'status' | 'payment' | 'heldAt'>,
): Refusal | null {
  const { status, payment, heldAt } = order;
  if (status === 'cancelled') return CANCELLED;
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

/** Why an order cannot be put on hold. */
export function holdRefusal({ status, fulfillmentStatus }: Order): Refusal | null {
  if (status === 'cancelled') return CANCELLED;
  if (status !== 'paid') return UNPAID;
  return isUnshipped(fulfillmentStatus) ? null : NOTHING_LEFT;
}

/** Why no units of an order can be cancelled. */
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
