import { forgetExpiredLinks } from '#features/accounts/accounts.ts';
import type { Ctx } from '#features/context.ts';
import { forgetEndedLimits } from '#features/limits/limits.ts';
import { expireOverdueOrders, reconcilePayments } from '#features/orders/orders.ts';
import { carryOutOpenRefunds } from '#features/payments/payments.ts';
import { removeUnusedPictures } from '#features/pictures/pictures.ts';

const EVERY_MS = 60_000;

/**
 * What has to happen without anyone asking: captures that nobody told us of are settled, unpaid
 * orders expire, refunds that an outage left behind are carried out, pictures that nothing uses are
 * removed, counters that are over are forgotten. Safe in any number of processes, because each piece of work is looked at again under its
 * own lock. Answers how to stop it; stopping waits for the round that is under way.
 */
export function startUpkeep(ctx: Ctx): () => Promise<void> {
  let round = Promise.resolve();
  const run = async () => {
    if (ctx.payments) await reconcilePayments(ctx);
    await expireOverdueOrders(ctx);
    if (ctx.payments) await carryOutOpenRefunds(ctx);
    await removeUnusedPictures(ctx);
    await forgetEndedLimits(ctx);
    await forgetExpiredLinks(ctx);
  };
  const start = () => {
    round = round.then(run).catch((error: unknown) => ctx.log.error('upkeep.failed', error));
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return () => {
    clearInterval(timer);
    return round;
  };
}
