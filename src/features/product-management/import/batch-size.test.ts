import { expect, test } from 'vitest';
import { createPace, isFullBatch } from './batch-size.ts';

const [isNew, isChanged] = [{ outcome: 'new' as const }, { outcome: 'changed' as const }];

test('batches are large while all products are new, and not after one that the database refused', () => {
  const pace = createPace({ items: 0 });
  const after = (...given: Parameters<typeof pace.decided>) => {
    pace.decided(...given);
    return [pace.most, pace.isLarge];
  };
  expect([pace.most, pace.isLarge]).toEqual([500, false]);
  expect(after([isNew, { outcome: 'refused' }], true)).toEqual([1_500, true]);
  expect(after([isNew, isChanged], true)).toEqual([500, false]);
  expect(after([isNew], true)).toEqual([1_500, true]);
  // A half of it.
  expect(after([isNew], false)).toEqual([500, false]);
});

test('an import that goes on has no large batches', () => {
  const pace = createPace({ items: 1 });
  pace.decided([isNew], true);
  expect([pace.most, pace.isLarge]).toEqual([500, false]);
});

test('a batch of more than 500 products has at most two megabytes of the file', () => {
  const batch = { count: 500, wrong: 0, variants: 500, size: 2 * 1024 * 1024 };
  expect(isFullBatch(batch, 1_500)).toBe(true);
  expect(isFullBatch({ ...batch, size: batch.size - 1 }, 1_500)).toBe(false);
  expect(isFullBatch({ ...batch, count: 499 }, 1_500)).toBe(false);
  expect(isFullBatch({ ...batch, count: 1_500, size: 9 }, 1_500)).toBe(true);
  expect(isFullBatch({ ...batch, count: 0, wrong: 500, size: 9 }, 1_500)).toBe(true);
});
