/**
 * Owns what happens to an order until it is with its customer: parcels, holds and cancelled units.
 * Promises: no unit is sent twice, or sent and cancelled, and nothing of an order that is unpaid,
 * cancelled, refunded in full or on hold. Each change locks the order's row and is in the history and
 * the audit log. One of staff is checked against the version that they saw and counts once under its
 * key; a customer's own cancellation counts once. The order's own view has its parcels.
 */
export { cancelLines } from './cancel-lines.ts';
export { cancelOwnOrder } from './cancel-own-order.ts';
export { carrierNames } from './carriers.ts';
export { correctTracking } from './correct-tracking.ts';
export { markDelivered } from './deliver.ts';
export { fulfillMany, fulfillOrder } from './fulfill-order.ts';
export { holdOrder, releaseOrder } from './hold-order.ts';
export { isCancellableByOwner } from './own-cancellation.ts';
