import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../../support/browser.ts';
import { demoPerson, fillCart, newShopper, Person, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();

const header = (page: Page) => page.getByRole('banner');
const account = (page: Page) => header(page).getByRole('button', { name: /^Account/ });
const panelOf = (page: Page) => header(page).locator('[popover]:popover-open');

/** What the account menu lists, as text and address. */
async function openAccount(page: Page): Promise<[string | null, string | null][]> {
  await account(page).click();
  const links = await panelOf(page).getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
  );
}

describe.each(WIDTHS)('on a $name', ({ viewport, isWide }) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.open({ viewport });
    await page.goto('/login');
  });

  test('the header reads Online Shop and leads to the home page [1.7]', async () => {
    const brand = header(page).getByRole('link', { name: 'Online Shop', exact: true });
    expect(await brand.getAttribute('href')).toBe('/');
    expect(await brand.isVisible()).toBe(true);
  });

  test('top links are home and the categories; on narrow screens a menu holds them [1.8, 2.24, 2.25]', async () => {
    const links = header(page).getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const menu = header(page).getByRole('button', { name: 'Menu', exact: true });
    expect(await menu.isVisible()).toBe(!isWide);
    if (!isWide) {
      expect(await links.count()).toBe(0);
      await menu.click();
    }
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(['/home', '/cloths', '/shoes', '/gadget', '/jersey']);
    expect(await links.allTextContents()).toEqual(['Home', 'Cloths', 'Shoes', 'Gadget', 'Jersey']);
    expect(await links.last().isVisible()).toBe(true);
    if (!isWide) await page.keyboard.press('Escape');
  });

  test('the avatar menu of a guest says Log in and nothing else [2.30, 6.1]', async () => {
    expect(await openAccount(page)).toEqual([['Log in', '/login']]);
    expect((await panelOf(page).textContent())?.trim()).toBe('Log in');
    await page.keyboard.press('Escape');
  });

  test('a guest has no sign-out icon [2.31]', async () => {
    expect(await header(page).getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });

  test('the bag is blank while the cart is empty, and opens the drawer [2.27, 2.28, 2.41]', async () => {
    const bag = header(page).getByRole('button', { name: 'Cart, empty', exact: true });
    expect(await bag.textContent()).toBe('');
    await bag.click();
    await page.getByRole('dialog', { name: 'Your Shopping Cart', exact: true }).waitFor();
  });

  test('the bag counts the things in the cart [2.26]', async () => {
    const guest = new Person();
    await fillCart(guest, await goods.add('Counted Lamp'), 2);
    const other = await browser.open({ viewport, storageState: guest.storageState });
    await other.goto('/login');
    const bag = header(other).getByRole('button', { name: 'Cart, 2 items', exact: true });
    expect(await bag.textContent()).toBe('2');
  });

  test("a customer's menu shows the name, Cart and MyOrders [2.29, 2.32, 6.3]", async () => {
    const { storageState } = await demoPerson('shopper@example.com');
    const own = await browser.open({ viewport, storageState });
    await own.goto('/myOrders');
    expect(await openAccount(own)).toEqual([
      ['Cart', '/shoppingCart'],
      ['MyOrders', '/myOrders'],
      ['Account', '/account'],
    ]);
    expect(await panelOf(own).getByText('Demo Shopper', { exact: true }).isVisible()).toBe(true);
    expect(await header(own).getByRole('link', { name: 'Log in' }).count()).toBe(0);
  });

  test("an admin's menu has the four pages of admins as well [2.33, 2.62, 3.13, 6.7]", async () => {
    const { storageState } = await goods.getAdmin();
    const own = await browser.open({ viewport, storageState });
    await own.goto('/makeAdmin');
    expect(await openAccount(own)).toEqual([
      ['Cart', '/shoppingCart'],
      ['MyOrders', '/myOrders'],
      ['Account', '/account'],
      ['All Orders', '/allOrders'],
      ['Make Admin', '/makeAdmin'],
      ['Add Product', '/addProduct'],
      ['Manage All Products', '/manageAllProducts'],
      ['Console', '/admin'],
    ]);
  });

  test('the sign-out icon signs out, and nothing of the user is left [2.31, 4.18]', async () => {
    const person = await newShopper('Otto Out');
    const own = await browser.open({ viewport, storageState: person.storageState });
    await own.goto('/myOrders');
    await header(own).getByRole('button', { name: 'Sign out', exact: true }).click();
    await own.waitForURL((url) => url.pathname === '/');
    await header(own).getByRole('button', { name: 'Account', exact: true }).waitFor();
    expect(await header(own).getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    expect(await own.getByText('Otto Out').count()).toBe(0);
    await own.goto('/myOrders');
    expect(new URL(own.url()).pathname).toBe('/login');
  });
});
