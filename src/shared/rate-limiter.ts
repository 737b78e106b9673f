import { AppError } from './errors.ts';

/** How many networks are counted at a time. Beyond it the oldest counter is dropped. */
const MAX_COUNTED = 10_000;

/**
 * Counts one more of `key`, whose limit is `times` as high as usual. Throws 429 with the time to
 * wait beyond the limit.
 */
export type RateLimiter = (key: string, times?: number) => void;

/**
 * Allows `most` per key in a window of `seconds`, counted in this process alone. It needs no
 * statement, and limits the work of this process. Limits for all processes together are in
 * `features/rate-limits`.
 */
export function createRateLimiter(
  { most, seconds, sentence }: { most: number; seconds: number; sentence: string },
  now: () => Date,
): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return (key, times = 1) => {
    const time = now().getTime();
    const known = windows.get(key);
    // A clock that was set back must not make anybody wait longer than a window.
    const isOver = !known || known.endsAt <= time || known.endsAt > time + seconds * 1000;
    const window = isOver ? { count: 0, endsAt: time + seconds * 1000 } : known;
    if (isOver) {
      windows.delete(key);
      windows.set(key, window);
      const oldest = windows.size > MAX_COUNTED ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
    }
    window.count += 1;
    if (window.count <= most * times) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((window.endsAt - time) / 1000));
    throw new AppError('rate_limited', sentence, { retryAfterSeconds });
  };
}
