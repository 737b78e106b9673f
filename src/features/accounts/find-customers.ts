import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectFoundUsers } from './find-customers.store.ts';

/**
 * Finds accounts whose email begins with the text, or whose name has words that begin with its
 * words. Returns the first ones by name (admin).
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
