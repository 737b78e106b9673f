import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

/** A read that ends when it is told to. */
function heldRead<Value>(value: Value) {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  let hasBegun = false;
  return {
    read: () => {
      hasBegun = true;
      return promise;
    },
    get hasBegun() {
      return hasBegun;
    },
    end: async () => {
      resolve(value);
      await promise;
      await new Promise(setImmediate);
    },
    fail: () => reject(new Error(`${value} failed`)),
  };
}

const begunOf = (reads: { hasBegun: boolean }[]) => reads.filter((one) => one.hasBegun).length;

test('reads begin side by side, and their results are in the order that was asked for', async () => {
  const [a, b] = [heldRead('a'), heldRead('b')];
  const both = sideBySide([a.read, b.read]);
  expect(begunOf([a, b])).toBe(2);
  await b.end();
  await a.end();
  expect(await both).toEqual(['a', 'b']);
});

test('a crowd takes four further connections, and the rest waits for the own one', async () => {
  const crowd = Array.from({ length: 6 }, () => [heldRead(1), heldRead(2)] as const);
  const all = crowd.map(([first, second]) => sideBySide([first.read, second.read]));
  expect(begunOf(crowd.map(([first]) => first))).toBe(6);
  expect(begunOf(crowd.map(([, second]) => second))).toBe(4);
  for (const [first] of crowd) await first.end();
  expect(begunOf(crowd.map(([, second]) => second))).toBe(6);
  for (const [, second] of crowd) await second.end();
  expect(await Promise.all(all)).toEqual(crowd.map(() => [1, 2]));
  // The further connections are free again.
  const later = Array.from({ length: 5 }, () => heldRead(3));
  const last = sideBySide(later.map(({ read }) => read));
  expect(begunOf(later)).toBe(5);
  for (const one of later) await one.end();
  await last;
});

test('a fault is thrown when what has begun has ended; the rest is left out, and connections come back', async () => {
  const reads = Array.from({ length: 7 }, (_, nr) => heldRead(nr));
  const all = sideBySide(reads.map(({ read }) => read));
  expect(begunOf(reads)).toBe(5);
  let hasFailed = false;
  const failure = all.catch((error: Error) => {
    hasFailed = true;
    return error.message;
  });
  reads[1]?.fail();
  for (const nr of [0, 2, 3]) await reads[nr]?.end();
  expect([hasFailed, begunOf(reads)]).toEqual([false, 5]);
  await reads[4]?.end();
  expect(await failure).toBe('1 failed');
  expect(begunOf(reads)).toBe(5);
  const later = Array.from({ length: 5 }, () => heldRead(1));
  const next = sideBySide(later.map(({ read }) => read));
  expect(begunOf(later)).toBe(5);
  for (const one of later) await one.end();
  await next;
});
