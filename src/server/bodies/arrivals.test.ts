import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArrivals } from './arrivals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEGABYTE = 1024 * 1024;

test('who waits gets the place of the slowest, after a second', async () => {
  const given: string[] = [];
  const enter = createArrivals(3, 10);
  const fast = await enter(() => given.push('fast'));
  const slow = await enter(() => given.push('slow'));
  await enter(() => given.push('still'));
  fast.add(MEGABYTE);
  slow.add(1_000);
  const next = [enter(() => given.push('next')), enter(() => given.push('last'))];
  await vi.advanceTimersByTimeAsync(900);
  expect(given).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  await Promise.all(next);
  expect(given).toEqual(['still', 'slow']);
});

test('who comes at an honest pace keeps the place, and the next one gets it afterwards', async () => {
  const given: string[] = [];
  const enter = createArrivals(1, 1);
  const fast = await enter(() => given.push('fast'));
  fast.add(100 * MEGABYTE);
  const next = enter(() => given.push('next'));
  await expect(enter(() => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given).toEqual([]);
  fast.leave();
  fast.leave();
  await next;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given).toEqual([]);
});
