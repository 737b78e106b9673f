import { afterAll, describe, expect, test } from 'vitest';
import { payIntent } from '../../support/cards.ts';
import type { Client } from '../../support/shop.ts';
import { page, run, shirt, shopper, shops } from './world.ts';

const FINAL = 'Final sale: cannot be returned or exchanged.';
const HELP = 'If it is damaged or not as pictured, please write to';

/** Sends as a browser of one person does, without script. */
const sender =
  (cookie: string) =>
  (method: string, path: string, body: object, headers = {}) => {
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    return fetch(`${shops.running[0]?.url}${path}`, {
      method,
      headers: { cookie, origin: 'http://shop.test', 'content-type': type, ...headers },
      body: isForm ? String(body) : JSON.stringify(body),
      redirect: 'manual',
    });
  };

/** What a page says, without the marks between its texts. */
const seen = async (path: string, cookie: string, shop = 0) =>
  textOf(await page(shop, path, cookie));

const textOf = (html: string) =>
  html.replace(/<script.*?<\/script>/gs, '').replaceAll('<!-- -->', '');

/** What staff set about returns, on the pages of customers. */
export function testReturnPolicy(): void {
  describe('the return policy on pages', () => {
    afterAll(() => run('delete from return_policy'));

    test('a final sale is on its cached page at the next request in every process, in cart, checkout and order; its return is not offered', async () => {
      const staff = await shops.admit({ ...shopper, name: 'Ada Policy', role: 'admin' });
      const [cookie, buyer] = await customer();
      const product = `/product/${shirt.slug}`;
      const save = (version: number, ...fields: [string, string][]) => {
        const form = new URLSearchParams([['version', String(version)], ...fields]);
        return sender(staff)('POST', '/admin/return-policy', form);
      };
      for (const shop of [0, 1]) expect(await seen(product, cookie, shop)).not.toContain(FINAL);
      expect(await seen('/admin/return-policy', staff)).toContain('for 30 days after');

      // Without a choice it is refused, and what was typed is still there.
      const odd = await save(0, ['tags', 'clearance\r\n\r\nlast one']);
      expect(odd.status).toBe(422);
      expect(await odd.text()).toMatch(/Please choose who pays\..*clearance\nlast one/s);
      const chosen: [string, string][] = [
        ['postagePaidBy', 'customer'],
        ['category', 'Cloths'],
        ['tags', 'clearance'],
      ];
      const saved = await save(0, ...chosen);
      expect(saved.headers.get('location')).toBe('/admin/return-policy?notice=return-policy-saved');
      const late = await save(0, ['postagePaidBy', 'shop'], ['tags', 'mine']);
      expect(late.status).toBe(412);
      // It shows what the first one set, and again after a mistake if yet another one was faster.
      const both = textOf(await late.text());
      expect(both).toMatch(/The customer pays<.*Cloths<.*clearance<.*>mine<\/textarea>/s);
      expect(both).toContain('name="version" value="1"');
      const mistaken = textOf(await (await save(0, ['tags', 'mine'])).text());
      expect(mistaken).toContain('name="version" value="0"');
      for (const shop of [0, 1]) expect(await seen(product, cookie, shop)).toContain(FINAL);

      const ordered = await buyer.order();
      for (const path of ['/shoppingCart', '/checkOut']) {
        expect([path, await seen(path, cookie)]).toEqual([path, expect.stringContaining(FINAL)]);
      }
      await buyer.receive(ordered, staff);
      await save(1, ['postagePaidBy', 'customer']);
      for (const shop of [0, 1]) expect(await seen(product, cookie, shop)).not.toContain(FINAL);
      expect(await seen('/shoppingCart', cookie)).not.toContain(FINAL);
      // The order keeps it.
      const own = await seen(`/myOrders/${ordered}`, cookie);
      expect(own).toContain(FINAL);
      expect(own).toContain(HELP);
      expect(own).not.toContain('Return items');
      const returns = await seen(`/returnOrder/${ordered}`, cookie);
      expect(returns).toContain('Nothing in this order can be sent back now.');
      expect(returns).toContain(HELP);
      expect(returns).not.toContain('name="units"');
      await recordReturn(ordered, buyer.sku, staff);
      expect(await seen(`/returnOrder/${ordered}`, cookie)).toContain('(Damaged');
    });

    test('a product says what delivery and returns cost, as they are set at the next request in every process', async () => {
      const staff = await shops.admit({ ...shopper, name: 'Ada Delivery', role: 'admin' });
      const cookie = await shops.admit(shopper);
      const send = sender(staff);
      const says = async (...texts: string[]) => {
        for (const shop of [0, 1]) {
          const html = await seen(`/product/${shirt.slug}`, cookie, shop);
          for (const text of texts) expect(html).toContain(text);
        }
      };
      await says(
        '<b>Delivery</b> $60.00–120.00 in Bangladesh. Takes 1 to 4 working days.',
        '<b>Returns</b> Within 30 days after delivery. You pay the postage for the way back.',
      );
      const path = '/api/v1/delivery/zones';
      const zones = JSON.parse(await page(0, path, staff));
      const rest = zones.find(({ name }: { name: string }) => name === 'Bangladesh');
      const city = zones.find(({ name }: { name: string }) => name === 'Chittagong');
      const edit = async (zone: typeof rest, change: object, version = zone.version) => {
        const methods = [{ ...zone.methods[0], ...change }];
        const ifMatch = { 'if-match': `"${version}"` };
        const response = await send('PATCH', `${path}/${zone._id}`, { methods }, ifMatch);
        expect(response.status, await response.clone().text()).toBe(200);
      };
      await edit(city, { price: 75, freeFrom: 300 });
      await says('$75.00–120.00 in Bangladesh. Takes');
      await edit(rest, { price: 75, freeFrom: 500, daysFrom: 0 });
      await says('$75.00 in Bangladesh, free from $500.00. Takes up to 4 working days.');
      await edit(city, {}, city.version + 1);
      await edit(rest, {}, rest.version + 1);
      await run(`insert into return_policy values (true, 20, 'shop', '{}', '{}')
        on conflict (is_only) do update set postage_paid_by = 'shop', final_sale_category_ids = '{}'`);
      await run(
        `insert into shop_pages (id, name, slug, text, html, position, updated_at)
         values ('pag_returns', 'Returns and refunds', 'returns', '', '', 1, now())`,
      );
      await says(
        '$60.00–120.00 in Bangladesh. Takes 1 to 4 working days.',
        'href="/pages/returns" data-discover="true">Returns</a> Within 30 days after delivery. We pay the postage',
      );
      await run("delete from shop_pages where id = 'pag_returns'");
      await run("update return_policy set final_sale_category_ids = '{Cloths}'");
      await says(FINAL);
      expect(await seen(`/product/${shirt.slug}`, cookie)).not.toContain('Within 30 days');
    });

    test('who pays for the way back is said before the request, on the return and on its slip', async () => {
      const staff = await shops.admit({ ...shopper, name: 'Ada Postage', role: 'admin' });
      const [cookie, buyer] = await customer();
      await run(`insert into return_policy values (true, 9, 'customer', '{}', '{}')
        on conflict (is_only) do update set postage_paid_by = 'customer', final_sale_category_ids = '{}'`);
      const ordered = await buyer.order();
      await buyer.receive(ordered, staff);
      const path = `/returnOrder/${ordered}`;
      const before = await seen(path, cookie);
      expect(before).toContain(
        'You pay the postage for the way back. If an item is damaged or not as pictured, we pay it.',
      );
      expect(before).not.toContain(HELP);
      const ask = async (reason: string) => {
        const [, key = ''] = /name="key" value="([^"]+)"/.exec(await seen(path, cookie)) ?? [];
        const form = { key, sku: buyer.sku, units: '1', reason, exchange: '', note: '' };
        const asked = new URLSearchParams({ ...form, intent: 'request' });
        // With no unit of anything, the first quantity takes the focus and says what to do.
        asked.set('units', '0');
        const none = await sender(cookie)('POST', path, asked);
        expect(none.status).toBe(422);
        expect(await none.text()).toMatch(
          /<select[^>]* name="units"[^>]* autofocus=""[^>]* aria-invalid="true".*Choose how many of at least one item/s,
        );
        asked.set('units', '1');
        expect((await sender(cookie)('POST', path, asked)).headers.get('location')).toContain(
          'notice=return-requested',
        );
      };
      await ask('too_small');
      await run("update return_policy set postage_paid_by = 'shop'");
      expect(await seen(path, cookie)).toContain('We pay the postage for the way back.');
      await ask('too_small');
      const after = await seen(path, cookie);
      expect(after).toContain('You pay the postage for the way back.');
      expect(after).toContain('We pay the postage for the way back.');
      expect(after).toContain('Nothing in this order can be sent back now.');
      const desk = await seen(`/admin/orders/${ordered}`, staff);
      expect(desk).toContain('The customer pays the postage for the way back.');
      expect(desk).toContain('The shop pays the postage for the way back.');
      const { rows } = await run(
        'select id, postage_paid_by as payer from returns where order_id = $1',
        [ordered],
      );
      expect(rows.map(({ payer }) => payer).sort()).toEqual(['customer', 'shop']);
      for (const { id, payer } of rows) {
        await sender(staff)('POST', `/api/v1/returns/${id}/approve`, {}, { 'idempotency-key': id });
        const slip = await seen(`${path}/slip?return=${id}`, cookie);
        expect(slip).toContain(`The ${payer} pays the postage for the way back.`);
      }
    });
  });
}

/** Staff record the return of a unit of a final sale. */
async function recordReturn(orderId: string, sku: string, staff: string): Promise<void> {
  const path = `/admin/orders/${orderId}`;
  const shown = await seen(path, staff);
  expect(shown).toContain('Final sale');
  const form = shown.slice(shown.indexOf('Record a return<'));
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1];
  const fields = { key: fieldOf('key') ?? '', version: fieldOf('version') ?? '', sku, units: '1' };
  const more = { ofReturn: '', exchange: '', note: 'By phone', intent: 'return-record' };
  const record = (change: object) =>
    sender(staff)('POST', path, new URLSearchParams({ ...fields, ...more, ...change }));
  const refused = await record({ reason: '' });
  expect(refused.status).toBe(422);
  // The form stays open with what was typed.
  expect(await refused.text()).toMatch(/<details open="">.*Record a return.*value="By phone"/s);
  const stale = await record({ reason: 'damaged', version: '1' });
  expect(stale.status).toBe(409);
  // Posted twice, it is one return.
  for (const reason of ['damaged', 'damaged']) {
    const { headers } = await record({ reason });
    expect(headers.get('location')).toBe(`${path}?notice=return-recorded`);
  }
  const { rows } = await run('select note, postage_paid_by from returns where order_id = $1', [
    orderId,
  ]);
  expect(rows).toEqual([{ note: 'By phone', postage_paid_by: 'shop' }]);
}

/** A customer with a shirt in the cart, and what they do. */
async function customer() {
  const cookie = await shops.admit(shopper);
  const send = sender(cookie);
  // Other tests sell it out.
  await run('update variants set on_hand = 9 where product_id = $1', [shirt.id]);
  const goods = JSON.parse(await page(0, `/products/${shirt.id}`, cookie));
  const { _id: variantId, sku, price } = goods.variants[0];

  /** Pays for two shirts, then puts one into the cart. Returns the id of the order. */
  async function order(): Promise<string> {
    const sum = price * 2;
    const total = { grandTotalAmount: sum, shippingCost: 120, totalAmount: sum + 120 };
    const line = { _id: goods._id, sku, price, quantity: 2 };
    const placed = await send('POST', '/orders', { cart: [line], city: 'Dhaka', ...total });
    expect(placed.status).toBe(201);
    const { _id: orderId, totalAmount } = await placed.json();
    const client = { post: (path: string, body: object) => send('POST', path, body) } as Client;
    const transaction = await payIntent(client, { totalAmount, orderId });
    expect((await send('PUT', `/orders/${orderId}`, { transaction })).status).toBe(200);
    const add = { intent: 'add', variantId, quantity: '1', returnTo: '/' };
    await send('POST', '/cart', new URLSearchParams(add));
    const estimate = { intent: 'destination', city: 'Dhaka', zip: '1205' };
    await send('POST', '/shoppingCart', new URLSearchParams(estimate));
    return orderId;
  }

  /** Staff send the whole order, and it arrives. */
  async function receive(orderId: string, staff: string): Promise<void> {
    const key = { 'idempotency-key': `policy-${orderId}` };
    const sent = await sender(staff)('POST', `/api/v1/orders/${orderId}/fulfillments`, {}, key);
    const [parcel] = (await sent.json()).fulfillments;
    await sender(staff)('POST', `/api/v1/fulfillments/${parcel._id}/delivered`, {}, key);
  }
  return [cookie, { sku, order, receive }] as const;
}
