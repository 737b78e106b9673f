import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';

const MINUTE_S = 60;
const TOO_MANY =
  'You have tried to pay many times within a minute. Please wait a moment and try again.';

/**
 * Counts a request that makes the shop call the card provider; 429 beyond `providerAskedPerMinute`.
 * The provider limits the requests of the whole shop, so without this one account could keep
 * everybody from paying. Guests count for their network alone.
 */
export async function limitProviderRequests(ctx: Ctx, actor: Actor): Promise<void> {
  const { user } = actor;
  const { account, network } = ctx.shop.unpaidOrders.providerAskedPerMinute;
  const rule = { most: account, seconds: MINUTE_S };
  if (user) await enforceRateLimit(ctx, limitKey('ask-provider', user.id), rule, TOO_MANY);
  if (!actor.network) return;
  const key = limitKey('ask-provider-network', actor.network);
  await enforceRateLimit(ctx, key, { most: network, seconds: MINUTE_S }, TOO_MANY);
}
