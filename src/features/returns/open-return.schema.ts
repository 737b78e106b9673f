import { isOpenReturn } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { isRefundWithdrawn } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { proposedReturnRefund } from './refundable-lines.schema.ts';

/** Whether staff have to do something about a return. */
export function waitsForStaff(order: OrderView, one: ReturnView): boolean {
  return isOpenReturn(one.state) || isRefundedAgain(order, one);
}

/** Whether a closed return has something left to be refunded, because its refund was withdrawn. */
export function isRefundedAgain(order: OrderView, one: ReturnView): boolean {
  return isRefundWithdrawn(order, one) && proposedReturnRefund(order, one, { shipping: false }) > 0;
}
