import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { createDemoAccounts, findDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { signInWithGoogle } from '../support/google.ts';
import { openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const signUp = (email: string, password: string) =>
  shop.guest().post('/api/auth/sign-up/email', { name: 'Sam', email, password });

test('the published password opens no new account', async () => {
  expect((await signUp('sam@example.com', DEMO_PASSWORD)).status).toBe(400);
});

test('an account with a demo address and a password of its own is no demo account', async () => {
  expect((await signUp('shopper@example.com', PASSWORD)).status).toBe(200);
  expect(await findDemoAccounts(shop.context.ctx.db)).toEqual([]);
});

test('accounts that the published password opens are found', async () => {
  await createDemoAccounts(shop.context.ctx);
  expect(await findDemoAccounts(shop.context.ctx.db)).toEqual(['admin@example.com']);
});

test("and those that the sandbox for Google vouched for, which proves nobody's email", async () => {
  await signInWithGoogle(shop, shop.guest(), { email: 'victim@example.com', name: 'Victim' });
  expect(await findDemoAccounts(shop.context.ctx.db)).toEqual([
    'victim@example.com',
    'admin@example.com',
  ]);
});
