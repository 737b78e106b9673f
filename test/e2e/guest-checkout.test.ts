import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, typeCard, watchedBrowser, watchRequests } from '../support/browser.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { PASSWORD, Person } from '../support/people.ts';
import { readPdf } from '../support/read-pdf.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const PHONE = { width: 390, height: 844 };

// Beside the members' shop of all browser tests, one where anybody may order.
let open: RunningShop;
beforeAll(async () => {
  open = await startShopProcess({
    dataDir: await newDemoFolder(),
    env: { SHOP_ACCESS: 'public', GUEST_CHECKOUT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
});
afterAll(async () => {
  await open.stop();
  await removeDataFolder(open.dataDir);
});

/** The path of the newest link in an email to this address that begins so, once it is captured. */
async function mailedPath(email: string, start: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(
      async () => {
        const rows = await queryShop<{ text: string }>(
          'select text from mailbox_mails where "to" = $1 and text like $2 order by received_at desc limit 1',
          [email, `%${start}%`],
          open.dataDir,
        );
        path = rows[0]?.text.match(/https?:\/\/[^/\s]+(\/(?:orderLink|verifyEmail)\S*)/)?.[1];
        return path;
      },
      { timeout: 15_000 },
    )
    .toBeDefined();
  return path ?? '';
}

test.each([true, false])(
  'a guest orders with email and address, opens the mailed link elsewhere, and makes an account, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const email = `gwen.${javaScriptEnabled}@example.com`;
    const options = { baseURL: open.url, javaScriptEnabled };
    const page = await browser.open(options);
    const requests = watchRequests(page);
    await page.goto('/gadget');
    const card = page
      .getByRole('article')
      .filter({ has: page.locator('form[action="/cart"]') })
      .filter({ hasNotText: 'Sold out' })
      .first();
    await card.getByRole('button', { name: 'Add To Cart' }).click();
    await page.getByText(javaScriptEnabled ? 'Quantity : 1' : 'Added to your cart.').waitFor();
    // The drawer shows the quantity before the shop has stored it, and leaving the page would end that.
    if (javaScriptEnabled) await requests.settled();
    await page.goto('/shoppingCart');
    await page.getByLabel('City Name').fill('Chattogram');
    await page.getByLabel('Zip Code').fill('4100');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('link', { name: 'Checkout' }).click();

    // 'Log in' or 'Continue as guest', on one page.
    await page.getByRole('heading', { name: 'Without an account' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor();
    if (javaScriptEnabled) expect(await violationsInBoth(page, 'guest checkout')).toEqual([]);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Full name').fill('Gwen Guest');
    await page.getByLabel('Street address').fill('5 Lake Road');
    await page.getByLabel('Phone').fill('01712345678');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.getByText('Pay With Card').waitFor();
    await page.getByText(email).first().waitFor();
    await page.getByText('5 Lake Road').waitFor();

    if (javaScriptEnabled) {
      await typeCard(page);
      await page.getByRole('button', { name: 'Pay Now' }).click();
      await page.getByText('Thank You For Your Payment!').waitFor();
      await page.reload();
      await page.getByText('Thank You For Your Payment!').waitFor();
      await page.getByRole('link', { name: 'See your order' }).click();
    } else {
      await page.getByRole('button', { name: 'Pay Later' }).click();
      await page.getByText('its link is on its way').waitFor();
    }
    await page.getByRole('heading', { name: /^Order \S+-/, level: 1 }).waitFor();
    await page.waitForURL(/myOrders/);
    const orderPath = new URL(page.url()).pathname;
    expect(page.url()).not.toContain('orderLink');

    // Another browser has no way to the order but the link.
    const elsewhere = await browser.open(options);
    await elsewhere.goto(orderPath);
    expect(new URL(elsewhere.url()).pathname).toBe('/login');
    const link = await mailedPath(email, '/orderLink/');
    const response = await fetch(open.url + link, { redirect: 'manual' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      location: expect.stringMatching(/^\/(myOrders|checkOut)\/ord_/),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/);
    const odd = `${open.url}${new URL(link, open.url).pathname}?to=constructor`;
    const toOdd = await fetch(odd, { redirect: 'manual' });
    expect(toOdd.headers.get('location')).toBe(orderPath);
    const broken = await fetch(`${open.url}/orderLink/${'x'.repeat(43)}`);
    expect([broken.status, broken.headers.get('referrer-policy')]).toEqual([404, 'no-referrer']);
    await elsewhere.goto(link);
    expect(elsewhere.url()).not.toContain('orderLink');
    await elsewhere.goto(orderPath);
    await elsewhere.getByRole('heading', { name: /^Order \S+-/, level: 1 }).waitFor();

    // Whoever lost the link asks for it, and anybody gets the same response.
    const number =
      (await page.getByRole('heading', { name: /^Order \S+-/, level: 1 }).textContent()) ?? '';
    for (const asked of [number.replace('Order ', ''), 'AAAA-2222']) {
      await elsewhere.goto('/findOrder');
      await elsewhere.getByLabel('Order number').fill(asked);
      await elsewhere.getByLabel('Email').fill(email);
      await elsewhere.getByRole('button', { name: 'Send the link' }).click();
      await elsewhere.getByText('If there is an order with that number').waitFor();
    }

    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make an account' }).click();
    await page.getByText('You have an account now.').waitFor();
    await page.goto('/myOrders');
    expect(await page.getByText(number).count()).toBe(0);
    await page.goto(await mailedPath(email, '/verifyEmail?'));
    await page.getByRole('button', { name: 'Yes, it is mine' }).click();
    await page.getByText('Your email address is verified.').waitFor();
    await page.goto('/myOrders');
    await page.getByText(number).first().waitFor();
    // The links have ended.
    await elsewhere.goto(orderPath);
    expect(new URL(elsewhere.url()).pathname).toBe('/login');
  },
);

test('a guest whose card is declined corrects the address of the order, and pays', async () => {
  const page = await browser.open({ baseURL: open.url, viewport: PHONE });
  const requests = watchRequests(page);
  await page.goto('/gadget');
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('form[action="/cart"]') })
    .filter({ hasNotText: 'Sold out' })
    .first();
  await card.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByText('Quantity : 1').waitFor();
  await requests.settled();
  await page.goto('/shoppingCart');
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByRole('link', { name: 'Find your order' }).count()).toBe(1);
  await page.getByLabel('City Name').fill('Chattogram');
  await page.getByLabel('Zip Code').fill('4100');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByLabel('Email').fill('wrong.address@example.com');
  await page.getByLabel('Full name').fill('Wanda Wrong');
  await page.getByLabel('Street address').fill('5 Wrong Road');
  await page.getByLabel('Phone').fill('01712345678');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByText('Pay With Card').waitFor();
  // The checkout begins at its top, though the button of the form was far down.
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await typeCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Your card was declined. — check it out!').waitFor();

  await page.getByRole('button', { name: 'Change items or address' }).click();
  await page.getByText('its items are in your cart again').waitFor();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('link', { name: 'Change email or address' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe('wrong.address@example.com');
  await page.getByLabel('Street address').fill('6 Right Road');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByText('6 Right Road').waitFor();
  // The page of an order that waits to be paid leads back, too.
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
  await page.getByRole('button', { name: 'Change items or address' }).click();
  await page.getByText('its items are in your cart again').waitFor();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await typeCard(page);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
});

test('a guest on a phone gets two parcels, exchanges a size for a cheaper one, and reads invoice and credit note', async () => {
  const staff = new Person('Demo Admin', 'admin@example.com', open.url);
  const { email } = staff;
  await staff.call('POST', '/api/auth/sign-in/email', { email, password: DEMO_PASSWORD });
  let keys = 0;
  const ask = async (path: string, body: object = {}) => {
    keys += 1;
    const headers = { 'content-type': 'application/json', 'idempotency-key': `journey-${keys}` };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await staff.ask(`/api/v1${path}`, request);
    expect(response.ok, await response.clone().text()).toBe(true);
  };
  const sku = `ANORAK-${Date.now()}`;
  const product = {
    ...{ name: 'Journey Anorak', category: 'Gadget', price: 50, gender: 'Unisex', img: null },
    descriptions: 'For rain on the way.',
    variants: [
      { sku, size: 'M', inventory: 5 },
      { sku: `${sku}-L`, size: 'L', price: 45, inventory: 1 },
    ],
  };
  const { slug } = await (await staff.call('POST', '/products', product)).json();

  const phone = { baseURL: open.url, viewport: PHONE, isMobile: true, hasTouch: true };
  const page = await browser.open(phone);
  await page.goto(`/product/${slug}`);
  await page.getByText('M', { exact: true }).tap();
  await page.getByRole('button', { name: 'Quantity: one more' }).tap();
  const requests = watchRequests(page);
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart', exact: true }).tap();
  await requests.settled();
  await page.goto('/shoppingCart');
  await page.getByLabel('City Name').fill('Chattogram');
  await page.getByLabel('Zip Code').fill('4100');
  await page.getByRole('button', { name: 'Update' }).tap();
  await page.getByRole('link', { name: 'Checkout' }).tap();
  await page.getByLabel('Email').fill('gesa.guest@example.com');
  await page.getByLabel('Full name').fill('Gesa Guest');
  await page.getByLabel('Street address').fill('7 Lake Road');
  await page.getByLabel('Phone').fill('01712345678');
  await page.getByRole('button', { name: 'Continue as guest' }).tap();
  await typeCard(page);
  await page.getByRole('button', { name: 'Pay Now' }).tap();
  await page.getByText('Thank You For Your Payment!').waitFor();
  await page.getByRole('link', { name: 'See your order' }).tap();
  await page.waitForURL(/myOrders/);
  const orderPath = new URL(page.url()).pathname;
  const id = orderPath.split('/').at(-1);

  for (const trackingNumber of ['JOURNEY-1', 'JOURNEY-2']) {
    const lines = [{ sku, quantity: 1 }];
    await ask(`/orders/${id}/fulfillments`, { lines, carrier: 'dhl', trackingNumber });
  }
  const { fulfillments } = await (await staff.call('GET', `/api/v1/orders/${id}`)).json();
  for (const parcel of fulfillments) await ask(`/fulfillments/${parcel._id}/delivered`);

  // The link of the email, in another browser of the phone.
  const own = await browser.open(phone);
  await own.goto(await mailedPath('gesa.guest@example.com', '/orderLink/'));
  await own.getByRole('link', { name: 'JOURNEY-2' }).waitFor();
  expect(await overflowOf(own)).toBe(0);
  await own.getByRole('link', { name: 'Return items' }).tap();
  await own.getByLabel('Units of Journey Anorak').selectOption('1');
  await own.getByLabel('Reason for Journey Anorak').selectOption('Too small');
  const wanted = own.getByLabel('Refund or exchange of Journey Anorak');
  await wanted.selectOption('Exchange for L, $5.00 back each');
  expect(await overflowOf(own)).toBe(0);
  await own.getByRole('button', { name: 'Ask for a return' }).tap();
  await own.getByText('In exchange, reserved:').waitFor();

  const { returns } = await (await staff.call('GET', `/api/v1/orders/${id}`)).json();
  const path = `/returns/${returns[0]._id}`;
  await ask(`${path}/approve`);
  await ask(`${path}/receive`);
  await ask(`${path}/ship-exchange`, { carrier: 'dhl', trackingNumber: 'JOURNEY-3' });

  await own.goto(orderPath);
  await own.getByText('In exchange: 1 × Journey Anorak, L').waitFor();
  await own.getByText('Refunded', { exact: true }).waitFor();
  await own.getByText('$5.00', { exact: true }).first().waitFor();
  expect(await violationsInBoth(own, "a guest's order")).toEqual([]);
  expect(await overflowOf(own)).toBe(0);
  for (const [name, amount] of [
    ['Invoice', '$160.00'],
    ['Credit note', '$5.00'],
  ] as const) {
    await own.goto(orderPath);
    await own.getByRole('link', { name: new RegExp(`^${name} `) }).tap();
    const title = own.getByRole('heading', { name: new RegExp(`^${name} `), level: 1 });
    const said = (await title.textContent()) ?? '';
    await own.getByText(amount).last().waitFor();
    expect(await overflowOf(own)).toBe(0);
    const { text } = await readPdf(
      await (await own.request.get(`${new URL(own.url()).pathname}/pdf`)).body(),
    );
    for (const part of [said, 'Gesa Guest', amount]) expect(text).toContain(part);
  }
});

test('robots stay away from orders of guests, and a shop for members has no such pages', async () => {
  const robots = await (await fetch(`${open.url}/robots.txt`)).text();
  for (const path of ['/orderLink/', '/findOrder', '/guestCheckout', '/myOrders']) {
    expect(robots).toContain(`Disallow: ${path}\n`);
  }
  const members = await browser.open();
  await members.goto('/findOrder');
  await members.getByText('This page is not here').waitFor();
  await members.goto('/guestCheckout');
  expect(new URL(members.url()).pathname).toBe('/login');
});

test('the cart of an account whose session ended elsewhere says so, and not only that it is empty', async () => {
  const page = await browser.open({ baseURL: open.url, javaScriptEnabled: false });
  const signedOut = page.getByText('You are signed out.');
  await page.goto('/shoppingCart');
  expect(await signedOut.count()).toBe(0);
  await page.goto('/login?from=/shoppingCart');
  await page.getByLabel('Email').fill('shopper@example.com');
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/shoppingCart/);
  expect(await signedOut.count()).toBe(0);
  const ended = `delete from sessions where user_id = (
    select id from users where email = 'shopper@example.com')`;
  await queryShop(ended, [], open.dataDir);
  await page.reload();
  await signedOut.waitFor();
});
