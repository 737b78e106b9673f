import { setImmediate } from 'node:timers/promises';

/**
 * For long work of a job: the returned function lets others have their turn when the work has held
 * the process for `holdMs` since the last turn. Call it between two steps.
 */
export function createPauses(holdMs = 5): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMs) return;
    await setImmediate();
    since = performance.now();
  };
}
