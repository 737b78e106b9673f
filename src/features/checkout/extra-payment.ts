/** How a customer pays what the exchanges of a return cost more. */
import type { PaymentProvider } from '#adapters/payments/port.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  findTransaction,
  getOwnOrder,
  openExtraPayment,
  requireCustomer,
  settle,
  settleKnown,
  viewOrder,
} from '../orders/orders.ts';
import { findOpenExtraPayment, findOrderOfPayment, requirePayments } from '../payments/payments.ts';
import { type ExpectedPayment, isTransaction } from './checkout.schema.ts';
import { assertExpectedPayment } from './expected-payment.ts';
import { limitProviderRequests } from './provider-rate-limits.ts';

/**
 * The client secret of a return's one open intent, for the owner of the order. 404 for other
 * callers; 409 `already_paid`, and `order_closed` when nothing is to be paid. 429 by
 * `limitProviderRequests`.
 */
export async function startExtraPayment(
  ctx: Ctx,
  actor: Actor,
  returnId: string,
): Promise<{ clientSecret: string; provider: PaymentProvider; amountMinor: number }> {
  const { orderId, customerId } = await requireOwnReturn(ctx, actor, returnId);
  const { name: provider } = requirePayments(ctx);
  await limitProviderRequests(ctx, actor);
  const order = await viewOrder(ctx, orderId);
  const paid = order.returns.find(({ id }) => id === returnId)?.extra?.state === 'paid';
  if (paid) throw alreadyPaid();
  const intent = await openExtraPayment(ctx, orderId, returnId);
  if (intent.status === 'succeeded') {
    // An earlier payment was captured, but its response did not reach the browser.
    await settle(ctx, intent.id, { actor: customerId });
    throw alreadyPaid();
  }
  const { clientSecret, amountMinor } = intent;
  return { clientSecret, provider, amountMinor };
}

/**
 * Records an extra payment that the provider has captured, for the owner of the order. Without a
 * transaction, because the provider's response was lost, it is the return's open payment.
 */
export async function payExtra(
  ctx: Ctx,
  actor: Actor,
  returnId: string,
  expected: Partial<ExpectedPayment>,
): Promise<OrderView> {
  const { orderId, customerId } = await requireOwnReturn(ctx, actor, returnId);
  await limitProviderRequests(ctx, actor);
  const order = await viewOrder(ctx, orderId);
  const extra = order.returns.find(({ id }) => id === returnId)?.extra;
  if (!expected.transaction && extra?.state === 'paid') return order;
  const open = await findOpenExtraPayment(ctx.db, returnId);
  const transaction = expected.transaction || open?.intentId;
  if (!transaction) {
    throw new AppError('payment_incomplete', 'The payment has not gone through yet.');
  }
  if (!isTransaction(transaction)) {
    throw new AppError('payment_incomplete', 'That payment is not known to this shop.');
  }
  const known = await findTransaction(ctx, transaction);
  if (known.payment.returnId !== returnId) {
    throw new AppError('transaction_used', 'That payment is for something else.');
  }
  assertExpectedPayment({ ...expected, transaction }, known);
  return viewOrder(ctx, await settleKnown(ctx, known, { actor: customerId }));
}

/** The order of a return, if it is the caller's own; 404 for all others. */
async function requireOwnReturn(
  ctx: Ctx,
  actor: Actor,
  returnId: string,
): Promise<{ orderId: string; customerId: string }> {
  const orderId = await findOrderOfPayment(ctx.db, { orderId: null, returnId });
  const customer = await requireCustomer(ctx, actor, orderId ?? '');
  if (orderId === null) throw new AppError('not_found', 'There is no such return.');
  await getOwnOrder(ctx, actor, orderId);
  return { orderId, customerId: customer.id };
}

const alreadyPaid = () => new AppError('already_paid', 'This exchange is paid already.');
