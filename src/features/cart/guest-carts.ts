/** When guest carts were last used. Those that nobody uses are removed: see `retention/`. */
import { DAY_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { type CartRow, markUsed } from './cart.store.ts';

/** Viewing a cart counts as using it. Stores that at most once a day. */
export async function recordCartUse(ctx: Ctx, { id, userId, updatedAt }: CartRow): Promise<void> {
  const now = ctx.now();
  const since = new Date(now.getTime() - DAY_MS);
  if (!userId && updatedAt < since) await markUsed(ctx.db, id, { since, now });
}
