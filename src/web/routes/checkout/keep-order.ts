import type { Actor } from '#features/actor.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isGuestOf, issueOrderLink } from '#features/orders/orders.ts';
import type { Visit } from '../../shop-context.ts';

/**
 * Gives the browser the link of the order that it has just placed, if that is a guest's and the
 * browser has none. Returns who the visitor is from now on.
 */
export async function keepOrder(
  { ctx, actor, keepOrderLink }: Visit,
  { id, isGuest }: OrderView,
): Promise<Actor> {
  if (!isGuest || (await isGuestOf(ctx, actor, id))) return actor;
  const token = await issueOrderLink(ctx.db, id, ctx.now());
  keepOrderLink(token);
  return { ...actor, orderTokens: [token] };
}
