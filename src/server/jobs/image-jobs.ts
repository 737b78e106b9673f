import type { Ctx } from '#features/context.ts';
import { removeStrayImages, removeUnusedImages } from '#features/images/images.ts';

const EVERY_MS = 60_000;
/** Looking at every file that is stored takes its time. */
const STRAYS_EVERY_MS = 24 * 3_600_000;

/**
 * Removes images that nothing uses, and strays; apart from the jobs of orders and payments,
 * which must not wait for a place of images that doesn't answer. Safe in any number of processes.
 * Returns how to stop it; stopping waits for the round that is under way.
 */
export function startImageJobs(ctx: Ctx): () => Promise<void> {
  let round: Promise<void> | null = null;
  let straysAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    await removeUnusedImages(ctx);
    if (performance.now() - straysAt < STRAYS_EVERY_MS) return;
    straysAt = performance.now();
    await removeStrayImages(ctx);
  };
  const start = () => {
    // While the one before takes long, there is no need for another.
    round ??= run()
      .catch((error: unknown) => ctx.log.error('jobs.images', error))
      .finally(() => {
        round = null;
      });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
