import { expect, test } from 'vitest';
import { ownValue } from './own-value.ts';

test('finds what a record has itself, and nothing that it inherits', () => {
  expect(ownValue({ edit: 1 }, 'edit')).toBe(1);
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'other']) {
    expect(ownValue({ edit: 1 }, name)).toBeUndefined();
  }
});
