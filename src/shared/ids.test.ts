import { fromString, getType, toUUID } from 'typeid-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => void vi.useRealTimers());

/** What the package that defines these ids reads in one. */
function read(id: string) {
  const parsed = fromString(id);
  const uuid = toUUID(parsed);
  const [time = '', middle = '', version = '', variant = ''] = uuid.split('-');
  return { kind: getType(parsed), ms: Number.parseInt(`${time}${middle}`, 16), version, variant };
}

describe('ids', () => {
  test('are UUIDs of version 7 with a prefix and the time, as the package reads them', () => {
    for (let i = 0; i < 2_000; i += 1) {
      const before = Date.now();
      const { kind, ms, version, variant } = read(newId('ord'));
      expect(kind).toBe('ord');
      expect(ms).toBeGreaterThanOrEqual(before);
      expect(ms).toBeLessThanOrEqual(Date.now() + 1);
      expect(version[0]).toBe('7');
      expect('89ab').toContain(variant[0]);
    }
  });

  test('differ, and sort by their creation', () => {
    const ids = Array.from({ length: 100_000 }, () => newId('prd'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('sort by their creation while the clock stands still or is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const first = Array.from({ length: 3_000 }, () => newId('prd'));
    vi.setSystemTime(Date.now() - 30_000);
    const ids = [...first, ...Array.from({ length: 3_000 }, () => newId('prd'))];
    expect(ids.toSorted()).toEqual(ids);
  });

  test('have ends that nobody can guess', () => {
    const ends = Array.from({ length: 1_000 }, () => newId('crt').slice(-8));
    expect(new Set(ends).size).toBe(ends.length);
    for (let place = 0; place < 8; place += 1) {
      expect(new Set(ends.map((end) => end[place])).size).toBe(32);
    }
  });
});
