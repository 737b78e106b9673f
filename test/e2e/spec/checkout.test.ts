import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdBack, typeCard, watchedBrowser } from '../../support/browser.ts';
import {
  estimateFor,
  fillCart,
  type Goods,
  IMAGE,
  newShopper,
  type Person,
  placeOrder,
  stockroom,
} from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
const GOOD = '4242 4242 4242 4242';
let lamp: Goods;
let clock: Goods;
let shelf: Goods[];
beforeAll(async () => {
  lamp = await goods.add('Paid Lamp', { price: 19.9, img: IMAGE });
  clock = await goods.add('Paid Clock', { price: 5.05 });
  shelf = await Promise.all([1, 2, 3, 4, 5].map((number) => goods.add(`Shelf Thing ${number}`)));
});

// The tests of one screen follow one cart to the end; then come orders of its customer.
describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  let page: Page;
  let shopper: Person;
  const button = (label: string) =>
    page.getByRole('main').getByRole('button', { name: label, exact: true });
  const summary = () => page.getByRole('region', { name: 'Order summary' });
  const pay = async (number: string) => {
    await typeCard(page, number);
    await button('Pay Now').click();
  };
  const cartCount = async () =>
    (await (await shopper.call('GET', '/cart')).json()).cart.lines.length as number;
  beforeAll(async () => {
    shopper = await newShopper(`Chick Out ${name}`);
    await fillCart(shopper, lamp, 2);
    await fillCart(shopper, clock);
    await estimateFor(shopper, 'Dhaka');
    page = await browser.open({ viewport, storageState: shopper.storageState });
    await page.goto('/checkOut');
  });

  test('it shows Contact, Ship to, Pay With Card, Total Amount, a card field and both buttons [2.7, 2.89, 2.90, 2.91, 2.92, 2.93, 6.4]', async () => {
    const facts = page.getByRole('main').locator('dl').first().locator('xpath=./div');
    expect(await facts.allTextContents()).toEqual([`Contact${shopper.email}`, 'Ship toDhaka 1205']);
    const box = page.getByRole('region', { name: 'Pay With Card', exact: true });
    expect(await box.getByRole('heading', { level: 2 }).textContent()).toBe('Pay With Card');
    expect(await box.getByRole('paragraph').first().textContent()).toBe('Total Amount$164.85');
    expect(await box.getByLabel('Card number').isVisible()).toBe(true);
    // Once the script is there.
    await expect.poll(() => button('Pay Now').isEnabled()).toBe(true);
    expect(await button('Pay Later').isEnabled()).toBe(true);
    expect(await page.getByRole('main').getByRole('link', { name: 'Home' }).count()).toBe(0);
  });

  test('the summary has image, name, price, quantity, category, Subtotal, Shipping and Total [2.96, 2.97]', async () => {
    const line = summary().getByRole('listitem').filter({ hasText: 'Paid Lamp' });
    expect(await line.locator('img').getAttribute('src')).toContain('/pictures/skerry');
    for (const text of ['Paid Lamp', 'Gadget', '$19.90 × 2', '$39.80']) {
      expect(await line.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    const sums = await summary().locator('dl > div').allTextContents();
    expect(sums).toEqual(['Subtotal$44.85', 'Shipping$120.00', 'Total$164.85']);
  });

  test('without card data Pay Now asks nobody for money [5.15]', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await button('Pay Now').click();
    await page.getByText('Your card number is needed.', { exact: true }).waitFor();
    expect(asked).toEqual([]);
  });

  test("a declined card is an alert of the provider's message and ' — check it out!' [4.29, 4.33, 8.9]", async () => {
    const gap = async () => {
      const [field, pressed] = await Promise.all([
        page.getByLabel('Card number').boundingBox(),
        button('Pay Now').boundingBox(),
      ]);
      return (pressed?.y ?? 0) - (field?.y ?? 0);
    };
    await typeCard(page, '4000 0000 0000 0002');
    const before = await gap();
    await button('Pay Now').click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('Your card was declined. — check it out!');
    // The alert does not move the button from under the pointer.
    expect(await gap()).toBe(before);
    await button('Pay Later')
      .or(page.getByRole('link', { name: 'Pay Later' }))
      .waitFor();
    expect(await button('Pay Now').isEnabled()).toBe(true);
  });

  test('while a payment is under way a spinner shows and nothing can be pressed [4.34]', async () => {
    const release = await holdBack(page, '**/sandbox/confirm');
    await pay(GOOD);
    await page.getByRole('main').getByRole('status').filter({ hasText: 'Working' }).waitFor();
    expect(await page.getByRole('button', { name: /Pay Now$/ }).isDisabled()).toBe(true);
    // The order exists since the declined card, so that Pay Later is a link at other times.
    expect(await button('Pay Later').isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: 'Pay Later' }).count()).toBe(0);
    release();
    await page.getByRole('alert').filter({ hasText: 'Thank You' }).waitFor();
  });

  test('a payment says Thank You For Your Payment!, and Home takes the place of Pay Later [1.4, 1.16, 2.94, 4.33, 4.35, 8.10]', async () => {
    const alert = page.getByRole('main').getByRole('alert');
    expect(await alert.getByText('Thank You For Your Payment!', { exact: true }).isVisible()).toBe(
      true,
    );
    const home = page.getByRole('main').getByRole('link', { name: 'Home', exact: true });
    await home.waitFor();
    const focused = page.locator(':focus');
    await expect.poll(() => focused.evaluate((element) => element.tagName)).not.toBe('BODY');
    expect(await home.getAttribute('href')).toBe('/home');
    expect(await page.getByText('Pay Later', { exact: true }).count()).toBe(0);
    expect(await button('Pay Now').isDisabled()).toBe(true);
    // The page keeps its summary.
    expect(await summary().getByText('Paid Lamp', { exact: true }).isVisible()).toBe(true);
  });

  test('after a payment the cart is empty [4.10]', async () => {
    await page.getByRole('button', { name: 'Cart, empty', exact: true }).waitFor();
    expect(await cartCount()).toBe(0);
  });

  test('with an empty cart, or without an estimate, it leads back to the cart [4.26]', async () => {
    await page.goto('/checkOut');
    expect(new URL(page.url()).pathname).toBe('/shoppingCart');
    await page.getByText('Please put something into your cart first.').waitFor();
    await fillCart(shopper, lamp);
    await page.goto('/checkOut');
    expect(new URL(page.url()).pathname).toBe('/shoppingCart');
    await page.getByText('Please estimate the shipping first.').waitFor();
  });

  test('the list of the summary is 350 pixels high, and scrolls [2.95, 9.16]', async () => {
    for (const thing of shelf) await fillCart(shopper, thing);
    await estimateFor(shopper, 'Chittagong');
    await page.goto('/checkOut');
    const list = summary().getByRole('region', { name: 'Items' });
    const sizes = await list.evaluate((box) => ({
      height: box.getBoundingClientRect().height,
      content: box.scrollHeight,
      overflow: getComputedStyle(box).overflowY,
    }));
    expect(sizes).toMatchObject({ height: 350, overflow: 'auto' });
    expect(sizes.content).toBeGreaterThan(350);
  });

  test('Pay Later makes a Pending order, empties the cart and leads to My Orders [1.4, 1.11, 3.9, 4.9, 4.28, 9.12]', async () => {
    await page
      .getByText(
        'We keep your items for 6 hours. Confirm your email address and we keep them for 7 days.',
      )
      .waitFor();
    await button('Pay Later').click();
    await page.waitForURL(/\/myOrders/);
    const due = String.raw`\d+ \w+ \d{4} at \d\d:\d\d UTC`;
    await page
      .getByText(new RegExp(`^Please pay by ${due}\\. After that, the order is cancelled\\.$`))
      .waitFor();
    await page
      .getByText(new RegExp(`^Confirm your email address to have until ${due}\\.$`))
      .waitFor();
    const orders = await (
      await shopper.call('GET', `/orders?${new URLSearchParams({ email: shopper.email })}`)
    ).json();
    expect(orders[0]).toMatchObject({
      status: 'Pending',
      city: 'Chittagong',
      shippingCost: 60,
      totalAmount: 179.9,
    });
    expect(orders[0].transaction ?? null).toBe(null);
    expect(await cartCount()).toBe(0);
  });

  test('an order that is there already is paid at its own address [2.8, 3.10, 4.30]', async () => {
    const order = await placeOrder(shopper, clock, { quantity: 2, city: 'Khulna' });
    await page.goto(`/checkOut/${order._id}`);
    await page.getByText('Ship to').waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Pay With Card' })
        .getByRole('paragraph')
        .first()
        .textContent(),
    ).toBe('Total Amount$130.10');
    await pay(GOOD);
    await page.getByText('Thank You For Your Payment!', { exact: true }).waitFor();
    const paid = await (await shopper.call('GET', `/orders/${order._id}`)).json();
    expect(paid).toMatchObject({ amount: 13_010, last4: '4242', transaction: expect.any(String) });
  });
});

test('Pay Now is disabled until the card form is ready [4.32, 5.15]', async () => {
  const shopper = await newShopper('Ready Not');
  const order = await placeOrder(shopper, clock);
  const page = await browser.open({
    storageState: shopper.storageState,
    expects: [/ERR_FAILED/, /Failed to fetch/],
  });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`/checkOut/${order._id}`, { waitUntil: 'load' });
  const button = page.getByRole('button', { name: 'Pay Now', exact: true });
  expect(await button.isVisible()).toBe(true);
  expect(await button.isDisabled()).toBe(true);
});
