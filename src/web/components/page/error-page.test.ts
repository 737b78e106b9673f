import { expect, test } from 'vitest';
import { describeError } from './error-page.tsx';

const refusal = (status: number) => ({
  status,
  statusText: '',
  internal: false,
  data: { message: 'Please wait a minute.' },
});

test.each([
  [429, 'Too many at once'],
  [408, 'That took too long'],
])('a refusal with %i that passes offers to try again', (status, title) => {
  expect(describeError(refusal(status))).toEqual({
    title,
    text: 'Please wait a minute.',
    retry: true,
  });
});

test('a refusal that stays does not', () => {
  expect(describeError(refusal(413)).retry).toBe(false);
});
