import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { addToCart, estimate, register, sendToShop, watchedBrowser } from '../support/browser.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { estimateFor, fillCart, findPlain, newShopper } from '../support/people.ts';

const browser = watchedBrowser();
const dataDir = await newDemoFolder();
let fake: StripeFake;
let shop: RunningShop;

beforeAll(async () => {
  fake = await startStripeFake();
  shop = await startShopProcess({
    dataDir,
    env: {
      STRIPE_SECRET_KEY: fake.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_API_URL: fake.url,
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await fake.close();
  await removeDataFolder(dataDir);
});

/** Opens the checkout by its address, as a new person with one thing in the cart. */
async function openCheckout(page: Page, name: string) {
  const person = await newShopper(name, shop.url);
  await fillCart(person, await findPlain(person));
  await estimateFor(person);
  await page.context().addCookies(person.cookies);
  await page.goto('/checkOut');
}

test("pays by Stripe's own field, after a decline that is said in Stripe's words", async () => {
  const page = await browser.open({ baseURL: shop.url });
  await register(page, 'Stella Stripe');
  await addToCart(page, 'gadget');
  await estimate(page);
  // From a document of the shop whose policy has to let in what Stripe's field needs.
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.waitForURL('**/checkOut');
  const card = page.getByRole('group', { name: 'Card' }).getByLabel('Card number');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('alert').getByText('Please enter your card.').waitFor();
  await card.fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Your card was declined. — check it out!').waitFor();
  expect(await card.inputValue()).toBe('4000 0000 0000 0002');
  await card.fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
  await page.getByText('Paid with the card ending in 4242.').waitFor();
  await page.goto('/myOrders');
  await page.getByRole('button', { name: 'Paid' }).waitFor();
});

test("waits for the bank's question, says that it was refused, and pays when the customer confirms", async () => {
  const page = await browser.open({ baseURL: shop.url });
  await openCheckout(page, 'Secure Sonja');
  const card = page.getByRole('group', { name: 'Card' }).getByLabel('Card number');
  await card.fill('4000 0025 0000 3155');
  page.once('dialog', (question) => question.dismiss());
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('We are unable to authenticate your payment method.').waitFor();
  page.once('dialog', (question) => question.accept());
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Paid with the card ending in 3155.').waitFor();
});

test("a response of Stripe's that is lost is no decline: the shop asks Stripe how it stands", async () => {
  const page = await browser.open({ baseURL: shop.url, expects: [/ERR_FAILED/] });
  await openCheckout(page, 'Lotte Lost');
  const card = page.getByRole('group', { name: 'Card' }).getByLabel('Card number');
  await card.fill('4242 4242 4242 4242');
  const error = { type: 'api_connection_error', message: 'No connection to Stripe.' };
  await page.route('**/browser/**', (route) =>
    route.fulfill({ json: { error }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('so far your card was not charged').waitFor();
  expect(await page.getByText('check it out!').count()).toBe(0);
  await page.unroute('**/browser/**');
  await page.route('**/browser/**', (route) => sendToShop(route).then(() => route.abort()));
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Paid with the card ending in 4242.').waitFor();
});

test('Pay Now waits for the field; a field that does not come leaves Pay Later', async () => {
  const page = await browser.open({ baseURL: shop.url, expects: [/ERR_FAILED/] });
  await page.route('**/v3/', (route) => route.abort());
  await openCheckout(page, 'Stan Stripeless');
  await page.getByText('The card form could not be loaded.').waitFor();
  expect(await page.getByRole('button', { name: 'Pay Now' }).isDisabled()).toBe(true);
  await page.unroute('**/v3/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('group', { name: 'Card' }).getByLabel('Card number').waitFor();
  await page.getByRole('button', { name: 'Pay Now', disabled: false }).waitFor();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
});
