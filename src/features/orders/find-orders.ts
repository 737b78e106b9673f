import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectStarting } from './order-search.store.ts';
import { readOrderStart } from './order-start.store.ts';

/**
 * The newest orders whose number begins with a text, or whose account has an email that does
 * (admin). People type a number with or without its hyphen.
 */
export function findOrders(ctx: Ctx, actor: Actor, text: string, limit: number) {
  requireAdmin(actor);
  return selectStarting(ctx.db, readOrderStart(text), limit);
}
