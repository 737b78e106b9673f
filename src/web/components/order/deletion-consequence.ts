import { isUnshipped } from '#features/order-tables/fulfillment-status.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isRefundedInFull } from '#features/orders/returns/exchange-units.schema.ts';

/** The list that an order is deleted from: the owner's, or that of staff. */
export type ListWithDeletion = 'My Orders' | 'All Orders';

type Deleted = Pick<OrderView, 'status' | 'name' | 'fulfillmentStatus' | 'payment' | 'delivery'>;

/** What the deletion of an order will do (`deleteOrder` in features/orders), for the person who asks. */
export function deletionConsequence(order: Deleted, list: ListWithDeletion): string {
  const { status, name } = order;
  const isStaff = list === 'All Orders';
  switch (status) {
    case 'pending':
      return isStaff
        ? `This order is not paid yet. It will be cancelled, its items go back on sale, and ${name} gets an email about it.`
        : "This order is not paid yet. It will be cancelled, and its items go back on sale. You will find it under 'Cancelled'.";
    case 'paid':
      return isStaff
        ? `This order is ${stateOf(order)}. It leaves All Orders and can be found under 'Deleted'.${moneyOf(order)}${unsentOf(order)}`
        : `This order is ${stateOf(order)}. It leaves My Orders but stays in the shop's records.${moneyOf(order)}${comingOf(order)}`;
    case 'cancelled':
      return isStaff
        ? "This order is already cancelled. It leaves All Orders and can be found under 'Deleted'."
        : "This order is already cancelled. It leaves this list and stays under 'Cancelled'.";
  }
}

/** What became of a paid order: 'paid', 'cancelled', 'partly refunded' or 'cancelled and refunded'. */
function stateOf({ fulfillmentStatus, payment }: Deleted): string {
  const { amountMinor = 0, refundedMinor = 0 } = payment ?? {};
  const refunded = refundedMinor < amountMinor ? 'partly refunded' : 'refunded';
  const states = [
    fulfillmentStatus === 'cancelled' ? 'cancelled' : '',
    refundedMinor > 0 ? refunded : '',
  ];
  return states.filter(Boolean).join(' and ') || 'paid';
}

/** Where something may still be refunded, that the deletion does not do it. */
function moneyOf({ payment }: Deleted): string {
  const { amountMinor = 0, refundableMinor = 0 } = payment ?? {};
  if (refundableMinor === 0) return '';
  return refundableMinor < amountMinor ? ' Nothing more is refunded.' : ' Nothing is refunded.';
}

/**
 * What is still to be sent of it, for staff: a deletion is no cancellation. It is not known of orders
 * from before there were ways of delivery.
 */
function unsentOf({ fulfillmentStatus, delivery, payment }: Deleted): string {
  if (!isUnshipped(fulfillmentStatus) || delivery === null) return '';
  const sent = fulfillmentStatus === 'unfulfilled' ? 'Nothing of it' : 'Not all of it';
  const waits = isRefundedInFull({ payment }) ? '' : ', its customer still waits for it';
  return ` ${sent} was sent${waits}, and its items go back on sale only when you cancel them.`;
}

/** What still comes to its customer. It is not known of orders from before there were ways of delivery. */
function comingOf({ fulfillmentStatus, delivery, payment }: Deleted): string {
  const isOver = fulfillmentStatus === 'delivered' || fulfillmentStatus === 'cancelled';
  if (isOver || delivery === null || isRefundedInFull({ payment })) return '';
  return ' It is not cancelled: you still get its items.';
}
