import { HOUR_S } from '#shared/durations.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { enforceRateLimit, limitKey } from '../../rate-limits/rate-limits.ts';

const TOO_MANY =
  'You have deleted or cancelled many orders within an hour. Please wait a while and try again.';

/**
 * Counts an order that a customer is about to delete, to cancel, or to turn back into a cart; 429
 * beyond `deletedPerHour`. A deleted unpaid order leaves its rows for good and makes room for the
 * next one. A paid order gets a history row each time it is deleted and restored. Without a limit,
 * one account could write any number of rows. Guests count for their network alone. Staff are not
 * counted.
 */
export async function limitDeletions(ctx: Ctx, actor: Actor): Promise<void> {
  const { user } = actor;
  if (user?.role === 'admin') return;
  const { account, network } = ctx.shop.unpaidOrders.deletedPerHour;
  const rule = { most: account, seconds: HOUR_S };
  if (user) await enforceRateLimit(ctx, limitKey('delete-order', user.id), rule, TOO_MANY);
  if (!actor.network) return;
  const key = limitKey('delete-order-network', actor.network);
  await enforceRateLimit(ctx, key, { most: network, seconds: HOUR_S }, TOO_MANY);
}
