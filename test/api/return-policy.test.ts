import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { returnableOf } from '#features/returns/returns.ts';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { stock } from '../support/goods.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const POLICY = '/api/v1/return-policy';
const NONE = { postagePaidBy: 'customer', finalSaleCategoryIds: [], finalSaleTags: [] };

let shop: TestShop;
let sam: Client;
let admin: Client;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({
    shopConfig: {
      emails: WITHOUT_LIMITS,
      returns: { days: 30, requestsPerDay: 100, exchangeDays: 14 },
    },
  });
  sam = await shop.shopper('Sam Policy');
  admin = await shop.admin('Ada Policy');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

async function put(policy: object, version?: string) {
  const tag = version ?? (await admin.get(POLICY)).headers.get('etag') ?? '';
  const response = await admin.request('PUT', POLICY, policy, { 'if-match': tag });
  return { status: response.status, body: await response.json() };
}

async function post(who: Client, path: string, body: unknown = {}, key = `policy-${++count}`) {
  const response = await who.post(`/api/v1${path}`, body, { 'idempotency-key': key });
  return { status: response.status, body: await response.json() };
}

async function deliver(order: PaidOrder) {
  const sent = await post(admin, `/orders/${order.id}/fulfillments`);
  await post(admin, `/fulfillments/${sent.body.fulfillments[0]._id}/delivered`);
}

/** Asks for a return of a unit of each line that has a reason. */
const ask = ({ id, skus }: PaidOrder, reasons: (string | null)[], who = sam, more = {}) =>
  post(who, `/orders/${id}/returns`, {
    lines: reasons.flatMap((reason, line) =>
      reason ? [{ sku: skus[line], quantity: 1, reason, ...more }] : [],
    ),
  });

async function emailsOf(number: string) {
  await deliverDue(shop.context.ctx);
  const rows = await shop.query(
    'select subject, text, html from mailbox_mails where subject like $1',
    [`%${number}%`],
  );
  return new Map(rows.map(({ subject, text }) => [subject.replace(number, 'N'), text]));
}

const productOf = async (order: PaidOrder, line: number): Promise<string> =>
  (await shop.query('select product_id from variants where id = $1', [order.variants[line]]))[0]
    .product_id;

/** Sets the tags of a product as staff do. */
async function tag(productId: string, tags: string[]) {
  const [{ version }] = await shop.query('select version from products where id = $1', [productId]);
  const headers = { 'if-match': `"${version}"` };
  const edited = await admin.request('PATCH', `/api/v1/products/${productId}`, { tags }, headers);
  expect(edited.status).toBe(200);
}

/** A paid order of these lines. */
async function paid(
  cart: { _id: string; sku?: string | undefined; price: number; quantity: number }[],
): Promise<PaidOrder> {
  const goods = cart.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const totalAmount = goods + 120;
  const amounts = { grandTotalAmount: goods, shippingCost: 120, totalAmount };
  const response = await sam.post('/orders', { cart, city: 'Dhaka', ...amounts });
  const { _id: id, cart: lines } = await response.json();
  const transaction = await payIntent(sam, { totalAmount, orderId: id });
  await sam.put(`/orders/${id}`, { transaction });
  return { id, skus: lines.map(({ sku }: { sku: string }) => sku), variants: [], totalAmount };
}

const finalSaleOf = async (productId: string) =>
  (await getProduct(shop.context.ctx, productId)).isFinalSale;

test('staff set the policy against a second writer, and the audit log has each change', async () => {
  const first = await admin.get(POLICY);
  expect(first.headers.get('etag')).toBe('"0"');
  expect(await first.json()).toEqual({ version: 0, ...NONE });
  expect((await admin.request('PUT', POLICY, NONE)).status).toBe(428);
  // What is set already makes no version.
  expect((await put(NONE, '"0"')).body.version).toBe(0);

  const ids = { finalSaleCategoryIds: ['Shoes', 'Cloths', 'Shoes'] };
  const tags = { finalSaleTags: [' outlet ', 'outlet', 'Last'] };
  const marks = async () =>
    (
      await shop.query(`select count(*)::int as n from catalog_changes
        where product_id is null and collection_slug is null`)
    )[0].n;
  const before = await marks();
  const set = await put({ postagePaidBy: 'shop', ...ids, ...tags }, '"0"');
  // All cached pages go.
  expect(await marks()).toBeGreaterThan(before);
  expect(set).toEqual({
    status: 200,
    body: {
      version: 1,
      postagePaidBy: 'shop',
      finalSaleCategoryIds: ['Cloths', 'Shoes'],
      finalSaleTags: ['Last', 'outlet'],
    },
  });
  const late = await put(NONE, '"0"');
  expect(late.status).toBe(412);
  expect(late.body).toMatchObject({ code: 'edit_conflict', current: set.body });
  for (const wrong of [
    { ...NONE, postagePaidBy: 'nobody' },
    { ...NONE, finalSaleTags: ['\u200b'] },
    { ...NONE, finalSaleTags: Array.from({ length: 51 }, (_, nr) => `tag ${nr}`) },
    { ...NONE, finalSaleCategoryIds: ['no-category'] },
    { ...NONE, days: 5 },
  ]) {
    const refused = await put(wrong);
    expect([wrong, refused.status, refused.body.code]).toEqual([wrong, 422, 'invalid_request']);
  }
  // A category that is removed is in the list no more.
  const added = await admin.post('/api/v1/categories', { name: 'Short-lived' });
  const { _id: category } = await added.json();
  expect(added.status).toBe(201);
  await put({ ...NONE, finalSaleCategoryIds: [category] });
  expect((await admin.request('DELETE', `/api/v1/categories/${category}`)).status).toBe(200);
  expect(await (await admin.get(POLICY)).json()).toMatchObject({
    version: 2,
    finalSaleCategoryIds: [],
  });
  expect((await put(NONE)).status).toBe(200);

  const log = await shop.query(
    `select actor, detail from audit_log where action = 'return-policy.edit' order by id`,
  );
  expect(log.map(({ detail }) => detail.changed)).toEqual([
    {
      postagePaidBy: ['customer', 'shop'],
      finalSaleCategories: [[], ['Cloths', 'Shoes']],
      finalSaleTags: [[], ['Last', 'outlet']],
    },
    {
      postagePaidBy: ['shop', 'customer'],
      finalSaleCategories: [['Cloths', 'Shoes'], ['Short-lived']],
      finalSaleTags: [['Last', 'outlet'], []],
    },
  ]);
  expect(log.every(({ actor }) => actor === admin.id)).toBe(true);
});

test('a return keeps who pays its way back; the shop does when an item is damaged or not as pictured', async () => {
  const order = await placeOrderOf(shop, sam, [9, 9]);
  await deliver(order);
  const payersOf = (body: { returns: { postagePaidBy: string }[] }) =>
    body.returns.map(({ postagePaidBy }) => postagePaidBy);
  await ask(order, ['too_small', 'changed_mind']);
  await ask(order, ['quality', 'damaged']);
  const third = await ask(order, ['not_as_pictured']);
  expect(payersOf(third.body)).toEqual(['customer', 'shop', 'shop']);
  await deliverDue(shop.context.ctx);
  const sentences = async (subject: string) => {
    const mails = await shop.query(
      'select text from mailbox_mails where subject = $1 order by text',
      [subject.replace('N', third.body.number)],
    );
    return mails.map(
      ({ text }) => /\S+( customer| shop)? pays? the postage[^.]*\./.exec(text)?.[0],
    );
  };
  const said = await sentences('Your return for order N');
  expect(said.toSorted()).toEqual([
    'We pay the postage for the way back.',
    'We pay the postage for the way back.',
    'You pay the postage for the way back.',
  ]);
  expect((await sentences('A return for order N')).toSorted()).toEqual([
    'The customer pays the postage for the way back.',
    'The shop pays the postage for the way back.',
    'The shop pays the postage for the way back.',
  ]);

  await put({ ...NONE, postagePaidBy: 'shop' });
  const fourth = await ask(order, ['too_small']);
  // Staff who ask for it get the same.
  const fifth = await ask(order, ['too_small'], admin);
  expect(fourth.status).toBe(201);
  // A later change of the policy changes no promise.
  await put(NONE);
  const sixth = await ask(order, ['too_small']);
  const kept = ['customer', 'shop', 'shop', 'shop', 'shop', 'customer'];
  expect(payersOf(sixth.body)).toEqual(kept);
  expect(fifth.status).toBe(201);
  const ofAccount = await (await sam.get(`/api/v1/orders/${order.id}`)).json();
  expect(payersOf(ofAccount)).toEqual(kept);

  const [first] = sixth.body.returns;
  await post(admin, `/returns/${first._id}/approve`);
  const approved = (await emailsOf(third.body.number)).get('Please send back the items of order N');
  expect(approved).toContain('You pay the postage for the way back.');
  // The database keeps it too.
  await expect(
    shop.query(`update returns set postage_paid_by = 'shop' where id = $1`, [first._id]),
  ).rejects.toThrow('what happened to return');
  await expect(
    shop.query(`insert into returns (id, order_id, key, postage_paid_by, requested_at)
      values ('ret_odd', '${order.id}', 'odd', 'nobody', now())`),
  ).rejects.toThrow('returns_payer_is_known');
});

test('a line of an order keeps whether it was a final sale when the order was placed', async () => {
  const { ctx } = shop.context;
  const before = await placeOrderOf(shop, sam, [2]);
  const product = await productOf(before, 0);
  await tag(product, ['Outlet', 'summer']);
  expect(await finalSaleOf(product)).toBe(false);
  await put({ ...NONE, finalSaleTags: ['outlet'] });
  // Tags are compared as they are written.
  expect(await finalSaleOf(product)).toBe(false);
  await put({ ...NONE, finalSaleTags: ['Outlet'] });
  expect(await finalSaleOf(product)).toBe(true);
  const beside = await shop.beside();
  expect((await getProduct(beside.ctx, product)).isFinalSale).toBe(true);

  const actor = actorOf(await shop.shopper('Carl Cart'));
  await addToCart(ctx, actor, { variantId: before.variants[0] ?? '', quantity: 1 });
  const inCart = async () => (await getCart(ctx, actor)).lines.map((line) => line.isFinalSale);
  expect(await inCart()).toEqual([true]);

  // The new order has a final sale by its category, and one line that is none.
  await put({ ...NONE, finalSaleCategoryIds: ['Cloths'], finalSaleTags: ['Outlet'] });
  const mixed = await placeOrderOf(shop, sam, [3]);
  await put(NONE);
  expect(await inCart()).toEqual([false]);
  expect(await finalSaleOf(product)).toBe(false);
  const lines = async ({ id }: PaidOrder) =>
    (await (await sam.get(`/api/v1/orders/${id}`)).json()).lines.map(
      ({ finalSale }: { finalSale: boolean }) => finalSale,
    );
  expect(await lines(before)).toEqual([false]);
  expect(await lines(mixed)).toEqual([true]);
  await expect(
    shop.query('update order_lines set final_sale = false where order_id = $1', [mixed.id]),
  ).rejects.toThrow();

  // What was bought before is returnable, whatever the policy says by now.
  await put({ ...NONE, finalSaleCategoryIds: ['Cloths'] });
  await Promise.all([deliver(before), deliver(mixed)]);
  expect((await ask(before, ['changed_mind'])).status).toBe(201);
  await put(NONE);
  const refused = await ask(mixed, ['changed_mind']);
  expect([refused.status, refused.body.code]).toEqual([409, 'final_sale']);
  expect(refused.body.detail).toMatch(
    /^Sent Shirt .* is a final sale: it cannot be returned or exchanged\. .*please write to us\.$/,
  );
  expect(refused.body.sku).toBe(mixed.skus[0]);
});

test('only staff take back a final sale: for money, in exchange, and without a return', async () => {
  const shirt = await stock(shop, {
    name: 'Outlet Shirt',
    variants: [
      { sku: 'OUT-M', size: 'M', inventory: 9 },
      { sku: 'OUT-L', size: 'L', inventory: 5 },
    ],
  });
  const hat = await stock(shop, { name: 'Hat' });
  await tag(shirt.id, ['Outlet']);
  await put({ ...NONE, finalSaleTags: ['Outlet'] });
  const cart = [
    { _id: shirt.id, sku: 'OUT-M', price: 20, quantity: 3 },
    { _id: hat.id, price: 20, quantity: 1 },
  ];
  const order = await paid(cart);
  await put(NONE);
  const delivered = await deliver(order).then(() => sam.get(`/api/v1/orders/${order.id}`));
  const { number, lines: bought } = await delivered.json();
  expect(bought.map((line: { finalSale: boolean }) => line.finalSale)).toEqual([true, false]);
  const mails = await emailsOf(number);
  const arrived = mails.get('A parcel of your order N is delivered');
  expect(arrived).toContain('within 30 days');
  expect(arrived).toMatch(/final sales and cannot be sent back:\s+\S* ?3 × Outlet Shirt, M\s/);
  expect(arrived.match(/1 × Hat/g)).toHaveLength(1);
  expect([...mails.values()].join('\n')).toContain('final sale');

  const view = await viewOrder(shop.context.ctx, order.id);
  expect(returnableOf(view, 30, new Date()).units).toEqual([0, 1]);
  // One line refuses the whole request, for every reason, and also as an exchange.
  for (const [reasons, more] of [
    [['changed_mind', 'changed_mind'], {}],
    [['damaged'], {}],
    [['too_small'], { exchangeForSku: 'OUT-L' }],
  ] as const) {
    const refused = await ask(order, [...reasons], sam, more);
    expect([refused.status, refused.body.code]).toEqual([409, 'final_sale']);
  }
  expect((await ask(order, [null, 'changed_mind'])).status).toBe(201);
  const asked = (await emailsOf(number)).get('Your return for order N');
  expect(asked).toContain('You asked to send back');
  const lines = [{ sku: 'OUT-M', quantity: 1, reason: 'damaged' }];
  const headers = { 'idempotency-key': 'seen', 'if-match': '"1"' };
  const stale = await admin.request(
    'POST',
    `/api/v1/orders/${order.id}/returns`,
    { lines },
    headers,
  );
  expect([stale.status, (await stale.json()).code]).toEqual([409, 'order_changed']);
  expect((await ask(order, ['damaged'], admin)).body.returns.at(-1)).toMatchObject({
    postagePaidBy: 'shop',
    status: 'requested',
  });
  await emailsOf(number);
  const told = "select from mailbox_mails where subject like $1 and text like '%We recorded that%'";
  expect(await shop.query(told, [`%${number}%`])).toHaveLength(1);
  const exchanged = await ask(order, ['too_small'], admin, { exchangeForSku: 'OUT-L' });
  expect(exchanged.status).toBe(201);
  const { _id: id } = exchanged.body.returns.at(-1);
  await post(admin, `/returns/${id}/approve`);
  await post(admin, `/returns/${id}/receive`);
  const sent = await post(admin, `/returns/${id}/ship-exchange`, { carrier: null });
  expect(sent.status).toBe(200);
  const parcel = sent.body.fulfillments.at(-1)._id;
  await post(admin, `/fulfillments/${parcel}/delivered`);
  // What was sent in exchange for a final sale is one too.
  const again = { ofReturn: id, lines: [{ sku: order.skus[0], quantity: 1, reason: 'too_large' }] };
  const back = await post(sam, `/orders/${order.id}/returns`, again);
  expect(back.body.code).toBe('final_sale');
  expect((await post(admin, `/orders/${order.id}/returns`, again)).status).toBe(201);
  const refund = await post(admin, `/orders/${order.id}/refunds`, {
    lines: [{ sku: order.skus[0], quantity: 1 }],
    reason: 'goodwill',
  });
  expect(refund.status).toBe(201);

  // An email about a parcel of final sales alone offers no return.
  await put({ ...NONE, finalSaleTags: ['Outlet'] });
  const only = await paid([{ _id: shirt.id, sku: 'OUT-M', price: 20, quantity: 1 }]);
  await put(NONE);
  await deliver(only);
  const { number: last } = await (await sam.get(`/api/v1/orders/${only.id}`)).json();
  const email = (await emailsOf(last)).get('A parcel of your order N is delivered');
  expect(email).toContain('was delivered on');
  expect(email).not.toContain('send it back');
});
