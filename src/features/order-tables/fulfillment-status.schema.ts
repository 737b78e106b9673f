/**
 * The fulfillment statuses of an order. A status depends only on the order's lines, cancellations,
 * parcels and hold. `fulfillmentStatusOf` in the code and `fulfillment_status_of` in the database
 * compute it, and a test compares the two.
 */
export const fulfillmentStatuses = [
  'unfulfilled',
  'partly_fulfilled',
  'fulfilled',
  'delivered',
  'on_hold',
  'cancelled',
] as const;

export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

/** The statuses of orders that have units to ship and may ship them. */
export const shippableStatuses = ['unfulfilled', 'partly_fulfilled'] as const;

/** The statuses of all orders that have units to ship. Those on hold are released first. */
export const unshippedStatuses = [...shippableStatuses, 'on_hold'] as const;

/** Whether an order with this status has units to ship. */
export function isUnshipped(status: FulfillmentStatus): boolean {
  return (unshippedStatuses as readonly FulfillmentStatus[]).includes(status);
}

/**
 * The status of an order. An order with nothing to ship is not on hold. An order is cancelled when
 * all its units were cancelled and none was shipped.
 */
export function fulfillmentStatusOf({
  lines,
  parcels,
  isHeld,
}: {
  /** Units bought, cancelled and shipped of each line. */
  lines: { quantity: number; cancelledQuantity: number; fulfilledQuantity: number }[];
  /** Without those of exchanges: the status is about what was bought. */
  parcels: { deliveredAt: unknown }[];
  isHeld: boolean;
}): FulfillmentStatus {
  const isOpen = lines.some((line) => unfulfilledOf(line) > 0);
  if (isHeld && isOpen) return 'on_hold';
  if (parcels.length === 0) return isOpen ? 'unfulfilled' : 'cancelled';
  if (isOpen) return 'partly_fulfilled';
  return parcels.every(({ deliveredAt }) => deliveredAt !== null) ? 'delivered' : 'fulfilled';
}

/** The units of a line that are still to be shipped. */
export function unfulfilledOf(line: {
  quantity: number;
  cancelledQuantity: number;
  fulfilledQuantity: number;
}): number {
  return line.quantity - line.cancelledQuantity - line.fulfilledQuantity;
}
