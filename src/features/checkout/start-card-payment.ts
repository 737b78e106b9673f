import type { PaymentProvider } from '#adapters/payments/port.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { getPayableOrder, requireCustomer, settle } from '../orders/orders.ts';
import { ensureIntent, requirePayments } from '../payments/payments.ts';

/**
 * The client secret of the order's one open intent. The card form pays with it. The caller calls
 * `limitProviderRequests` before, and before it places the order.
 */
export async function startCardPayment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<{ clientSecret: string; provider: PaymentProvider }> {
  const customer = await requireCustomer(ctx, actor, orderId);
  const { name: provider } = requirePayments(ctx);
  const order = await getPayableOrder(ctx, actor, orderId);
  const { id, status, clientSecret } = await ensureIntent(ctx, {
    orderId,
    amountMinor: order.totalMinor,
  });
  if (status === 'succeeded') {
    // An earlier payment was captured, but its response did not reach the browser.
    await settle(ctx, id, { orderId, actor: customer.id });
    throw new AppError('already_paid', 'This order is paid already.');
  }
  return { clientSecret, provider };
}
