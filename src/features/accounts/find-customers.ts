import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { selectFoundUsers } from './find-customers.store.ts';

/**
 * The first accounts, by name, with such beginnings of words in their name, or such a beginning of
 * their email (admin).
 */
export function findCustomers(
  ctx: Ctx,
  actor: Actor,
  text: string,
  limit: number,
): Promise<{ id: string; name: string; email: string }[]> {
  requireAdmin(actor);
  return selectFoundUsers(ctx.db, text, limit);
}
