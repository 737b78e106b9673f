/** How long the cart of somebody without an account is kept. */
import type { Ctx } from '../context.ts';
import { type CartRow, deleteUnusedGuestCarts, markUsed } from './cart.store.ts';

const DAY_MS = 86_400_000;

/** Removes the carts of guests that nobody used for as long as the shop keeps them. */
export function forgetUnusedGuestCarts(ctx: Ctx): Promise<number> {
  const keptMs = ctx.shop.retention.guestCartDays * DAY_MS;
  return deleteUnusedGuestCarts(ctx.db, new Date(ctx.now().getTime() - keptMs));
}

/** Notes that a guest looked at a cart, which counts as using it; once a day is enough. */
export async function noteUse(ctx: Ctx, { id, userId, updatedAt }: CartRow): Promise<void> {
  const now = ctx.now();
  const since = new Date(now.getTime() - DAY_MS);
  if (!userId && updatedAt < since) await markUsed(ctx.db, id, { since, now });
}
