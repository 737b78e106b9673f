import { expect, test, vi } from 'vitest';
import { IMAGE_ARRIVAL_MS, MAX_WAITING_MS } from '#shared/wait-limit.ts';
import { createNetworkSlots } from './network-slots.ts';

test('an image that waits unread is refused with 503 before Node ends its request', async () => {
  vi.useFakeTimers();
  try {
    const slots = createNetworkSlots(1, 1);
    const first = Promise.withResolvers<void>();
    const running = slots('a', () => first.promise);
    const late = slots('a', async () => undefined).catch((error: unknown) => error);
    // It could have waited for a place to arrive as well.
    await vi.advanceTimersByTimeAsync(IMAGE_ARRIVAL_MS - MAX_WAITING_MS - 1);
    first.resolve();
    await running;
    expect(await late).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  } finally {
    vi.useRealTimers();
  }
});
