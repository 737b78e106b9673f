import { expect, test } from 'vitest';
import { type ImportPosition, noCounts } from './import-progress.ts';
import {
  type BatchSequence,
  beginBatch,
  finishedBatchAt,
  untilNextMayBegin,
} from './overlapping-batches.ts';

const at = (products: number): ImportPosition => ({
  items: products,
  products,
  newest: 0,
  counts: noCounts,
  bySku: 0,
  newCategories: [],
  relates: false,
});
const gate = () => Promise.withResolvers<void>();

test('a batch is written while the one before it is committed, and stores its position after it', async () => {
  const log: string[] = [];
  const commit = gate();
  const batch = (name: string, committed: Promise<void>) => async (sequence: BatchSequence) => {
    sequence.begin();
    log.push(`${name} writes`);
    const { products } = await sequence.position();
    log.push(`${name} stores ${products + 1}`);
    sequence.hasLocks();
    await committed;
    return at(products + 1);
  };
  const first = beginBatch(finishedBatchAt(at(0)), batch('first', commit.promise));
  await first.ready;
  const second = beginBatch(first, batch('second', Promise.resolve()));
  await new Promise(setImmediate);
  expect(log).toEqual(['first writes', 'first stores 1', 'second writes']);
  commit.resolve();
  expect((await second.done).products).toBe(2);
  expect(log.at(-1)).toBe('second stores 2');
});

test('a batch is rolled back and written again when the one before it was not committed at once', async () => {
  const failed = gate();
  const repeated = gate();
  const log: string[] = [];
  const first = beginBatch(finishedBatchAt(at(0)), async (sequence) => {
    sequence.begin();
    await sequence.position();
    sequence.hasLocks();
    await failed.promise;
    sequence.begin();
    await repeated.promise;
    log.push('first is done');
    return at(7);
  });
  await first.ready;
  const second = beginBatch(first, async (sequence) => {
    log.push('second begins');
    sequence.begin();
    try {
      return at((await sequence.position()).products + 1);
    } catch (error) {
      log.push('second is rolled back');
      throw error;
    }
  });
  failed.resolve();
  await new Promise(setImmediate);
  // It holds no lock while the first one is repeated.
  expect(log).toEqual(['second begins', 'second is rolled back']);
  repeated.resolve();
  expect((await second.done).products).toBe(8);
  expect(log.slice(2)).toEqual(['first is done', 'second begins']);
});

test('a batch that is written again has its locks before the next one begins', async () => {
  const [failed, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = beginBatch(finishedBatchAt(at(0)), async (sequence) => {
    sequence.begin();
    await sequence.position();
    sequence.hasLocks();
    await failed.promise;
    sequence.begin();
    return at(1);
  });
  const second = beginBatch(first, async (sequence) => {
    sequence.begin();
    sequence.hasLocks();
    const { products } = await sequence.position();
    await committed.promise;
    return at(products + 1);
  });
  let mayBegin = false;
  const third = untilNextMayBegin(first, second).then(() => {
    mayBegin = true;
  });
  failed.resolve();
  await first.done;
  await new Promise(setImmediate);
  expect(mayBegin).toBe(false);
  committed.resolve();
  await third;
  expect((await second.done).products).toBe(2);
});

test('an import ends with the error of its batch', async () => {
  const first = beginBatch(finishedBatchAt(at(0)), async (sequence) => {
    sequence.begin();
    sequence.hasLocks();
    throw new Error('The lease is lost.');
  });
  await first.ready;
  const second = beginBatch(first, async (sequence) => sequence.position());
  await expect(second.ready).rejects.toThrow('The lease is lost.');
  await expect(second.done).rejects.toThrow('The lease is lost.');
});

test('the next batch is read when one is planned, or when it is over without that', async () => {
  const decided = gate();
  const first = beginBatch(finishedBatchAt(at(0)), async (sequence) => {
    await decided.promise;
    sequence.planned();
    return new Promise(() => {});
  });
  let isPlanned = false;
  const planned = first.planned.then(() => {
    isPlanned = true;
  });
  await new Promise(setImmediate);
  expect(isPlanned).toBe(false);
  decided.resolve();
  await planned;
  const failing = beginBatch(finishedBatchAt(at(0)), () => Promise.reject(new Error('Lost.')));
  await failing.planned;
  await expect(failing.done).rejects.toThrow('Lost.');
});

test('a batch writes the search index when the one before has done so, or is committed', async () => {
  const [indexed, committed] = [gate(), gate()];
  const log: string[] = [];
  const batch = (name: string, has: Promise<void>) => async (sequence: BatchSequence) => {
    sequence.begin();
    sequence.hasLocks();
    await sequence.untilMayIndex();
    await has;
    log.push(`${name} is indexed`);
    if (name !== 'second') sequence.hasIndexed();
    const { products } = await sequence.position();
    await committed.promise;
    return at(products + 1);
  };
  const first = beginBatch(finishedBatchAt(at(0)), batch('first', indexed.promise));
  const second = beginBatch(first, batch('second', Promise.resolve()));
  const third = beginBatch(second, batch('third', Promise.resolve()));
  await new Promise(setImmediate);
  expect(log).toEqual([]);
  indexed.resolve();
  await new Promise(setImmediate);
  // The second one leaves its rows to its commit.
  expect(log).toEqual(['first is indexed', 'second is indexed']);
  committed.resolve();
  expect((await third.done).products).toBe(3);
  expect(log.at(-1)).toBe('third is indexed');
});
