import { type Actor, requireUser } from '../actor.ts';
import { lockOrOpenCart, returnToCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { viewOrder, withdrawOrder, withOwnPaymentStopped } from '../orders/orders.ts';
import { lockShopper } from './unpaid-limits.ts';

/**
 * Makes the shopper's own unpaid order a cart again, so that it can be changed: its payment is
 * stopped first, then it is cancelled and its lines go into the cart, in one transaction. Again: the
 * cart stays as it is. 409 when it was paid or closed meanwhile.
 */
export async function reopenOrder(ctx: Ctx, actor: Actor, orderId: string): Promise<void> {
  const user = requireUser(actor);
  const order = await viewOrder(ctx, orderId);
  await withOwnPaymentStopped(ctx, actor, orderId, async (tx, stopped) => {
    // In the order of placing: shopper, cart, then what cancelling locks.
    await lockShopper(tx, user.id);
    const cartId = await lockOrOpenCart(ctx, tx, user.id);
    if (await withdrawOrder(ctx, tx, user.id, { id: orderId, stopped })) {
      await returnToCart(ctx, tx, cartId, order);
    }
  });
}
