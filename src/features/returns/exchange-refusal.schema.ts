/** Whether what a return has reserved in exchange can be sent now. */
import { type Refusal, shippingRefusal } from '../fulfillment/allowed-changes.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { isExtraPaid } from '../orders/payment/extra-payment.schema.ts';
import { mayStillExchange } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';

const REFUNDED: Refusal = {
  code: 'return_state',
  message: 'Items of this return were refunded meanwhile. Please cancel the exchange.',
};

const UNPAID: Refusal = {
  code: 'payment_incomplete',
  message: 'The difference to the dearer variant is neither paid nor waived.',
};

/** The difference can't be paid twice. */
export const DIFFERENCE_REFUNDED: Refusal = {
  code: 'payment_incomplete',
  message:
    'The difference was paid, and all or a part of it was refunded since, so the exchange can’t be sent. Please cancel it and refund the return instead.',
};

/**
 * Why the exchanges of an open return can't be sent; null if they can. The use case and the page of
 * an order ask it. Lists of orders have those of received returns, by `hasExchangeToSend`; a test
 * compares them.
 */
export function exchangeRefusal(order: OrderView, one: ReturnView): Refusal | null {
  const refusal = shippingRefusal(order) ?? (isExtraPaid(one) ? null : unpaidRefusal(one));
  // A refunded item needs another step than to wait.
  return mayStillExchange(order, one) ? refusal : REFUNDED;
}

const unpaidRefusal = ({ extra }: ReturnView): Refusal =>
  extra?.payment ? DIFFERENCE_REFUNDED : UNPAID;
