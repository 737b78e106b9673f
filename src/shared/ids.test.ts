import { expect, test } from 'vitest';
import { newId, timeOfId } from './ids.ts';

test('an id tells when it was made; another text does not', () => {
  const before = Date.now();
  const at = timeOfId(newId('prd'))?.getTime();
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
  expect(timeOfId('prd_01kbcdefgh0000000000000000')?.toISOString().slice(0, 4)).toBe('2025');
  for (const text of [
    '',
    'prd_1',
    'prd_01kbcdefghu000000000000000',
    'prd_7zzzzzzzzz0000000000000000',
  ]) {
    expect(timeOfId(text)).toBeNull();
  }
});
