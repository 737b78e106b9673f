import type { Page } from 'playwright-core';
import { call } from './call.ts';
import { decideReturn } from './place-orders.ts';
import type { Scene } from './scene.ts';
import { addToCart, choose, findProducts, payByCard, setDestination, visit } from './steps.ts';

/** The id of the order that the guest places. */
let orderId = '';
/** The id of the first return of it. */
let returnId = '';

const guest = (name: string, reach: Scene['reach'], more: Partial<Scene> = {}): Scene => ({
  name: `guest-${name}`,
  who: 'guest',
  reach,
  ...more,
});

const staff = (name: string, reach: Scene['reach']): Scene => ({
  name: `guest-console-${name}`,
  who: 'admin',
  reach,
});

interface StaffOrder {
  lines: { _id: string; sku: string; quantity: number }[];
  fulfillments: { _id: string }[];
  returns: { _id: string }[];
}

interface StaffProduct {
  version: number;
  price: number;
  variants: { sku: string }[];
}

/** A shop that is open to everyone, where a guest orders, and sends a size back for another. */
export const guestScenes: Scene[] = [
  guest('find-order', visit('/findOrder')),
  guest('find-order-asked', async (page) => {
    await page.getByLabel('Order number').fill('AAAA-2222');
    await page.getByLabel('Email').fill('gesa.guest@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an order with that number').waitFor();
  }),
  guest('order-link-ended', visit(`/orderLink/${'x'.repeat(43)}`)),
  guest('checkout', async (page, url) => {
    const { sized } = await findProducts(url);
    await page.goto(`/product/${sized}`);
    await choose(page, 'Colour');
    await choose(page, 'Size');
    await addToCart(page);
    await page.goto('/shoppingCart');
    await setDestination(page, 'Chattogram');
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.getByRole('heading', { name: 'Without an account' }).waitFor();
  }),
  guest('checkout-refused', async (page) => {
    await page.getByLabel('Email').fill('gesa.guest');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.getByText('A name is needed.').or(page.getByRole('alert')).first().waitFor();
  }),
  guest('payment', async (page) => {
    await page.getByLabel('Email').fill('gesa.guest@example.com');
    await page.getByLabel('Full name').fill('Gesa Guest');
    await page.getByLabel('Street address').fill('5 Lake Road');
    await page.getByLabel('Phone').fill('01712345678');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.getByLabel('Card number').waitFor();
  }),
  guest('paid', async (page) => {
    await payByCard(page, '4242 4242 4242 4242');
    await page.getByText('Thank You For Your Payment!').waitFor();
  }),
  guest('order', async (page) => {
    await page.getByRole('link', { name: 'See your order' }).click();
    await page.waitForURL(/myOrders/);
    orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await visit(`/myOrders/${orderId}`)(page);
  }),
  guest('make-account', (page) => visit(`/makeAccount/${orderId}`)(page)),
  staff('order', async (page) => {
    await page.goto('/admin');
    await sendAll(page);
    await makeOthersDearer(page);
    await visit(`/admin/orders/${orderId}`)(page);
  }),
  guest('order-delivered', (page) => visit(`/myOrders/${orderId}`)(page)),
  guest('return', (page) => visit(`/returnOrder/${orderId}`)(page)),
  guest('return-refused', async (page) => {
    await page.getByLabel(/^Units of/).selectOption('1');
    await page.getByRole('button', { name: 'Ask for a return' }).click();
    await page.getByText('Please choose why each item comes back.').waitFor();
  }),
  guest('return-requested', async (page) => {
    await page.getByLabel(/^Reason for/).selectOption('Too small');
    await page.getByLabel(/^Refund or exchange of/).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Ask for a return' }).click();
    await page.getByText('In exchange, reserved:').waitFor();
  }),
  staff('return', async (page) => {
    const { returns } = await call<StaffOrder>(page, 'GET', `/api/v1/orders/${orderId}`);
    returnId = returns.at(-1)?._id ?? '';
    await visit(`/admin/orders/${orderId}`)(page);
  }),
  staff('return-approved', async (page) => {
    await decideReturn(page, returnId, 'approve');
    await visit(`/admin/orders/${orderId}`)(page);
  }),
  guest('return-approved', (page) => visit(`/returnOrder/${orderId}`)(page)),
  guest('return-slip', async (page) => {
    await page.getByRole('link', { name: 'Print the return slip' }).click();
    await page.getByRole('heading', { name: 'Return slip' }).waitFor();
  }),
  guest('exchange-payment', async (page) => {
    await visit(`/returnOrder/${orderId}`)(page);
    await page.getByRole('link', { name: /^Pay / }).click();
    await page.getByLabel('Card number').waitFor();
  }),
  guest('exchange-paid', async (page) => {
    await payByCard(page, '4242 4242 4242 4242');
    await page.getByText('Paid with the card ending in 4242.').waitFor();
  }),
  staff('exchange-sent', async (page) => {
    await decideReturn(page, returnId, 'receive');
    const parcel = { carrier: 'DHL', trackingNumber: 'JD014600006282' };
    await call(page, 'POST', `/api/v1/returns/${returnId}/ship-exchange`, parcel);
    await visit(`/admin/orders/${orderId}`)(page);
  }),
  guest('order-exchanged', (page) => visit(`/myOrders/${orderId}`)(page)),
  guest('invoice', async (page) => {
    await page
      .getByRole('link', { name: /^Invoice / })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Invoice/, level: 1 }).waitFor();
  }),
  staff('final-sale', async (page) => {
    await page.goto('/admin/return-policy');
    await page.getByRole('checkbox', { name: 'Cloths' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It applies to new orders').waitFor();
  }),
  guest('product-final-sale', async (page, url) => {
    await visit(`/product/${(await findProducts(url)).sized}`)(page);
  }),
  guest('order-final-sale', (page) => visit(`/myOrders/${orderId}`)(page)),
];

/** Sends and delivers all items of the guest's order. */
async function sendAll(page: Page): Promise<void> {
  const path = `/api/v1/orders/${orderId}`;
  const { lines } = await call<StaffOrder>(page, 'GET', path);
  const parcel = { carrier: 'DHL', trackingNumber: 'JD014600006281' };
  const sent = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  await call(page, 'POST', `${path}/fulfillments`, { lines: sent, ...parcel });
  const { fulfillments } = await call<StaffOrder>(page, 'GET', path);
  for (const { _id } of fulfillments)
    await call(page, 'POST', `/api/v1/fulfillments/${_id}/delivered`);
}

/** Adds to the price of each variant that the guest did not buy, so that an exchange costs more. */
async function makeOthersDearer(page: Page): Promise<void> {
  const { lines } = await call<StaffOrder>(page, 'GET', `/api/v1/orders/${orderId}`);
  const [line] = lines;
  const path = `/api/v1/products/${line?._id}`;
  const { version, price, variants } = await call<StaffProduct>(page, 'GET', path);
  const dearer = variants
    .filter(({ sku }) => sku !== line?.sku)
    .map(({ sku }) => ({ sku, price: price + 10 }));
  await call(page, 'PATCH', path, { variants: dearer }, version);
}
