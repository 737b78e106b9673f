import { expect, test } from 'vitest';
import { shop } from '#shop-config';
import { requireTimeZone } from './shop-time-zone.ts';

test('a shop with a time zone that exists may start, and no other', () => {
  requireTimeZone({ ...shop, timeZone: 'Asia/Dhaka' });
  expect(() => requireTimeZone({ ...shop, timeZone: 'Asia/Atlantis' })).toThrow(
    "timeZone is 'Asia/Atlantis', which is not a time zone",
  );
});
