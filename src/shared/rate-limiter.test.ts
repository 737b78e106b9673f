import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const RULE = { most: 2, seconds: 60, sentence: 'Wait.' };

test('counts each key by itself, in windows, and says how long to wait', () => {
  let now = 0;
  const count = createRateLimiter(RULE, () => new Date(now));
  const refusalOf = (key: string) => {
    try {
      count(key);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect([refusalOf('a'), refusalOf('a'), refusalOf('b')]).toEqual([null, null, null]);
  now = 20_500;
  expect(refusalOf('a')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 40 });
  now = 60_000;
  expect(refusalOf('a')).toBeNull();
});

test('a clock that is set back makes nobody wait longer', () => {
  let now = 3_600_000;
  const count = createRateLimiter(RULE, () => new Date(now));
  count('a');
  count('a');
  now = 0;
  expect(() => count('a')).not.toThrow();
});

test('forgets the oldest when there are too many keys', () => {
  const count = createRateLimiter({ ...RULE, most: 1 }, () => new Date(0));
  count('first');
  expect(() => count('first')).toThrow('Wait.');
  for (let nr = 0; nr < 10_000; nr += 1) count(`key ${nr}`);
  expect(() => count('first')).not.toThrow();
});
