import { expect, test } from 'vitest';
import { nearestTests } from './nearest-tests.ts';

const tests = [
  { path: 'test/api/guest-carts.test.ts', text: '' },
  { path: 'test/races/orders.test.ts', text: '' },
  { path: 'test/db/import.test.ts', text: "import { addLine } from '#features/cart/cart.ts';" },
  { path: 'test/api/seo.test.ts', text: "import { goods } from '../support/goods.ts';" },
];
const noticedBy = (file: string) =>
  file === 'src/db/locks.ts' ? ['test/races/orders.test.ts'] : [];

const sources = [
  { path: 'src/shared/round.ts', text: '' },
  { path: 'src/features/cart/sums.ts', text: "import { round } from '#shared/round.ts';" },
  { path: 'src/features/orders/total.ts', text: "export { sum } from '../cart/sums.ts';" },
];

test.each([
  ['src/features/cart/cart.ts', ['test/db/import.test.ts', 'test/api/guest-carts.test.ts']],
  ['src/features/cart/guest-carts.ts', ['test/api/guest-carts.test.ts']],
  ['src/db/locks.ts', ['test/races/orders.test.ts']],
  ['test/support/goods.ts', ['test/api/seo.test.ts']],
  ['test/races/orders.test.ts', ['test/races/orders.test.ts']],
  ['src/shared/round.ts', ['test/api/guest-carts.test.ts', 'test/races/orders.test.ts']],
  ['src/shared/color.ts', []],
])('the tests nearest to %s', (file, nearest) => {
  expect(nearestTests([file], tests, noticedBy, sources)).toEqual(nearest);
});
