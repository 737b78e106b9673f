import { afterAll, describe, expect, test } from 'vitest';
import { defaultTexts } from '#features/texts/default-texts.ts';
import { payIntent } from '../../support/cards.ts';
import type { Client } from '../../support/shop.ts';
import { page, run, shirt, shopper, shops } from './world.ts';

/** Texts of panels, which only script opens, and of a declined card. */
const SHOWN_BY_SCRIPT = new Set(
  'shell.quantity shell.proceedToCart shell.continueShopping shell.yourCart shell.subTotal shell.viewCart checkout.checkItOut'.split(
    ' ',
  ),
);

/** The fixed texts of the shop. */
export function testTexts(): void {
  describe('what staff do with the texts of the shop', () => {
    afterAll(() => run('delete from shop_texts'));

    test('a changed text is on cached pages at the next request, in every process, as text', async () => {
      const cookie = await shops.admit(shopper);
      const paths = ['/', '/cloths', `/product/${shirt.slug}`];
      for (const path of paths) expect(await page(1, path, cookie)).toContain('Add To Cart');
      const write = (text: string) =>
        run(
          `insert into shop_texts (key, text, version) values ('shell.addToCart', $1, 1)
           on conflict (key) do update set text = $1`,
          [text],
        );
      await write('<b onclick="x">Add</b> & \'go\' </script>');
      for (const shop of [0, 1]) {
        for (const path of paths) {
          const html = await page(shop, path, cookie);
          expect(html).toContain(
            '&lt;b onclick=&quot;x&quot;&gt;Add&lt;/b&gt; &amp; &#x27;go&#x27;',
          );
          expect(html).not.toContain('<b onclick');
          expect(html).not.toContain('Add To Cart<');
        }
      }
      await write('Into the bag');
      expect(await page(0, '/cloths', cookie)).toContain('Into the bag');
    });

    test('every text of the list is on the page that the list names', async () => {
      const keys = Object.entries(defaultTexts).flatMap(([group, { texts }]) =>
        Object.keys(texts).map((name) => `${group}.${name}`),
      );
      await run('delete from shop_texts');
      await run(
        `insert into shop_texts (key, text, version) select key, 'Text ' || key || '.', 1
         from unnest($1::text[]) key`,
        [keys],
      );
      const shown = await Promise.all([visitGuest(), visitEmpty(), visitBuyer()]);
      const html = shown
        .flat()
        .join('')
        .replace(/<script.*?<\/script>/gs, '')
        .replaceAll('<!-- -->', '');
      expect(
        keys.filter((key) => !html.includes(`Text ${key}.`) && !SHOWN_BY_SCRIPT.has(key)),
      ).toEqual([]);
    });
  });
}

const visitGuest = () => page(0, '/');

async function visitEmpty(): Promise<string[]> {
  const cookie = await shops.admit(shopper);
  const pages: string[] = [];
  for (const path of ['/shoppingCart', '/myOrders']) pages.push(await page(0, path, cookie));
  return pages;
}

/** Looks at products and the cart, then orders twice and pays once. */
async function visitBuyer(): Promise<string[]> {
  const cookie = await shops.admit(shopper);
  const see = (path: string) => page(0, path, cookie);
  const send = (method: string, path: string, body: object) => {
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    return fetch(`${shops.running[0]?.url}${path}`, {
      method,
      headers: { cookie, origin: 'http://shop.test', 'content-type': type },
      body: isForm ? String(body) : JSON.stringify(body),
      redirect: 'manual',
    });
  };
  const buyer = { post: (path: string, body: object) => send('POST', path, body) } as Client;

  const [lamp] = (
    await run(`update variants set on_hand = 0 where product_id = (
      select id from products where category = 'Gadget' and status = 'active' order by id limit 1)
      returning product_id`)
  ).rows;
  const goods = JSON.parse(await see(`/products/${shirt.id}`));
  const {
    _id: variantId,
    sku,
    price,
  } = goods.variants.find((one: { inventory: number }) => one.inventory > 2);
  const add = { intent: 'add', variantId, quantity: '1', returnTo: '/' };
  await buyer.post('/cart', new URLSearchParams(add));
  const estimate = { intent: 'destination', city: 'Dhaka', zip: '1205' };
  await buyer.post('/shoppingCart', new URLSearchParams(estimate));
  const paths = ['/cloths', `/product/${shirt.slug}`, `/product/${lamp.product_id}`];
  const pages = await Promise.all([...paths, '/shoppingCart', '/checkOut'].map(see));

  const order = async (quantity: number) => {
    const sum = price * quantity;
    const total = { grandTotalAmount: sum, shippingCost: 120, totalAmount: sum + 120 };
    const line = { _id: goods._id, sku, price, quantity };
    const placed = await buyer.post('/orders', { cart: [line], city: 'Dhaka', ...total });
    expect(placed.status).toBe(201);
    return placed.json();
  };
  const { _id: orderId, totalAmount } = await order(2);
  const transaction = await payIntent(buyer, { totalAmount, orderId });
  expect((await send('PUT', `/orders/${orderId}`, { transaction })).status).toBe(200);
  pages.push(await see(`/checkOut/${orderId}`), await see('/myOrders'));
  await order(1);
  return [...pages, await see('/myOrders')];
}
