import { expect, test } from 'vitest';
import { hasSeconds, momentInWords, readMoment } from './moment.ts';

test.each([
  ['2026-11-20T14:30', 'UTC', '2026-11-20T14:30:59.999Z'],
  ['2026-11-20T14:30:10', 'UTC', '2026-11-20T14:30:10.999Z'],
  ['2026-11-20T14:30:00', 'Asia/Dhaka', '2026-11-20T08:30:00.999Z'],
  ['2026-11-20', 'UTC', '2026-11-20T23:59:59.999Z'],
  ['2026-11-20T14:30', 'Asia/Dhaka', '2026-11-20T08:30:59.999Z'],
  ['2026-11-20', 'America/New_York', '2026-11-21T04:59:59.999Z'],
  // The clock goes back at midnight, so the last hour comes twice.
  ['2026-04-04', 'America/Santiago', '2026-04-05T03:59:59.999Z'],
])('%s in %s includes its whole second, minute or day', (text, timeZone, moment) => {
  expect(readMoment(text, timeZone)?.toISOString()).toBe(moment);
});

test.each([
  null,
  '',
  'soon',
  '2026-13-20',
  '2026-11-20T25:00',
  '2026-11-20T14:30:60',
  '20.11.2026',
  '0000-01-01',
  '9999-12-31',
])('%s is no moment', (text) => {
  expect(readMoment(text, 'UTC')).toBeNull();
});

test.each([
  ['2026-11-20T14:30:07', '20 November 2026 at 14:30:07 UTC'],
  ['2026-11-20T14:30', '20 November 2026 at 14:30 UTC'],
  ['2026-11-20', '20 November 2026 at 23:59 UTC'],
])('%s is shown as %s', (text, words) => {
  const moment = readMoment(text, 'UTC') ?? new Date(0);
  expect(momentInWords(moment, text)).toBe(words);
  expect(hasSeconds(text)).toBe(words.includes('30:07'));
});
