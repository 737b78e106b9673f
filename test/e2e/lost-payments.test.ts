import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendToShop, typeCard, watchedBrowser } from '../support/browser.ts';
import {
  estimateFor,
  fillCart,
  type Goods,
  newShopper,
  type Person,
  stockroom,
} from '../support/people.ts';

// What Pay Now says when a response is lost on the way, late, or not about the payment at all.

const browser = watchedBrowser();
const goods = stockroom();
const faults = [/ERR_FAILED/, /^50\d /];
let lamp: Goods;
/** One for all tests, which come to it one after the other as other people. */
let page: Page;
beforeAll(async () => {
  lamp = await goods.add('Lost Lamp');
  page = await browser.open({ expects: faults });
  await page.clock.install();
});

/** Opens the checkout as a new person with one thing in the cart, and fills in the card. */
async function checkOut(name: string): Promise<Person> {
  const shopper = await newShopper(name);
  await fillCart(shopper, lamp);
  await estimateFor(shopper);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  await page.context().addCookies(shopper.cookies);
  await page.goto('/checkOut');
  await typeCard(page);
  return shopper;
}

const payNow = () => page.getByRole('button', { name: 'Pay Now', exact: true });
const thanks = () => page.getByText('Thank You For Your Payment!');
const alert = () => page.getByRole('main').getByRole('alert');

async function ordersOf(shopper: Person): Promise<{ status: string }[]> {
  const query = new URLSearchParams({ email: shopper.email });
  return (await shopper.call('GET', `/orders?${query}`)).json();
}

/** What the shop says of anything that is not a payment's own response. */
const problem = (status: number, code: string, detail: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ status, code, detail, title: 'Refused' }),
  });

const isSettling = (route: Route) => route.request().postData()?.includes('intent=settle') === true;

/** The shop hears the request, but its response never comes. */
async function swallow(route: Route) {
  await sendToShop(route);
}

/** Presses Pay Now; resolves when what was asked at this address has been carried out, even without a response. */
async function payAndLose(address: string, lose: (route: Route) => Promise<void>) {
  const carriedOut = new Promise<void>((resolve) => {
    page.route(address, (route) => lose(route).then(resolve));
  });
  await payNow().click();
  await carriedOut;
}

describe('before the card is charged', () => {
  test.each([
    [500, 'internal', 'Something went wrong on our side.'],
    [429, 'rate_limited', 'Too many attempts. Please wait.'],
    [403, 'forbidden', 'That has to come from the shop itself.'],
  ])('a problem document of %i is said in its words', async (status, code, detail) => {
    await checkOut(`Prob Lem ${status}`);
    await page.route('**/payment', problem(status, code, detail));
    await payNow().click();
    await alert().getByText(detail).waitFor();
    await page.unroute('**/payment');
    await payNow().click();
    await thanks().waitFor();
  });

  test('a response that does not come is given up, and Pay Now goes on with the same order', async () => {
    const shopper = await checkOut('No Response');
    await page.route('**/payment', swallow);
    const asked = page.waitForRequest('**/payment');
    await payNow().click();
    await asked;
    await expect.poll(async () => (await ordersOf(shopper)).length).toBe(1);
    await page.clock.runFor(31_000);
    await alert().getByText("Please try again: you can't be charged twice.").waitFor();
    await page.unroute('**/payment');
    await payNow().click();
    await thanks().waitFor();
    expect(await ordersOf(shopper)).toMatchObject([{ status: 'Paid' }]);
  });
});

describe('while the provider is asked', () => {
  test.each([
    ['lost', async (route: Route) => sendToShop(route).then(() => route.abort())],
    ['never there', swallow],
  ])('a response that is %s is no decline: the shop knows how it stands', async (how, lose) => {
    await checkOut(`Lost Confirm ${how}`);
    await payAndLose('**/sandbox/confirm', lose);
    await page.clock.runFor(31_000);
    await thanks().waitFor();
  });

  test('a request that did not arrive charged nothing, and can be made again', async () => {
    await checkOut('Not Arrived');
    await page.route('**/sandbox/confirm', (route) => route.abort());
    await payNow().click();
    await alert().getByText('so far your card was not charged').waitFor();
    expect(await alert().textContent()).not.toContain('check it out!');
    await page.unroute('**/sandbox/confirm');
    await payNow().click();
    await thanks().waitFor();
  });

  test('nobody to ask is said as it is, and Pay Now finds the money', async () => {
    const shopper = await checkOut('Nobody There');
    await page.route('**/sandbox/confirm', (route) => sendToShop(route).then(() => route.abort()));
    await page.route('**/payment', (route) =>
      isSettling(route) ? route.abort() : route.continue(),
    );
    await payNow().click();
    for (let second = 0; second < 6; second += 1) {
      await page.waitForTimeout(200);
      await page.clock.runFor(1_000);
    }
    await alert().getByText("We don't know yet whether your card was charged").waitFor();
    await page.unroute('**/payment');
    await payNow().click();
    await thanks().waitFor();
    expect(await ordersOf(shopper)).toMatchObject([{ status: 'Paid' }]);
  });
});

describe('after the card was charged', () => {
  test.each([
    ['a problem document of 500', problem(500, 'internal', 'Something went wrong.')],
    ['a limit', problem(429, 'rate_limited', 'Too many attempts.')],
    ['a refusal on the way', problem(403, 'forbidden', 'Not from here.')],
    ['a page of a proxy', (route: Route) => route.fulfill({ status: 502, body: '<h1>Oh</h1>' })],
    ['a lost connection', (route: Route) => route.abort()],
  ])('%s says that it was', async (how, respond) => {
    await checkOut(`Charged ${how}`);
    await page.route('**/payment', (route) =>
      isSettling(route) ? respond(route) : route.continue(),
    );
    await payNow().click();
    for (let second = 0; second < 6; second += 1) {
      await page.waitForTimeout(200);
      await page.clock.runFor(1_000);
    }
    await alert().getByText('Your card was charged').waitFor();
    // The page is not left as it was: the order is paid when the shop is asked again.
    await page.unroute('**/payment');
    await payNow().click();
    await thanks().waitFor();
  });

  test('a fault that passes is waited for', async () => {
    await checkOut('Passing Fault');
    let settled = 0;
    await page.route('**/payment', (route) => {
      if (!isSettling(route)) return route.continue();
      settled += 1;
      return settled < 3 ? problem(500, 'internal', 'Oh.')(route) : route.continue();
    });
    await payNow().click();
    for (let second = 0; second < 6; second += 1) {
      await page.waitForTimeout(200);
      await page.clock.runFor(1_000);
    }
    await thanks().waitFor();
    expect(settled).toBe(3);
  });

  test('a response that never comes is given up', async () => {
    await checkOut('Silent Shop');
    await page.route('**/payment', (route) => (isSettling(route) ? undefined : route.continue()));
    const settling = page.waitForRequest((request) =>
      /intent=settle/.test(request.postData() ?? ''),
    );
    await payNow().click();
    await settling;
    for (let minute = 0; minute < 10; minute += 1) {
      await page.waitForTimeout(300);
      await page.clock.runFor(10_000);
    }
    await alert().getByText('Your card was charged').waitFor();
  });
});
