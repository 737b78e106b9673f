import { afterEach, expect, test } from 'vitest';
import { formatTime } from '#shared/dates.ts';
import { shop } from '#shop-config';
import { setShopTimeZone } from './shop-time-zone.ts';

afterEach(() => setShopTimeZone(shop));

test('people read times in the time zone of the file', () => {
  setShopTimeZone({ timeZone: 'Asia/Dhaka' });
  expect(formatTime('2026-11-28T20:05:00Z')).toBe('29 November 2026 at 02:05 UTC+6');
});

test.each(['Asia/Atlantis', '+06:00', ''])("a shop in '%s' does not start", (timeZone) => {
  expect(() => setShopTimeZone({ timeZone })).toThrow(
    `timeZone is '${timeZone}', which is not a time zone`,
  );
});
