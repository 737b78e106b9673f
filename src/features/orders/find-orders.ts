import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectNewestFitting } from './order-search.store.ts';

/** The newest orders that fit a text, by the rule of the console's table (admin). */
export function findOrders(ctx: Ctx, actor: Actor, text: string, limit: number) {
  requireAdmin(actor);
  return selectNewestFitting(ctx.db, text, limit);
}
