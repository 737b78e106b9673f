import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { shop } from '#shop-config';
import { watchedBrowser } from '../../support/browser.ts';
import {
  estimateFor,
  fillCart,
  newShopper,
  Person,
  placeOrder,
  stockroom,
} from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();

describe.each(WIDTHS)('on a $name', ({ viewport }) => {
  let page: Page;
  const footer = () => page.getByRole('contentinfo');
  beforeAll(async () => {
    page = await browser.open({ viewport });
    await page.goto('/login');
  });

  test('the footer has the contact details [2.21]', async () => {
    const { address, phone, email, hours } = shop.contact;
    for (const text of [...address, phone, email, hours]) {
      expect(await footer().getByText(text, { exact: true }).isVisible()).toBe(true);
    }
  });

  test('the footer has columns of links [2.22]', async () => {
    for (const { title, links } of shop.footer.columns) {
      const column = footer().getByRole('navigation', { name: new RegExp(`^${title}`) });
      const labels = await column.getByRole('link').allTextContents();
      expect(labels).toEqual(links.map(({ label }) => label));
    }
  });

  test('the footer has the social links [2.23]', async () => {
    for (const { label, href } of shop.footer.social) {
      const link = footer().getByRole('link', { name: label, exact: true });
      expect(await link.getAttribute('href')).toBe(href);
    }
  });
});

test('every page shows the footer [2.20]', async () => {
  const admin = await goods.getAdmin();
  const shopper = await newShopper('Fee Footer');
  const lamp = await goods.add('Footer Lamp');
  const order = await placeOrder(shopper, lamp);
  await fillCart(shopper, lamp);
  await estimateFor(shopper);
  const theirs = ['/addProduct', '/AllOrders', '/makeAdmin', '/manageAllProducts'];
  const own = [
    ...['/', '/home', '/cloths', '/shoes', '/gadget', '/jersey', `/product/${lamp.slug}`],
    ...['/shoppingCart', '/checkOut', `/checkOut/${order._id}`, '/myOrders'],
  ];
  const ask = async (person: Person, path: string) => {
    const response = await person.call('GET', path);
    const footers = (await response.text()).match(/<footer/g);
    expect([path, response.status, footers?.length]).toEqual([path, 200, 1]);
  };
  for (const path of ['/login', '/register']) await ask(new Person(), path);
  for (const path of own) await ask(shopper, path);
  for (const path of theirs) await ask(admin, path);
});
