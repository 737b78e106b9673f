/**
 * Owns what happens to an order until its customer has it: parcels, holds and cancelled units.
 * Promises: no unit is sent twice, or sent and also cancelled; nothing is sent of an order that is
 * unpaid, cancelled, deleted, refunded in full or on hold. Each change locks the order's row and is in the
 * history and the audit log. A change by staff is checked against the version that they saw and
 * counts once under its key. A parcel that was taken back is sent by no repeat. A customer's own
 * cancellation counts once. An order's view shows its parcels.
 */
export { cancelLines, previewCancellation } from './cancel-lines.ts';
export { cancelOwnOrder } from './cancel-own-order.ts';
export { carrierNames } from './carriers.ts';
export { correctTracking } from './correct-tracking.ts';
export { countOnTheWay, deliverMany, markDelivered } from './deliver.ts';
export { isSameTracking, writeExchangeParcel } from './exchange-parcel.ts';
export { fulfillMany, fulfillOrder, previewParcel } from './fulfill-order.ts';
export { holdOrder, releaseOrder } from './hold-order.ts';
export { isCancellableByOwner } from './own-cancellation.ts';
export { requireAllowed } from './require-allowed.ts';
export { previewTakingBack, takeBackParcel } from './take-back.ts';
