import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withThousands } from './thousands.ts';

test('whole numbers are written as English has it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (whole) => {
      expect(withThousands(whole)).toBe(whole.toLocaleString('en'));
    }),
  );
});
