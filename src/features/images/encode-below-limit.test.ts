import { expect, test } from 'vitest';
import { encodeBelowLimit } from './encode-below-limit.ts';

test.each([
  ['light enough at first', [100], [78]],
  ['a little too heavy', [250, 101, 100], [78, 60, 40]],
  ['always too heavy', [250, 240, 230, 220], [78, 60, 40, 20]],
  ['far too heavy', [301, 150], [78, 20]],
  ['far too heavy at the last quality as well', [900, 800], [78, 20]],
])('%s: tries no more qualities than it needs', async (_, weights, tried) => {
  const asked: number[] = [];
  const bytes = await encodeBelowLimit(100, [78, 60, 40, 20], async (quality) => {
    asked.push(quality);
    return Buffer.alloc(weights[asked.length - 1] ?? 0);
  });
  expect(asked).toEqual(tried);
  expect(bytes).toHaveLength(weights.at(-1) ?? 0);
});
