import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { addToCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { viewOwnOrder } from '../orders/orders.ts';

/** Refusals that concern one item and not the others. */
const NOT_NOW = ['out_of_stock', 'product_unavailable'];

/**
 * Puts the lines of the caller's own order into the cart at today's prices, as far as they can be
 * bought. Returns whether all of it, some of it or nothing is there. 422 when the cart is full.
 */
export async function buyAgain(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<'all' | 'some' | 'none'> {
  const { lines } = await viewOwnOrder(ctx, actor, orderId);
  let [added, short] = [0, 0];
  for (const { variantId, quantity } of lines) {
    try {
      const { added: line } = await addToCart(ctx, actor, { variantId, quantity });
      added += 1;
      if (line.code !== 'added') short += 1;
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_NOW.includes(error.code)) throw error;
      short += 1;
    }
  }
  if (added === 0) return 'none';
  return short === 0 ? 'all' : 'some';
}
