import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WorkingTimes } from '../delivery-settings.ts';
import { addWorkingDays, arrivalOf, clockOf, daysInWords } from './arrival.ts';

const times: WorkingTimes = {
  ...{ version: 1, cutOffMinute: 14 * 60, daysOff: [] as string[] },
  workingDays: [1, 2, 3, 4, 5],
};
const twoToFour = { daysFrom: 2, daysTo: 4 };

// 2026-11-20 is a Friday.
test.each([
  ['before the cut-off time', '2026-11-19T13:59:59Z', 'UTC', '2026-11-23', '2026-11-25'],
  ['at the cut-off time', '2026-11-19T14:00:00Z', 'UTC', '2026-11-24', '2026-11-26'],
  ['after it on a Friday', '2026-11-20T15:00:00Z', 'UTC', '2026-11-25', '2026-11-27'],
  ['on a Saturday morning', '2026-11-21T08:00:00Z', 'UTC', '2026-11-25', '2026-11-27'],
  ['before it in Dhaka', '2026-11-19T07:59:00Z', 'Asia/Dhaka', '2026-11-23', '2026-11-25'],
  ['after it in Dhaka', '2026-11-19T08:00:00Z', 'Asia/Dhaka', '2026-11-24', '2026-11-26'],
  ['on Sunday in Auckland', '2026-11-21T12:00:00Z', 'Pacific/Auckland', '2026-11-25', '2026-11-27'],
  [
    'on Thursday in Honolulu',
    '2026-11-20T09:00:00Z',
    'Pacific/Honolulu',
    '2026-11-24',
    '2026-11-26',
  ],
])('an order %s arrives in working days', (_, now, timeZone, from, to) => {
  expect(arrivalOf(twoToFour, times, new Date(now), timeZone)).toMatchObject({ from, to });
});

test('weekends are those of the shop, days off do not count, and 0 days are the day it leaves', () => {
  const week = { ...times, workingDays: [6, 7, 1, 2, 3, 4], daysOff: ['2026-11-22', '2026-11-23'] };
  const friday = new Date('2026-11-20T09:00:00Z');
  expect(arrivalOf({ daysFrom: 0, daysTo: 1 }, week, friday, 'UTC')).toEqual({
    ...{ from: '2026-11-21', to: '2026-11-24', ifPaidBy: '2026-11-21T14:00:00.000Z' },
  });
  expect(arrivalOf({ daysFrom: null, daysTo: null }, week, friday, 'UTC')).toBeNull();
});

test('the promise holds until the cut-off time of the shop, also when its clock changes', () => {
  const night = new Date('2026-10-24T23:30:00Z');
  const all = { ...times, workingDays: [1, 2, 3, 4, 5, 6, 7] };
  const arrival = arrivalOf({ daysFrom: 1, daysTo: 1 }, all, night, 'Europe/Berlin');
  expect(arrival).toMatchObject({ from: '2026-10-26', ifPaidBy: '2026-10-25T13:00:00.000Z' });
});

test('so many working days later is a working day, with exactly so many working days between', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const week = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  const off = fc.uniqueArray(day, { maxLength: 5 });
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 0, max: 90 }),
      week,
      off,
      (start, count, workingDays, daysOff) => {
        const own = { ...times, workingDays, daysOff };
        const end = addWorkingDays(start, count, own);
        let worked = 0;
        for (let at = Date.parse(start) + 86_400_000; at <= Date.parse(end); at += 86_400_000) {
          const date = new Date(at);
          const isOff = daysOff.includes(date.toISOString().slice(0, 10));
          if (workingDays.includes(date.getUTCDay() || 7) && !isOff) worked += 1;
        }
        expect(worked).toBe(count);
        if (count > 0) expect(workingDays).toContain(new Date(end).getUTCDay() || 7);
      },
    ),
  );
});

test.each([
  ['2026-11-24', '2026-11-26', 'Tuesday 24 to Thursday 26 November'],
  ['2026-11-24', '2026-11-24', 'Tuesday 24 November'],
  ['2026-11-30', '2026-12-02', 'Monday 30 November to Wednesday 2 December'],
  ['2026-12-31', '2027-01-04', 'Thursday 31 December to Monday 4 January'],
])('%s to %s is said as %j', (from, to, words) => {
  expect(daysInWords(from, to)).toBe(words);
  expect([0, 870, 1_439].map(clockOf)).toEqual(['00:00', '14:30', '23:59']);
});
