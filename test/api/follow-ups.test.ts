import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '#shared/log.ts';
import { shop as shopConfig } from '#shop-config';
import { openTestShop, type TestShop } from '../support/shop.ts';

const logged: { level: string; event: string; about: unknown }[] = [];
const log: Log = {
  info: (event, about) => logged.push({ level: 'info', event, about }),
  warn: (event, about) => logged.push({ level: 'warn', event, about }),
  error: (event, error, fields) =>
    logged.push({ level: 'error', event, about: { error, ...fields } }),
};
let shop: TestShop;
beforeAll(async () => {
  const emails = { ...shopConfig.emails, linksPerHour: 0 };
  shop = await openTestShop({ log, shopConfig: { emails } });
});
afterAll(() => shop.close());

test('a sign-up that gets no email, because there were too many, is no fault in the log', async () => {
  await shop.shopper('Maya Many');
  expect(logged).toEqual([
    { level: 'info', event: 'sign-up.follow-up', about: { code: 'rate_limited' } },
  ]);
});
