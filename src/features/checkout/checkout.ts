/**
 * Owns the way from a cart to a paid order. Promises: prices and shipping are computed here, a
 * client's figures are compared and never stored; one submission makes one order; stock is held
 * before any money is asked for; whatever was captured is an order's or goes back.
 */

export { createPaymentIntent } from './create-payment-intent.ts';
export { payOrder, settleOrderPayment } from './pay-order.ts';
export { placeOrderFromCart } from './place-order.ts';
export { reopenOrder } from './reopen-order.ts';
export { startCardPayment } from './start-card-payment.ts';
export { submitOrder } from './submit-order.ts';
export { undoDeletion } from './undo-deletion.ts';
export { lockShopper } from './unpaid-limits.ts';
