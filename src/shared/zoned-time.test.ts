import { expect, test } from 'vitest';
import { fromZonedTime, toZonedTime } from './zoned-time.ts';

test.each([
  ['2026-11-22T09:30', 'UTC', '2026-11-22T09:30:00.000Z'],
  ['2026-11-22T09:30', 'Asia/Dhaka', '2026-11-22T03:30:00.000Z'],
  ['2026-01-01T00:15', 'America/New_York', '2026-01-01T05:15:00.000Z'],
  ['2026-07-01T00:15', 'America/New_York', '2026-07-01T04:15:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('%s in %s is %s, and back', (local, zone, iso) => {
  expect(fromZonedTime(local, zone)).toBe(iso);
  expect(toZonedTime(iso, zone)).toBe(local);
});

test('a time that a clock change skips is the one an hour later', () => {
  const iso = fromZonedTime('2026-03-29T02:30', 'Europe/Berlin');
  expect(iso && toZonedTime(iso, 'Europe/Berlin')).toBe('2026-03-29T03:30');
});

test('a time that occurs twice is the first', () => {
  expect(fromZonedTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test.each(['', 'tomorrow', '2026-11-22', '2026-13-45T99:99'])('%j is no time', (text) => {
  expect(fromZonedTime(text, 'UTC')).toBeNull();
});
