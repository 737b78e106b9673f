import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_WAITING_MS } from '#shared/wait-limit.ts';
import { createArrivals } from './arrivals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEGABYTE = 1024 * 1024;

test('who waits gets the place of the slowest, after a second', async () => {
  const given: string[] = [];
  const enter = createArrivals(3, 10);
  const fast = await enter('a', () => given.push('fast'));
  const slow = await enter('a', () => given.push('slow'));
  await enter('a', () => given.push('still'));
  fast.add(MEGABYTE);
  slow.add(1_000);
  const next = [enter('a', () => given.push('next')), enter('a', () => given.push('last'))];
  await vi.advanceTimersByTimeAsync(900);
  expect(given).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  await Promise.all(next);
  expect(given).toEqual(['still', 'slow']);
});

test('who comes at an honest pace keeps the place, and the next one gets it afterwards', async () => {
  const given: string[] = [];
  const enter = createArrivals(1, 1);
  const fast = await enter('a', () => given.push('fast'));
  fast.add(100 * MEGABYTE);
  const next = enter('a', () => given.push('next'));
  await expect(enter('a', () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given).toEqual([]);
  fast.leave();
  fast.leave();
  await next;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given).toEqual([]);
});

test('whose site has fewer comes first, and pushes out who waits of the busiest', async () => {
  const entered: string[] = [];
  const refused: unknown[] = [];
  const enter = createArrivals(1, 3);
  const come = (site: string) => {
    const arrival = enter(site, () => undefined);
    arrival.then(
      () => entered.push(site),
      ({ code }) => refused.push(`${site} ${code}`),
    );
    return arrival;
  };
  const first = await come('busy');
  for (let i = 0; i < 3; i += 1) void come('busy').catch(() => undefined);
  const single = come('single');
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toEqual(['busy unavailable']);
  // No body gives its place to the busiest site.
  await expect(enter('busy', () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  first.leave();
  await single;
  expect(entered).toEqual(['busy', 'single']);
});

test('a site with many more than that of who waits gives up a place, at whatever pace', async () => {
  const given: string[] = [];
  const enter = createArrivals(3, 5);
  for (let i = 0; i < 3; i += 1) {
    (await enter('busy', () => given.push(`busy ${i}`))).add((9 - i) * 100 * MEGABYTE);
  }
  const next = enter('single', () => given.push('single'));
  await vi.advanceTimersByTimeAsync(1_300);
  await next;
  expect(given).toEqual(['busy 2']);
});

test('a body that waits too long is refused, and counts no more', async () => {
  const enter = createArrivals(1, 1);
  (await enter('a', () => undefined)).add(100_000 * MEGABYTE);
  const late = enter('a', () => undefined).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(MAX_WAITING_MS);
  expect(await late).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  const entered = enter('a', () => undefined);
  await expect(enter('a', () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  entered.catch(() => undefined);
});
