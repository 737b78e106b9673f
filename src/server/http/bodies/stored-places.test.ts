import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IMAGE_WAITING_MS } from '#shared/wait-limit.ts';
import { StoredPlaces } from './stored-places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The site is the first letter; that of staff is S. */
function senderOf(name: string) {
  const site = name.slice(0, 1);
  return { site, isStaff: site === 'S' };
}

/**
 * Places whose bodies are processed in this many milliseconds. `log` says what happened to each.
 */
function openPlaces(most: number, atATime: number) {
  const places = new StoredPlaces(most, atATime);
  const log: string[] = [];
  const come = (name: string, ms = 10, signal = new AbortController().signal) => {
    const place = places.enter(senderOf(name));
    const work = async () => {
      log.push(name);
      await new Promise((resolve) => setTimeout(resolve, ms));
    };
    void place
      .process(signal, work)
      .catch(({ code }) => log.push(`${name} ${code}`))
      .finally(place.leave);
  };
  return { places, log, come };
}

const refusal = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 10 });

test('a newcomer gets the place of who waits of the busiest site, at full places', async () => {
  const { places, log, come } = openPlaces(4, 1);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) come(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['a1', 'a4 unavailable', 'a3 unavailable']);
  // No body gives up its place if that would make another site the busiest.
  for (const site of ['a', 'b', 'c']) expect(() => places.enter(senderOf(site))).toThrow(refusal);
  await vi.advanceTimersByTimeAsync(100);
  expect(log.slice(3)).toEqual(['b1', 'c1', 'a2']);
  // All places are free again.
  for (const name of ['a5', 'b5', 'c5', 'd5']) come(name);
});

test('a body that is processed or still arrives gives way to nobody', () => {
  const { places, come } = openPlaces(4, 1);
  come('a1');
  for (let i = 0; i < 3; i += 1) places.enter(senderOf('a'));
  expect(() => places.enter(senderOf('b'))).toThrow(refusal);
});

test('one body of a site is processed at a time, and sites with few go first', async () => {
  const { log, come } = openPlaces(9, 2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) come(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(9);
  expect(log).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'a3', 'a4']);
});

test('a site whose images took long goes last, until that is long ago', async () => {
  const { log, come } = openPlaces(9, 1);
  come('a1', 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const name of ['c1', 'a2', 'b1', 'b2', 'b3']) come(name);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['a1', 'c1', 'b1', 'b2', 'b3', 'a2']);
  await vi.advanceTimersByTimeAsync(600_000);
  for (const name of ['c2', 'b4', 'b5', 'a3']) come(name);
  await vi.advanceTimersByTimeAsync(100);
  expect(log.slice(6)).toEqual(['c2', 'a3', 'b4', 'b5']);
});

test('bodies of staff go before those of everybody else, however many there are', async () => {
  const { log, come } = openPlaces(9, 1);
  come('S1', 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const name of ['a1', 'b1', 'c1', 'S2', 'S3', 'S4']) come(name);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['S1', 'a1', 'S2', 'S3', 'S4', 'b1', 'c1']);
});

test('one body of a staff site is processed at a time, beside those of others', async () => {
  const { log, come } = openPlaces(9, 2);
  for (const name of ['S1', 'S2', 'a1', 'b1']) come(name);
  await vi.advanceTimersByTimeAsync(9);
  expect(log).toEqual(['S1', 'a1']);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['S1', 'a1', 'S2', 'b1']);
});

test('staff always get a place on disk, and lose none to others', async () => {
  const { places, log, come } = openPlaces(4, 1);
  for (const name of ['a1', 'b1', 'c1', 'd1', 'S1', 'S2', 'S3']) come(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['a1', 'd1 unavailable', 'c1 unavailable', 'b1 unavailable']);
  for (const site of ['b', 'S']) expect(() => places.enter(senderOf(site))).toThrow(refusal);
  await vi.advanceTimersByTimeAsync(100);
  expect(log.slice(4)).toEqual(['S1', 'S2', 'S3']);
});

test('a body that waited for a long image of another site is not charged for it', async () => {
  const { log, come } = openPlaces(9, 2);
  come('a1', 5_000);
  await vi.advanceTimersByTimeAsync(1);
  // It began second and ends when the first one has been decoded.
  come('b1', 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const name of ['c1', 'd1', 'a2', 'b2']) come(name, 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(['a1', 'b1', 'c1', 'd1', 'b2', 'a2']);
});

test('a body whose client left is not processed, and its place is free at once', async () => {
  const { log, come } = openPlaces(3, 1);
  const client = new AbortController();
  come('a1');
  come('b1');
  come('c1', 10, client.signal);
  client.abort();
  come('d1', 10, client.signal);
  come('e1');
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['a1', 'c1 unavailable', 'd1 unavailable', 'b1', 'e1']);
});

test('a body that waits too long is refused, and its place is free', async () => {
  const { log, come } = openPlaces(2, 1);
  come('a1', 2 * IMAGE_WAITING_MS);
  come('b1');
  await vi.advanceTimersByTimeAsync(IMAGE_WAITING_MS);
  come('c1');
  await vi.advanceTimersByTimeAsync(IMAGE_WAITING_MS);
  expect(log.slice(0, 2)).toEqual(['a1', 'b1 unavailable']);
});
