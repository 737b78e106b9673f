import { expect, test } from 'vitest';
import { median, ratiosOf, spreadOf } from './stats.ts';

test('the median is the one in the middle, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

test('of an even number it lies between the two in the middle', () => {
  expect(median([4, 1, 10, 2])).toBe(3);
});

test('nothing has no median', () => {
  expect(() => median([])).toThrow('at least one value');
});

test('a spread leaves its values as they are', () => {
  const values = [30, 10, 20];
  expect(spreadOf(values)).toEqual({ median: 20, min: 10, max: 30 });
  expect(values).toEqual([30, 10, 20]);
});

test('ratios are taken round by round, so that a slow round of both changes nothing', () => {
  expect(ratiosOf([50, 5], [100, 10])).toEqual([0.5, 0.5]);
  expect(() => ratiosOf([1, 2], [1])).toThrow('both sides');
});
