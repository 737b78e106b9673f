import { deliverDue } from '#features/emails/deliver.ts';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { payIntent } from './cards.ts';
import { WITHOUT_LIMITS } from './emails.ts';
import { stock } from './goods.ts';
import { actorOf, type Client, openTestShop } from './shop.ts';

export interface Shirts {
  id: string;
  /** SKUs: what was bought (20), as dear, cheaper (15), dearer (25), with one unit, of another product. */
  m: string;
  l: string;
  s: string;
  xl: string;
  last: string;
  hat: string;
}

export const shown = { version: null };
export const tracking = { carrier: 'RedX', trackingNumber: 'RX1' };

/** A shop that exchanges, with orders to exchange from and a clock that a test moves. */
export async function openExchangeShop() {
  const clock = { shift: 0 };
  const shop = await openTestShop({
    maxConnections: 30,
    now: () => new Date(Date.now() + clock.shift),
    shopConfig: {
      emails: WITHOUT_LIMITS,
      returns: { days: 90, requestsPerDay: 500, exchangeDays: 14 },
    },
  });
  const sam = await shop.shopper('Sam Exchanging');
  const eve = await shop.shopper('Eve Exchanging');
  const admin = await shop.admin('Ada Exchanging');
  const staff = actorOf(admin, 'admin');
  const { query } = shop;
  let count = 0;
  const newKey = () => {
    count += 1;
    return `exchange-${count}`;
  };
  async function post(who: Client, path: string, body: unknown = {}, key = newKey()) {
    const response = await who.post(`/api/v1${path}`, body, { 'idempotency-key': key });
    return { status: response.status, body: await response.json() };
  }
  const act = (id: string, what: string, body: unknown = {}) =>
    post(admin, `/returns/${id}/${what}`, body);

  /** A delivered order of so many shirts in M, which have other sizes. `tax` is what is added. */
  async function delivered(units = 1, client = sam, tax = 0): Promise<Shirts> {
    count += 1;
    const start = `E${count}`;
    const skus = { m: `${start}-M`, l: `${start}-L`, s: `${start}-S`, xl: `${start}-XL` };
    const last = `${start}-LAST`;
    const hat = `${start}-HAT`;
    const product = await stock(shop, {
      name: `Exchanged Shirt ${count}`,
      variants: [
        { sku: skus.m, size: 'M', inventory: 10 },
        { sku: skus.l, size: 'L', inventory: 5 },
        { sku: skus.s, size: 'S', priceMinor: 1_500, inventory: 5 },
        { sku: skus.xl, size: 'XL', priceMinor: 2_500, inventory: 5 },
        { sku: last, size: 'XS', inventory: 1 },
        { sku: `${start}-GONE`, size: 'XXL', inventory: 0 },
      ],
    });
    await stock(shop, {
      name: `Hat ${count}`,
      variants: [{ sku: hat, size: 'One', inventory: 3 }],
    });
    const grandTotalAmount = 20 * units;
    const totalAmount = grandTotalAmount + 120 + tax;
    const cart = [{ _id: product.id, sku: skus.m, price: 20, quantity: units }];
    const placed = await client.post('/orders', {
      ...{
        cart,
        city: 'Dhaka',
        shippingCost: 120,
        grandTotalAmount,
        totalAmount,
        status: 'Pending',
      },
    });
    const { _id: id } = await placed.json();
    const transaction = await payIntent(client, { totalAmount, orderId: id });
    await client.put(`/orders/${id}`, { transaction });
    const sent = await post(admin, `/orders/${id}/fulfillments`);
    await markDelivered(shop.context.ctx, staff, sent.body.fulfillments[0]._id, shown);
    return { id, ...skus, last, hat };
  }

  /** Asks for an exchange by the call. */
  const ask = (
    { id, m }: Shirts,
    exchangeForSku: string,
    { quantity = 1, who = sam, ...more }: Record<string, unknown> & { who?: Client } = {},
    key?: string,
  ) => {
    const lines = [{ sku: m, quantity, reason: 'too_small', exchangeForSku, ...more }];
    return post(who, `/orders/${id}/returns`, { lines }, key);
  };
  const asked = async (...args: Parameters<typeof ask>) => {
    const { body } = await ask(...args);
    return String(body.returns.at(-1)._id);
  };
  const onHand = async (sku: string) =>
    Number((await query('select on_hand from variants where sku = $1', [sku]))[0].on_hand);
  const exchangeOf = async ({ id }: Shirts) =>
    (await viewOrder(shop.context.ctx, id)).returns.at(-1)?.lines[0]?.exchange;
  const emailsAbout = async ({ id }: Shirts) => {
    const { number } = await viewOrder(shop.context.ctx, id);
    await deliverDue(shop.context.ctx);
    const rows = await query('select subject, text from mailbox_mails where subject like $1', [
      `%${number}%`,
    ]);
    return new Map(rows.map(({ subject, text }) => [subject.replace(number, 'N'), text]));
  };
  const productOf = async (sku: string) =>
    (await query('select product_id from variants where sku = $1', [sku]))[0].product_id;

  const people = { sam, eve, admin, staff };
  const work = { query, newKey, post, act, delivered, ask, asked, productOf };
  return { shop, clock, ...people, ...work, onHand, exchangeOf, emailsAbout };
}
