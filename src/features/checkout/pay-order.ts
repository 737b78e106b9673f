import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  findTransaction,
  getOwnOrder,
  requireCustomer,
  requireOwnTransaction,
  settleKnown,
  viewOrder,
} from '../orders/orders.ts';
import { findOpenPayment } from '../payments/payments.ts';
import { type ExpectedPayment, isTransaction } from './checkout.schema.ts';
import { assertExpectedPayment } from './expected-payment.ts';
import { limitProviderRequests } from './provider-rate-limits.ts';

/** `PUT /orders/{id}`: pays a pending order with a payment that the provider has captured. */
export async function payOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  expected: ExpectedPayment,
): Promise<OrderView> {
  const customer = await requireCustomer(ctx, actor, orderId);
  await getOwnOrder(ctx, actor, orderId);
  await limitProviderRequests(ctx, actor);
  const known = await findTransaction(ctx, expected.transaction);
  requireOwnTransaction(known, customer);
  if (known.payment.orderId && known.payment.orderId !== orderId) {
    throw new AppError('transaction_used', 'That payment belongs to another order.');
  }
  assertExpectedPayment(expected, known);
  return viewOrder(ctx, await settleKnown(ctx, known, { orderId, actor: customer.id }));
}

/**
 * Pays a pending order for its page, which knows only the transaction. If the provider's response
 * was lost, the page does not know the transaction either, and the order's own payment is used.
 */
export async function settleOrderPayment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  transaction: string | null,
): Promise<OrderView> {
  if (transaction && !isTransaction(transaction)) {
    throw new AppError('payment_incomplete', 'That payment is not known to this shop.');
  }
  if (transaction) return payOrder(ctx, actor, orderId, { transaction });
  const order = await getOwnOrder(ctx, actor, orderId);
  if (order.status === 'paid') return viewOrder(ctx, orderId);
  const open = await findOpenPayment(ctx.db, orderId);
  if (!open?.intentId) {
    throw new AppError('payment_incomplete', 'The payment has not gone through yet.');
  }
  return payOrder(ctx, actor, orderId, { transaction: open.intentId });
}
