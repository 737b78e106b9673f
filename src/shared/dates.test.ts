import { afterEach, expect, test } from 'vitest';
import { formatDate, formatDay, formatShortDay, formatTime } from './dates.ts';
import { shopTimeZone } from './shop-time-zone.ts';

const LATE = '2026-11-28T20:05:00.000Z';

afterEach(() => {
  shopTimeZone.name = 'UTC';
});

test.each([
  ['UTC', '28 November 2026 at 20:05 UTC'],
  ['Asia/Dhaka', '29 November 2026 at 02:05 UTC+6'],
  ['Asia/Kolkata', '29 November 2026 at 01:35 UTC+5:30'],
  ['America/New_York', '28 November 2026 at 15:05 UTC-5'],
])('a time in %s is %s', (zone, text) => {
  shopTimeZone.name = zone;
  expect(formatTime(LATE)).toBe(text);
  expect(text).toContain(formatDay(LATE));
});

test('a day is that of the time zone', () => {
  shopTimeZone.name = 'Asia/Dhaka';
  expect(formatShortDay(LATE)).toBe('29 Nov 2026');
  expect(formatDay(LATE, 'UTC')).toBe('28 November 2026');
});

test.each(['UTC', 'Asia/Dhaka', 'America/New_York'])('a day as text stays itself in %s', (zone) => {
  shopTimeZone.name = zone;
  expect(formatDate('2026-11-28')).toBe('28 Nov 2026');
});
