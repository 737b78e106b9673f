import { tryDatabaseLock } from '#db/database-lock.ts';
import { forgetExpiredLinks, forgetExpiredSessions } from '#features/accounts/accounts.ts';
import { createChangesCleaner } from '#features/cache-invalidation/cache-invalidation.ts';
import { forgetUnusedGuestCarts } from '#features/cart/cart.ts';
import {
  alertOnHeldStock,
  carryOutOpenRefunds,
  expireOverdueOrders,
  extendHoldsOfVerified,
  reconcilePayments,
  releaseMarkedOrders,
  workOffProviderEvents,
} from '#features/orders/orders.ts';
import { forgetEndedLimits } from '#features/rate-limits/rate-limits.ts';
import type { ShopContext } from '../start/create-context.ts';

const EVERY_MS = 60_000;

/**
 * What has to happen without anyone asking: captures that nobody told us of are settled, unpaid
 * orders expire, refunds that an outage left behind are carried out, counters, links, sessions,
 * carts and changes of the goods that are over are forgotten. Answers how to stop it; stopping waits for the round under way.
 */
export function startJobs(context: ShopContext): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const cleanChanges = createChangesCleaner(context.ctx.db);
  const start = () => {
    round = round
      .then(() => runJobsRound(context))
      .then((isRunHere) => (isRunHere ? cleanChanges() : undefined))
      .catch((error: unknown) => context.ctx.log.error('jobs.failed', error));
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

/**
 * One round, in one process at a time; returns whether it was run here. The lock goes with its
 * connection, so a process that dies stands in nobody's way; and should a round lose its lock and
 * go on, each piece of work is looked at again under a lock of its own.
 */
export function runJobsRound({ ctx, database }: ShopContext): Promise<boolean> {
  return tryDatabaseLock(database, 'jobs', async () => {
    if (ctx.payments) await workOffProviderEvents(ctx);
    if (ctx.payments) await reconcilePayments(ctx);
    await extendHoldsOfVerified(ctx);
    await expireOverdueOrders(ctx);
    await releaseMarkedOrders(ctx);
    await alertOnHeldStock(ctx);
    if (ctx.payments) await carryOutOpenRefunds(ctx);
    await forgetEndedLimits(ctx);
    await forgetExpiredLinks(ctx);
    await forgetExpiredSessions(ctx);
    await forgetUnusedGuestCarts(ctx);
  });
}
