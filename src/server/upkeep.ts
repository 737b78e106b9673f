import type { Ctx } from '#features/context.ts';
import {
  expireOverdueOrders,
  reconcilePayments,
  workOffProviderEvents,
} from '#features/orders/orders.ts';
import { carryOutOpenRefunds } from '#features/payments/payments.ts';
import { removeUnusedPictures } from '#features/pictures/pictures.ts';

const EVERY_MS = 60_000;

/**
 * What has to happen without anyone asking: captures that nobody told us of are settled, unpaid
 * orders expire, refunds that an outage left behind are carried out, pictures that nothing uses are
 * removed. Safe in any number of processes, because each piece of work is looked at again under its
 * own lock.
 */
export async function runUpkeep(ctx: Ctx): Promise<void> {
  if (ctx.payments) await workOffProviderEvents(ctx);
  if (ctx.payments) await reconcilePayments(ctx);
  await expireOverdueOrders(ctx);
  if (ctx.payments) await carryOutOpenRefunds(ctx);
  await removeUnusedPictures(ctx);
}

/** Does so every minute. Answers how to stop it; stopping waits for the round that is under way. */
export function startUpkeep(ctx: Ctx): () => Promise<void> {
  let round = Promise.resolve();
  const start = () => {
    round = round
      .then(() => runUpkeep(ctx))
      .catch((error: unknown) => ctx.log.error('upkeep.failed', error));
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return () => {
    clearInterval(timer);
    return round;
  };
}
