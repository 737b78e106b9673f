/**
 * Owns the way from a cart to a paid order. Promises: the server computes prices and shipping, and
 * compares a client's amounts but never stores them; one submission makes one order; stock is
 * reserved before a payment is requested; every captured payment belongs to an order or is
 * refunded.
 */

export { buyAgain } from './buy-again.ts';
export { createPaymentIntent } from './create-payment-intent.ts';
export {
  chooseAddress,
  type Delivery,
  type Estimate,
  findDelivery,
  needsAddress,
} from './delivery.ts';
export { payExtra, startExtraPayment } from './extra-payment.ts';
export {
  findGuestDetails,
  forgetGuestDetails,
  type GuestDetails,
  guestDetails,
  mayCheckOut,
  setGuestDetails,
} from './guest-details.ts';
export { payOrder, settleOrderPayment } from './pay-order.ts';
export { placeOrderFromCart } from './place-order.ts';
export { limitProviderRequests } from './provider-rate-limits.ts';
export { reopenOrder } from './reopen-order.ts';
export { startCardPayment } from './start-card-payment.ts';
export { submitOrder } from './submit-order.ts';
export { undoCancellation, undoDeletion } from './undo-deletion.ts';
export { lockCustomer } from './unpaid-limits.ts';
