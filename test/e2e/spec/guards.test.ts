import { beforeAll, describe, expect, test } from 'vitest';
import { holdBack, watchedBrowser } from '../../support/browser.ts';
import {
  demoPerson,
  estimateFor,
  fillCart,
  newShopper,
  PASSWORD,
  Person,
  placeOrder,
  stockroom,
} from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();

const forAll = ['/', '/home', '/login', '/register'];
const forMembers = [
  '/cloths',
  '/shoes',
  '/gadget',
  '/jersey',
  '/product/skerry-cable-jumper',
  '/shoppingCart',
  '/checkOut',
  '/checkOut/ord_any',
  '/myOrders',
  '/account',
  '/account/email',
  '/account/delete',
];
const forAdmins = ['/addProduct', '/AllOrders', '/allOrders', '/makeAdmin', '/manageAllProducts'];

/** The heading of a page, as it is sent. */
const headingOf = async (page: Response) => /<h1[^>]*>([^<]*)</.exec(await page.text())?.[1];

let shopper: Person;
beforeAll(async () => {
  shopper = await demoPerson('shopper@example.com');
});

describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  test('pages of admins say no to a customer, and open for an admin [2.10, 2.11, 2.12, 2.13, 2.17, 2.18, 6.7]', async () => {
    const page = await browser.open({ viewport, storageState: shopper.storageState });
    const response = await page.goto('/makeAdmin');
    expect(response?.status()).toBe(403);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'This page is not for you',
    );
    const admin = await goods.getAdmin();
    for (const path of forAdmins) {
      expect([path, (await page.request.get(path)).status()]).toEqual([path, 403]);
      expect([path, (await admin.call('GET', path)).status]).toEqual([path, 200]);
    }
  });

  test('a link to a guarded page shows that it is loading, then sign-in, then the page [2.14, 2.16, 4.25]', async () => {
    const { email } = await newShopper(`Guy Guarded ${name}`);
    const page = await browser.open({ viewport });
    await page.goto('/login');
    const release = await holdBack(page, '**/myOrders.data*');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'My Orders', exact: true })
      .click();
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
    release();
    await page.waitForURL(/\/login\?from=%2FmyOrders$/);
    await page.unroute('**/myOrders.data*');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => url.pathname === '/myOrders');
    await page.getByRole('heading', { level: 1, name: 'My Orders', exact: true }).waitFor();
  });
});

test('/allOrders and /AllOrders are one page [2.19]', async () => {
  const admin = await goods.getAdmin();
  for (const path of ['/allOrders', '/AllOrders']) {
    const response = await admin.ask(path, {});
    expect([path, response.status, await headingOf(response)]).toEqual([path, 200, 'All Orders']);
  }
});

test('home, login and register are for everyone [1.9, 2.1, 2.2, 2.3, 6.2]', async () => {
  // Nobody is led elsewhere: that would be another status.
  for (const path of forAll) {
    expect([path, (await new Person().ask(path, {})).status]).toEqual([path, 200]);
  }
});

test('every other page leads a guest to sign-in and remembers where they wanted to go [2.4, 2.5, 2.6, 2.7, 2.9, 2.16, 2.18, 6.2, 6.11]', async () => {
  for (const path of [...forMembers, ...forAdmins]) {
    const response = await new Person().ask(path, {});
    const to = new URL(response.headers.get('location') ?? '', 'http://shop');
    expect([path, response.status, to.pathname, to.searchParams.get('from')]).toEqual([
      path,
      302,
      '/login',
      path,
    ]);
  }
});

test('pages of members open for whoever is signed in [1.10, 2.15, 6.4]', async () => {
  const member = await newShopper('Mia Member');
  const lamp = await goods.add('Member Lamp');
  const order = await placeOrder(member, lamp);
  // The checkout opens for a cart with something in it and a shipping estimate.
  await fillCart(member, lamp);
  await estimateFor(member);
  for (const path of forMembers) {
    const address = path.replace('ord_any', order._id);
    expect([path, (await member.ask(address, {})).status]).toEqual([path, 200]);
  }
});

test("someone else's order is as good as none [2.8]", async () => {
  const owner = await newShopper('Owen Owner');
  const order = await placeOrder(owner, await goods.add('Guarded Lamp'));
  // An admin sees it in All Orders; paying it is its owner's alone.
  for (const person of [shopper, await goods.getAdmin()]) {
    const response = await person.ask(`/checkOut/${order._id}`, {});
    expect([response.status, await headingOf(response)]).toEqual([404, 'This page is not here']);
  }
});
