import { expect, test } from 'vitest';
import { addDays, dayOf, startOfDay } from './days.ts';

test('a time has another day where it is already tomorrow', () => {
  const late = new Date('2026-11-28T20:00:00Z');
  expect(['UTC', 'Asia/Dhaka', 'America/New_York'].map((zone) => dayOf(late, zone))).toEqual([
    '2026-11-28',
    '2026-11-29',
    '2026-11-28',
  ]);
});

test.each([
  ['2026-11-29', 'UTC', '2026-11-29T00:00:00.000Z'],
  ['2026-11-29', 'Asia/Dhaka', '2026-11-28T18:00:00.000Z'],
  ['2026-11-29', 'America/New_York', '2026-11-29T05:00:00.000Z'],
  // The clocks go back on this day, and forward on the next one.
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // The clocks go from midnight to one o'clock.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, start) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start);
  expect(dayOf(startOfDay(day, zone), zone)).toBe(day);
  expect(dayOf(new Date(startOfDay(day, zone).getTime() - 1), zone)).toBe(addDays(day, -1));
});

test('days are added over months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
  ]);
});

test('a text that is no day has no start', () => {
  expect(() => startOfDay('today', 'UTC')).toThrow("'today' is not a day.");
});
