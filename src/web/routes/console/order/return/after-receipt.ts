import { shippingRefusal } from '#features/fulfillment/allowed-changes.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isExtraPaid } from '#features/orders/payment/extra-payment.schema.ts';
import { mayStillExchange, reservedOf } from '#features/orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { DIFFERENCE_REFUNDED } from '#features/returns/exchange-refusal.schema.ts';

const WAITS_FOR_DIFFERENCE =
  'The exchange can be sent once the difference is paid or waived. You can also cancel it and refund the return instead.';

/** What staff can do while a dearer exchange is not paid. */
export const waitsForDifference = ({ extra }: Pick<ReturnView, 'extra'>): string =>
  extra?.payment ? DIFFERENCE_REFUNDED.message : WAITS_FOR_DIFFERENCE;

/** What staff can do now with a return that is received. */
export function afterReceipt(order: OrderView, one: ReturnView): string {
  if (one.state !== 'received') return '';
  if (reservedOf(one).length === 0) return 'You can refund or close it now.';
  if (!mayStillExchange(order, one)) {
    return 'Items were refunded meanwhile, so its exchange can’t be sent. Please cancel it.';
  }
  const refusal = shippingRefusal(order);
  if (refusal) return `Its exchange can’t be sent now. ${refusal.message}`;
  return isExtraPaid(one) ? 'You can send its exchange now.' : waitsForDifference(one);
}
