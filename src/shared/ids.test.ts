import { fromString, toUUID } from 'typeid-js';
import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are TypeIDs of version 7 that sort by their creation', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, () => newId('prd'));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    const uuid = toUUID(fromString(id, 'prd'));
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const at = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  }
  // The last 40 bits are random.
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.at(-1))).size).toBe(32);
});
