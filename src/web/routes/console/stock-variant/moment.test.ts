import { expect, test } from 'vitest';
import { readMoment } from './moment.ts';

test.each([
  ['2026-11-20T14:30', '2026-11-20T14:30:59.999Z'],
  ['2026-11-20T14:30:10', '2026-11-20T14:30:59.999Z'],
  ['2026-11-20', '2026-11-20T23:59:59.999Z'],
])('%s includes its whole minute or day', (text, moment) => {
  expect(readMoment(text)?.toISOString()).toBe(moment);
});

test.each([
  null,
  '',
  'soon',
  '2026-13-20',
  '2026-11-20T25:00',
  '20.11.2026',
  '0000-01-01',
  '9999-12-31',
])('%s is no moment', (text) => {
  expect(readMoment(text)).toBeNull();
});
