import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOrderStates } from '../../scripts/order-states/describe.ts';

test('docs/order-states.md shows the table as it is (npm run docs:states)', () => {
  expect(readFileSync('docs/order-states.md', 'utf8')).toBe(describeOrderStates());
});
