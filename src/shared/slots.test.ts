import { expect, test, vi } from 'vitest';
import { createSlots } from './slots.ts';
import { MAX_WAITING_MS } from './wait-limit.ts';

/** Work that ends on demand. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

test('no more run at a time than there are slots, in the order they came', async () => {
  const slots = createSlots(2);
  const started: number[] = [];
  const pieces = [0, 1, 2, 3].map(() => piece());
  const done = pieces.map(({ promise }, i) =>
    slots(() => {
      started.push(i);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  pieces[1]?.resolve('one');
  await done[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of pieces) resolve('done');
  expect(await Promise.all(done)).toEqual(['done', 'one', 'done', 'done']);
});

test('a failure gives its slot to the next', async () => {
  const slots = createSlots(1);
  const failed = slots(() => Promise.reject(new Error('broken')));
  const next = slots(async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});

test('a full line is refused, and waits again once it has moved', async () => {
  const slots = createSlots(1, 1);
  const [first, second] = [piece(), piece()];
  const running = slots(() => first.promise);
  const waiting = slots(() => second.promise);
  await expect(slots(async () => 'third')).rejects.toMatchObject({ code: 'unavailable' });
  first.resolve('first');
  second.resolve('second');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
  expect(await slots(async () => 'fourth')).toBe('fourth');
});

test('what waits too long is refused and makes room in the line; a job waits on', async () => {
  vi.useFakeTimers();
  try {
    const slots = createSlots(1, 2);
    const [first, job] = [piece(), piece()];
    const running = slots(() => first.promise);
    const waitingJob = slots(() => job.promise, Number.POSITIVE_INFINITY);
    const late = slots(async () => 'never').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(MAX_WAITING_MS);
    expect(await late).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    const next = slots(async () => 'next');
    first.resolve('first');
    job.resolve('job');
    expect(await Promise.all([running, waitingJob, next])).toEqual(['first', 'job', 'next']);
  } finally {
    vi.useRealTimers();
  }
});
