/**
 * Owns returns: what customers send back, and what staff do about it. Promises: no more comes back
 * than was delivered, neither of what was bought nor of what was sent in exchange; each change locks
 * the order's row, counts once under its key, and is in the history and the audit log; units go back
 * into the stock in the transaction that receives them; money is refunded for lines. What goes out in
 * exchange is taken from the stock when it is asked for, and is sent or put back once. Photos are
 * encoded again. The customer and staff alone see them, and they are removed some time after the
 * return, or with the account. An order's view shows its returns.
 */
export { approveReturn, declineReturn } from './decide-return.ts';
export { exchangeableFor } from './exchangeable.ts';
export { returnSources, sentExchanges } from './left-to-return.schema.ts';
export { markDifferenceAsPaid } from './mark-difference-as-paid.ts';
export { receiveReturn } from './receive-return.ts';
export { closeReturn, previewReturnRefund, refundReturn } from './refund-return.ts';
export {
  cancelExchange,
  previewCancelledExchange,
  releaseEndedExchanges,
} from './release-exchanges.ts';
export { requestReturn } from './request-return.ts';
export {
  addReturnPhoto,
  readReturnPhoto,
  streamOwnPhotos,
  TOO_MANY_OF_RETURN,
} from './return-photos.ts';
export { isReturnable, returnableForStaff, returnableOf } from './returnable.ts';
export { previewExchange, shipExchange } from './ship-exchange.ts';
export { previewUnpaidDifference } from './unpaid-difference.ts';
export { waiveDifference } from './waive-difference.ts';
export { withdrawReturn } from './withdraw-return.ts';
