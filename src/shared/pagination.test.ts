import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, decodeTimeCursor, encodeCursor, soundTimeCursor, toPage } from './cursor.ts';

const keyOf = (row: number) => [String(row)];

describe('toPage', () => {
  test('has no next page when there is nothing, less than a page or exactly one', () => {
    expect(toPage([], 3, keyOf)).toEqual({ items: [], next: null });
    expect(toPage([1, 2], 3, keyOf)).toEqual({ items: [1, 2], next: null });
    expect(toPage([1, 2, 3], 3, keyOf)).toEqual({ items: [1, 2, 3], next: null });
  });

  test('cuts off the row too many and points behind the last one shown', () => {
    const page = toPage([1, 2, 3, 4], 3, keyOf);
    expect(page.items).toEqual([1, 2, 3]);
    expect(decodeCursor(page.next ?? '', 1)).toEqual(['3']);
  });

  test('walks any list in pages of any size, each row once and in order', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (length, limit) => {
        const rows = Array.from({ length }, (_, i) => i);
        const seen: number[] = [];
        let after = -1;
        for (let more = true; more; ) {
          const from = rows.filter((row) => row > after).slice(0, limit + 1);
          const page = toPage(from, limit, keyOf);
          seen.push(...page.items);
          more = page.next !== null;
          if (page.next) after = Number(decodeCursor(page.next, 1)[0]);
        }
        expect(seen).toEqual(rows);
      }),
    );
  });
});

describe('a cursor', () => {
  test('comes back as it went out, and is plain in an address', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }),
        (key) => {
          const cursor = encodeCursor(key);
          expect(cursor).toMatch(/^[\w-]*$/);
          expect(decodeCursor(cursor, key.length)).toEqual(key);
        },
      ),
    );
  });

  test('that this shop did not make is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text, 2)).toThrow('That page of the list does not exist.');
      }),
    );
  });

  test.each([
    ['of another length', encodeCursor(['a'])],
    ['of numbers', encodeCursor([1, 2])],
    ['that is no list', Buffer.from('{"length":2}').toString('base64url')],
    ['that is null', Buffer.from('null').toString('base64url')],
    ['that is empty', ''],
  ])('%s is refused', (_, cursor) => {
    expect(() => decodeCursor(cursor, 2)).toThrow('That page of the list does not exist.');
  });
});

describe('a cursor of time and id', () => {
  test.each([null, undefined, ''])('that is %j is the first page', (cursor) => {
    expect(decodeTimeCursor(cursor)).toBeNull();
  });

  test('of any moment from 1000 to 9999 comes back', () => {
    const moment = fc.date({
      min: new Date('1000-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (date) => {
        const cursor = encodeCursor([date.toISOString(), 'prd_1']);
        expect(decodeTimeCursor(cursor)).toEqual({ createdAt: date.toISOString(), id: 'prd_1' });
      }),
    );
  });

  test.each([
    '1',
    'soon',
    '2026',
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-02-31T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    'infinity',
  ])('of the time %s is refused, as PostgreSQL may not read it', (time) => {
    const cursor = encodeCursor([time, 'prd_1']);
    expect(() => decodeTimeCursor(cursor)).toThrow('does not exist');
    expect(soundTimeCursor(cursor)).toBeNull();
  });

  test("in a page's address is kept when it is sound, else the first page", () => {
    const cursor = encodeCursor(['2026-01-01T00:00:00.000Z', 'ord_1']);
    expect(soundTimeCursor(cursor)).toBe(cursor);
    for (const broken of [null, '', 'garbage', encodeCursor(['2026-01-01T00:00:00.000Z'])]) {
      expect(soundTimeCursor(broken)).toBeNull();
    }
  });
});
