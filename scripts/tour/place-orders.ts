import type { Page } from 'playwright-core';
import { call } from './call.ts';

/** An order that the tour placed. */
export interface TourOrder {
  id: string;
  sku: string;
  /** Another variant of the same product that its customer may have in exchange, if there is one. */
  otherSku: string | undefined;
}

interface Line {
  _id: string;
  name: string;
  img: string;
  sku: string;
  otherSku: string | undefined;
  price: number;
  quantity: number;
  totalAmount: number;
}

/**
 * Places three orders of two products as the person of the page, with the shop's own calls. The
 * first two are paid, and the second has a parcel on its way.
 */
export async function placeOrders(page: Page): Promise<TourOrder[]> {
  if (!page.url().startsWith('http')) await page.goto('/');
  const cart = await findLines(page);
  const placed: TourOrder[] = [];
  for (let n = 0; n < 3; n += 1) {
    const order = await place(page, cart);
    if (n < 2) await pay(page, order);
    placed.push({ id: order._id, sku: cart[0]?.sku ?? '', otherSku: cart[0]?.otherSku });
  }
  if (placed[1]) await send(page, placed[1]);
  return placed;
}

interface WithReturns {
  fulfillments: { _id: string }[];
  returns: { _id: string }[];
}

/**
 * Marks the parcel of an order as delivered and requests the return of a unit, in exchange for another
 * variant if there is one; returns the return's id.
 */
export async function askForReturn(page: Page, { id, sku, otherSku }: TourOrder): Promise<string> {
  const { fulfillments } = await call<WithReturns>(page, 'GET', `/orders/${id}`);
  await call(page, 'POST', `/api/v1/fulfillments/${fulfillments[0]?._id}/delivered`);
  const lines = [{ sku, quantity: 1, reason: 'too_small', exchangeForSku: otherSku }];
  const asked = { lines, note: 'The sleeves are too short.' };
  const { returns } = await call<WithReturns>(page, 'POST', `/api/v1/orders/${id}/returns`, asked);
  return returns[0]?._id ?? '';
}

/** Approves a return, or receives all of it. */
export async function decideReturn(
  page: Page,
  id: string,
  decision: 'approve' | 'receive',
): Promise<void> {
  await call(page, 'POST', `/api/v1/returns/${id}/${decision}`, {});
}

/** Refunds the price of a unit and some of the shipping. */
export async function refundSome(page: Page, { id, sku }: TourOrder): Promise<void> {
  const lines = [{ sku, quantity: 1 }];
  const asked = { lines, shipping: true, reason: 'A loose button' };
  await call(page, 'POST', `/api/v1/orders/${id}/refunds`, asked);
}

/** Two units each of two products that have enough for every order of the tour. */
async function findLines(page: Page): Promise<Line[]> {
  const products = await call<
    {
      _id: string;
      name: string;
      img: string;
      variants: { sku: string; price: number; inventory: number }[];
    }[]
  >(page, 'GET', '/products');
  const lines = products.flatMap(({ _id, name, img, variants }) => {
    const variant = variants.find(({ inventory }) => inventory >= 10);
    if (!variant) return [];
    const { sku, price } = variant;
    const other = variants.find(
      (one) => one.sku !== sku && one.inventory > 0 && one.price <= price,
    );
    const totalAmount = rounded(price * 2);
    return [{ _id, name, img, sku, otherSku: other?.sku, price, quantity: 2, totalAmount }];
  });
  return lines.slice(0, 2);
}

const rounded = (amount: number) => Number(amount.toFixed(2));

interface Placed {
  _id: string;
  totalAmount: number;
}

function place(page: Page, cart: Line[]): Promise<Placed> {
  const grandTotalAmount = rounded(cart.reduce((sum, line) => sum + line.totalAmount, 0));
  const totalAmount = rounded(grandTotalAmount + 120);
  const totals = { shippingCost: 120, grandTotalAmount, totalAmount };
  return call(page, 'POST', '/orders', { cart, city: 'Dhaka', ...totals, status: 'Pending' });
}

async function pay(page: Page, { _id: orderId, totalAmount }: Placed): Promise<void> {
  const { clientSecret } = await call<{ clientSecret: string }>(
    page,
    'POST',
    '/create-payment-intent',
    { totalAmount, orderId },
  );
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
  const { id: transaction } = await call<{ id: string }>(page, 'POST', '/sandbox/confirm', {
    clientSecret,
    card,
  });
  await call(page, 'PUT', `/orders/${orderId}`, { transaction });
}

/** Adds the address of an order and sends one unit of it. */
async function send(page: Page, { id, sku }: TourOrder): Promise<void> {
  await call(page, 'PUT', `/api/v1/orders/${id}/address`, {
    recipient: 'Demo Admin',
    line1: '12 Agrabad Avenue',
    line2: 'Third floor',
    city: 'Dhaka',
    postcode: '1205',
    country: 'BD',
    phone: '+8801712345678',
  });
  await call(page, 'POST', `/api/v1/orders/${id}/fulfillments`, {
    lines: [{ sku, quantity: 1 }],
    carrier: 'DHL',
    trackingNumber: 'JD014600006281',
  });
}
