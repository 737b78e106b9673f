import { setImmediate } from 'node:timers/promises';

/**
 * For long work of a job. The returned function pauses when the work has held the process for
 * `holdMs` since the last pause, so that other requests are handled. Call it between two steps.
 */
export function createPauses(holdMs = 5): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMs) return;
    await setImmediate();
    since = performance.now();
  };
}
