import type { Actor } from '../actor.ts';
import { lockOrOpenCart, returnToCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { toEstimate } from '../delivery/delivery.ts';
import { viewOrder, withdrawOrder, withOwnPaymentStopped } from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { lockCustomer } from './unpaid-limits.ts';

/**
 * Turns the customer's own unpaid order back into a cart, so that it can be changed. Stops its
 * payment first, then cancels it and puts its lines into the cart in one transaction. A repeat
 * leaves the cart as it is. 409 when the order was paid or closed meanwhile.
 */
export async function reopenOrder(ctx: Ctx, actor: Actor, orderId: string): Promise<void> {
  const user = requireUser(actor);
  const order = await viewOrder(ctx, orderId);
  await withOwnPaymentStopped(ctx, actor, orderId, async (tx, stopped) => {
    // The same order of locks as in placing: customer, cart, then what cancelling locks.
    await lockCustomer(tx, user.id);
    const cartId = await lockOrOpenCart(ctx, tx, user.id);
    if (await withdrawOrder(ctx, tx, user.id, { id: orderId, stopped })) {
      const { lines, city, zip, address } = order;
      const to = address ? toEstimate(ctx, address) : { city, zip };
      await returnToCart(ctx, tx, cartId, { lines, to });
    }
  });
}
