/** How long guest carts are stored. */
import type { Ctx } from '../context.ts';
import { type CartRow, deleteUnusedGuestCarts, markUsed } from './cart.store.ts';

const DAY_MS = 86_400_000;

/** Removes guest carts that were not used within that time. */
export function forgetUnusedGuestCarts(ctx: Ctx): Promise<number> {
  const keptMs = ctx.shop.retention.guestCartDays * DAY_MS;
  return deleteUnusedGuestCarts(ctx.db, new Date(ctx.now().getTime() - keptMs));
}

/** Viewing a cart counts as using it. Stores that at most once a day. */
export async function recordCartUse(ctx: Ctx, { id, userId, updatedAt }: CartRow): Promise<void> {
  const now = ctx.now();
  const since = new Date(now.getTime() - DAY_MS);
  if (!userId && updatedAt < since) await markUsed(ctx.db, id, { since, now });
}
