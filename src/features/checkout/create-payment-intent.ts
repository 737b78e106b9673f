import { sendTogether } from '#db/send-together.ts';
import { AppError } from '#shared/errors.ts';
import { toDecimal } from '#shared/money.ts';
import { parseMoney } from '#shared/parse-money.ts';
import type { Actor } from '../actor.ts';
import { lockCartForOrder } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { noDelivery } from '../delivery/delivery.ts';
import { findOrderBeingPaid, getPayableOrder } from '../orders/orders.ts';
import { ensureIntent, requirePayments } from '../payments/payments.ts';
import { requireUser } from '../permissions.ts';
import { requireAddressIfNeeded, selectDelivery } from './delivery.ts';
import { placeOrderOfCart, REPEAT_WINDOW_MS } from './place-order.ts';
import { createTotalAssertion } from './pricing.ts';
import { limitProviderRequests } from './provider-rate-limits.ts';
import { startCardPayment } from './start-card-payment.ts';
import { accountOrderer, getBuyer, inOrderTransaction } from './unpaid-limits.ts';

/**
 * `POST /create-payment-intent`: an intent for an order; for the stored cart, whose order is placed
 * with it (stock before payment); or for a client that stores its cart itself.
 */
export async function createPaymentIntent(
  ctx: Ctx,
  actor: Actor,
  input: { totalAmount: number; orderId?: string | undefined },
): Promise<{ clientSecret: string; orderId: string | null }> {
  const user = requireUser(actor);
  requirePayments(ctx);
  const expectedMinor = parseMoney(input.totalAmount);
  if (!expectedMinor) throw new AppError('invalid_request', 'An amount above zero is needed.');
  await limitProviderRequests(ctx, actor);
  const orderId = input.orderId ?? (await orderOfStoredCart(ctx, actor, expectedMinor));
  if (!orderId) {
    const intent = await ensureIntent(ctx, {
      orderId: null,
      userId: user.id,
      amountMinor: expectedMinor,
    });
    return { clientSecret: intent.clientSecret, orderId: null };
  }
  const order = await getPayableOrder(ctx, actor, orderId);
  if (order.totalMinor !== expectedMinor) {
    throw new AppError('price_changed', 'That is not what this order costs.', {
      details: {
        quote: {
          grandTotalAmount: toDecimal(order.subtotalMinor),
          shippingCost: toDecimal(order.shippingMinor),
          taxAmount: toDecimal(order.taxMinor),
          totalAmount: toDecimal(order.totalMinor),
        },
      },
    });
  }
  return { ...(await startCardPayment(ctx, actor, orderId)), orderId };
}

async function orderOfStoredCart(
  ctx: Ctx,
  actor: Actor,
  expectedMinor: number,
): Promise<string | null> {
  const { id: userId } = requireUser(actor);
  const orderer = accountOrderer(actor);
  return inOrderTransaction(ctx, orderer, async (tx) => {
    const [buyer, cart] = await sendTogether([
      () => getBuyer(tx, orderer),
      () => lockCartForOrder(ctx, tx, { userId }),
    ]);
    if (cart?.id) {
      const assertExpectedTotals = createTotalAssertion(expectedMinor);
      const settings = await ctx.delivery.at(tx, buyer.deliveryVersion);
      const addresses = await selectDelivery(ctx, tx, settings, userId, cart.id);
      // The checkout page says this too. Without the check, a call would send the order to the city
      // of the estimate.
      if (addresses.outOfReach) throw noDelivery(addresses.outOfReach);
      requireAddressIfNeeded(ctx, cart, addresses);
      const how = {
        buyer,
        payment: 'card',
        method: null,
        assertExpectedTotals,
        addresses,
      } as const;
      return (await placeOrderOfCart(ctx, tx, how, cart)).id;
    }
    // A repeat after the cart became an order means that order. A client that stores its cart
    // itself has no such order.
    const since = new Date(ctx.now().getTime() - REPEAT_WINDOW_MS);
    return (await findOrderBeingPaid(tx, userId, expectedMinor, since))?.id ?? null;
  });
}
