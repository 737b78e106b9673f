import { expect, test } from 'vitest';
import { isFormerUnseen } from './unseen-former-price.ts';

test.each([
  [100, 120, false],
  [100, 100, true],
  [100, 0, true],
  [null, 80, false],
  [100, null, false],
])('with the price %j, customers do not see the former price %j: %j', (price, former, isUnseen) => {
  expect(isFormerUnseen(price, former)).toBe(isUnseen);
});
