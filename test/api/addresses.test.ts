import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestPasswordReset, resetPassword } from '#features/accounts/accounts.ts';
import { addAddress, changeAddress, removeAddress } from '#features/addresses/addresses.ts';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import {
  chooseAddress,
  createPaymentIntent,
  findDelivery,
  placeOrderFromCart,
  undoDeletion,
} from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { deleteOrder, viewOrder } from '#features/orders/orders.ts';
import { deleteMyAccount, removeUnprovenData } from '#features/privacy/privacy.ts';
import { codeOf } from '../support/code-of.ts';
import { newestLink } from '../support/emails.ts';
import { orderOf, stock } from '../support/goods.ts';
import { readExport } from '../support/read-export.ts';
import {
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;
let count = 0;
beforeAll(async () => {
  shop = await openTestShop();
  ctx = shop.context.ctx;
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const HOME = {
  recipient: 'Ann Lee',
  company: null,
  line1: '12 Agrabad Avenue',
  line2: 'Third floor',
  city: 'Chattogram',
  region: null,
  postcode: '4100',
  country: 'BD',
  phone: '+8801712345678',
};
const AWAY = { ...HOME, line1: '5 Lake Road', line2: null, city: 'Dhaka', postcode: '1205' };
const text = (value: unknown) => JSON.stringify(value);

/** A new customer with a shirt of $10 in the cart, estimated for Chittagong at $60. */
async function customer() {
  count += 1;
  const client = await shop.shopper(`Address ${count}`);
  const shirt = await stock(shop, { name: `Parcel ${count}`, priceMinor: 1_000, inventory: 5 });
  const actor = await signedInActorOf(shop, client);
  await addToCart(ctx, actor, { variantId: shirt.variants[0]?.id ?? '', quantity: 1 });
  const cart = await setDestination(ctx, actor, { city: 'Chittagong', zip: '4000' });
  const place = (addressId: string | null, expectedTotalMinor: number) =>
    placeOrderFromCart(ctx, actor, { cartId: cart.id ?? '', expectedTotalMinor, addressId });
  return { client, actor, shirt, place };
}

const bookOf = async (client: Client) =>
  (await (await client.get('/api/v1/addresses')).json()) as { _id: string; isDefault: boolean }[];

describe('the address book', () => {
  test('is read, added to, changed and removed from by its owner alone, with one default', async () => {
    const { client } = await customer();
    const other = await shop.shopper(`Other ${count}`);
    const add = async (body: object) => (await client.post('/api/v1/addresses', body)).json();
    const first = await add({ ...HOME, phone: '01712 345678' });
    expect(first).toMatchObject({ ...HOME, isDefault: true, version: 1 });
    expect((await add(HOME))._id).toBe(first._id);
    const second = await add(AWAY);
    expect(second).toMatchObject({ isDefault: false });
    expect((await bookOf(client)).map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(await bookOf(other)).toEqual([]);

    const change = (who: Client, version: number, city: string) =>
      who.put(`/api/v1/addresses/${second._id}`, { ...AWAY, city }, { 'if-match': `"${version}"` });
    expect((await change(other, 1, 'Sylhet')).status).toBe(404);
    expect(await (await change(client, 1, 'Sylhet')).json()).toMatchObject({
      city: 'Sylhet',
      version: 2,
    });
    // The same again is done already; another change of the old version is refused.
    expect((await change(client, 1, 'Sylhet')).status).toBe(200);
    expect((await change(client, 1, 'Khulna')).status).toBe(412);

    expect(await (await other.delete(`/api/v1/addresses/${first._id}`)).json()).toEqual({
      deletedCount: 0,
    });
    expect(await (await client.delete(`/api/v1/addresses/${first._id}`)).json()).toEqual({
      deletedCount: 1,
    });
    expect(await bookOf(client)).toMatchObject([{ _id: second._id, isDefault: true }]);
  });

  test('holds twenty addresses at most, also when they come at once', async () => {
    const { actor, client } = await customer();
    const work = Array.from({ length: 24 }, (_, n) =>
      codeOf(addAddress(ctx, actor, { ...HOME, line2: `Flat ${n}` })),
    );
    const codes = await Promise.all(work);
    expect(codes.filter((code) => code === 'invalid_request')).toHaveLength(4);
    const book = await bookOf(client);
    expect(book).toHaveLength(20);
    expect(book.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('at checkout', () => {
  test('an address replaces the city of the estimate, and both prices are known before', async () => {
    const { actor, place } = await customer();
    const away = await addAddress(ctx, actor, AWAY);
    const cart = await getCart(ctx, actor);
    expect(await findDelivery(ctx, actor, cart)).toMatchObject({
      delivery: { id: away.id },
      billing: null,
      city: 'Dhaka',
      shippingMinor: 12_000,
      totalMinor: 13_000,
      estimate: { place: 'Chittagong', shipping: { estimatedMinor: 6_000 }, taxes: null },
    });
    // A page that shows the estimate, or no address, orders nothing.
    expect(await codeOf(place(away.id, 7_000))).toBe('price_changed');
    expect(await codeOf(place(null, 7_000))).toBe('price_changed');
    const order = await place(away.id, 13_000);
    expect(order).toMatchObject({
      city: 'Dhaka',
      zip: '1205',
      country: 'Bangladesh',
      totalMinor: 13_000,
    });
    expect(order.address).toMatchObject({ ...AWAY, version: 1 });
  });

  test('one address is chosen for the parcel and another for the bill, and the order keeps copies', async () => {
    const { client, actor, place } = await customer();
    const [home, away] = [await addAddress(ctx, actor, HOME), await addAddress(ctx, actor, AWAY)];
    await chooseAddress(ctx, actor, 'delivery', away.id);
    await chooseAddress(ctx, actor, 'billing', home.id);
    // The right total, but not the address that is chosen.
    expect(await codeOf(place(home.id, 13_000))).toBe('price_changed');
    const { id } = await place(away.id, 13_000);
    await changeAddress(ctx, actor, away.id, { address: { ...AWAY, line1: 'Moved' }, version: 1 });
    await removeAddress(ctx, actor, home.id);
    const json = await (await client.get(`/orders/${id}`)).json();
    expect(json).toMatchObject({ address: { ...AWAY, version: 1 }, billingAddress: HOME });
  });

  test('one in a country without delivery is for bills alone', async () => {
    const { actor } = await customer();
    const far = { ...HOME, city: 'Lima', region: 'Lima', postcode: '15001', country: 'PE' };
    const { id } = await addAddress(ctx, actor, far);
    expect((await findDelivery(ctx, actor, await getCart(ctx, actor))).delivery).toBeNull();
    expect(await codeOf(chooseAddress(ctx, actor, 'delivery', id))).toBe('no_delivery');
    expect(await codeOf(chooseAddress(ctx, actor, 'billing', id))).toBe('done');
    const other = await customer();
    expect(await codeOf(chooseAddress(ctx, other.actor, 'billing', id))).toBe('not_found');
  });

  test('a shop may need one before an order is placed', async () => {
    const { actor, place } = await customer();
    const { shipping } = ctx.shop;
    const strict = {
      ...ctx,
      shop: { ...ctx.shop, shipping: { ...shipping, addressRequired: true } },
    };
    const cartId = (await getCart(ctx, actor)).id ?? '';
    const input = { cartId, expectedTotalMinor: 7_000 };
    expect(await codeOf(placeOrderFromCart(strict, actor, input))).toBe('invalid_request');
    expect(await codeOf(createPaymentIntent(strict, actor, { totalAmount: 70 }))).toBe(
      'invalid_request',
    );
    expect((await place(null, 7_000)).address).toBeNull();
  });

  test('a new order is what is read of it later, with its addresses', async () => {
    for (const billing of [null, AWAY]) {
      const { actor, place } = await customer();
      const home = await addAddress(ctx, actor, HOME);
      const other = billing && (await addAddress(ctx, actor, billing));
      if (other) await chooseAddress(ctx, actor, 'billing', other.id);
      const placed = await place(home.id, 7_000);
      expect(placed.billingAddress?.line1).toBe(billing?.line1);
      expect(await viewOrder(ctx, placed.id)).toEqual(placed);
    }
    const { place } = await customer();
    const placed = await place(null, 7_000);
    expect(await viewOrder(ctx, placed.id)).toEqual(placed);
  });

  test('an undone deletion places the order to the same addresses', async () => {
    const { actor, place } = await customer();
    const home = await addAddress(ctx, actor, HOME);
    const { id } = await place(home.id, 7_000);
    await deleteOrder(ctx, actor, id);
    await removeAddress(ctx, actor, home.id);
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: true });
    const { rows } = await shop.database.pool.query(
      'select id from orders where replaces_id = $1',
      [id],
    );
    expect((await viewOrder(ctx, rows[0].id)).address).toMatchObject(HOME);
  });
});

async function countDeadlocks(): Promise<number> {
  const { rows } = await shop.database.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0].deadlocks;
}

test('a first new password is set while requests of the account write', async () => {
  const { client, actor, shirt } = await customer();
  await requestPasswordReset(ctx, {
    email: client.email,
    address: '10.4.4.5',
    baseUrl: 'http://shop.test',
  });
  const token = await newestLink(shop, client.email, 'account.reset-password');
  const before = await countDeadlocks();
  const isDone = { now: false };
  const variantId = shirt.variants[0]?.id ?? '';
  const write = async (nr: number) => {
    for (let turn = 0; !isDone.now; turn += 1) {
      const one =
        nr % 2 === 0
          ? addAddress(ctx, actor, { ...HOME, line1: `Street ${nr} ${turn}` })
          : setDestination(ctx, actor, { city: `City ${nr}`, zip: '4000' }).then(() =>
              addToCart(ctx, actor, { variantId, quantity: 1 }),
            );
      await one.catch(() => {});
    }
  };
  const writers = Array.from({ length: 8 }, (_, nr) => write(nr));
  const reset = { token, password: 'a-better-heron-7', onFirstProof: removeUnprovenData };
  await resetPassword(ctx, shop.context.auth, reset).finally(() => {
    isDone.now = true;
  });
  await Promise.all(writers);
  // PostgreSQL counts what it has undone when the connection is idle again.
  await sleep(1_500);
  expect(await countDeadlocks()).toBe(before);
  const { rows } = await shop.database.pool.query('select from addresses where user_id = $1', [
    client.id,
  ]);
  expect(rows).toEqual([]);
});

describe('an order with a city alone', () => {
  /** Placed by the specification's call. */
  async function placed(to: { city?: string; shippingCost?: number; totalAmount?: number } = {}) {
    const { client, shirt } = await customer();
    const response = await client.post('/orders', orderOf(shirt, 1, to));
    const { _id: id, address } = await response.json();
    const put = (who: Client, body: object, version?: number) =>
      who.put(`/api/v1/orders/${id}/address`, body, version ? { 'if-match': `"${version}"` } : {});
    return { client, id: id as string, address, put };
  }

  test('gets its address from its customer once, and corrections from staff', async () => {
    const { client, id, address, put } = await placed();
    expect(address).toBeNull();
    const admin = await shop.admin(`Ada ${count}`);
    const other = await shop.shopper(`Nosy ${count}`);
    expect((await put(other, AWAY)).status).toBe(404);
    expect(await (await put(client, AWAY)).json()).toMatchObject({
      address: { ...AWAY, version: 1 },
    });
    expect((await put(client, AWAY)).status).toBe(200);
    expect((await put(client, { ...AWAY, line1: 'Elsewhere 1' })).status).toBe(403);
    expect((await put(admin, { ...AWAY, line1: 'Elsewhere 1' })).status).toBe(428);
    expect((await put(admin, { ...AWAY, line1: 'Elsewhere 1' }, 1)).status).toBe(200);
    // A second staff member has the old version on screen.
    expect((await put(admin, { ...AWAY, line1: 'Elsewhere 2' }, 1)).status).toBe(412);
    const { rows } = await shop.database.pool.query(
      `select e.event, e.actor, e.detail, (select count(*)::int from audit_log where subject = $1) as audited
       from order_events e where order_id = $1 and event like 'address%' order by id`,
      [id],
    );
    expect(rows).toEqual([
      { event: 'address-added', actor: client.id, detail: null, audited: 1 },
      { event: 'address-corrected', actor: admin.id, detail: null, audited: 1 },
    ]);
  });

  test('takes none that costs more shipping, none elsewhere, and none once it is cancelled', async () => {
    const near = { city: 'Chittagong', shippingCost: 60, totalAmount: 70 };
    const { client, id, put } = await placed(near);
    const dear = await put(client, AWAY);
    expect([dear.status, (await dear.json()).code]).toEqual([409, 'price_changed']);
    const far = { ...HOME, city: 'Lima', region: 'Lima', postcode: '15001', country: 'PE' };
    expect((await put(client, far)).status).toBe(422);
    expect((await put(client, HOME)).status).toBe(200);
    const admin = await shop.admin(`Eve ${count}`);
    expect((await client.delete(`/orders/${id}`)).status).toBe(200);
    expect((await put(admin, AWAY, 1)).status).toBe(409);
  });

  test('gets one of two addresses that are added at once', async () => {
    const { client, put } = await placed();
    const both = [AWAY, { ...AWAY, line1: 'Elsewhere 3' }];
    const statuses = (await Promise.all(both.map((body) => put(client, body)))).map(
      (r) => r.status,
    );
    expect(statuses.sort()).toEqual([200, 403]);
  });
});

describe('privacy', () => {
  test('addresses are exported, and deleted with the account', async () => {
    const { client, actor, place } = await customer();
    const home = await addAddress(ctx, actor, HOME);
    const { id } = await place(home.id, 7_000);
    expect(await readExport(ctx, actor)).toMatchObject({
      addresses: [HOME],
      orders: [{ address: HOME }],
    });
    await deleteMyAccount(ctx, actor, { password: PASSWORD });
    const { rows } = await shop.database.pool.query(
      `select (select count(*)::int from addresses where user_id = $1) as book,
        (select count(*)::int from order_addresses where order_id = $2) as copies`,
      [client.id, id],
    );
    expect(rows).toEqual([{ book: 0, copies: 0 }]);
    // Staff can't write one into the order of somebody who is gone.
    const admin = await shop.admin(`Gone ${count}`);
    expect((await admin.put(`/api/v1/orders/${id}/address`, AWAY)).status).toBe(409);
  });

  test.each([
    ['removes what somebody else prepared', false, 0],
    ['leaves the data of a verified one', true, 1],
  ])('the first new password of an account %s', async (_, verified, left) => {
    const { client, actor } = await customer();
    if (verified) await verifyEmailOf(shop, client);
    await addAddress(ctx, actor, AWAY);
    await requestPasswordReset(ctx, {
      email: client.email,
      address: '10.4.4.4',
      baseUrl: 'http://shop.test',
    });
    const reset = {
      token: await newestLink(shop, client.email, 'account.reset-password'),
      password: 'a-better-heron-7',
      onFirstProof: removeUnprovenData,
    };
    await resetPassword(ctx, shop.context.auth, reset);
    const { rows } = await shop.database.pool.query(
      `select (select count(*)::int from addresses where user_id = $1) as book,
        (select count(*)::int from cart_lines l join carts c on c.id = l.cart_id
          where c.user_id = $1) as lines,
        (select count(*)::int from saved_destinations where user_id = $1) as destination`,
      [client.id],
    );
    expect(rows).toEqual([{ book: left, lines: left, destination: left }]);
    // A request of theirs that began before the new password.
    expect(await codeOf(addAddress(ctx, actor, HOME))).toBe('unauthenticated');
  });

  test('no text of it goes to an address that nobody confirmed, and later nothing like a link', async () => {
    const mailOf = async (street: string, confirmed: boolean) => {
      const { client, actor, place } = await customer();
      if (confirmed) await verifyEmailOf(shop, client);
      const { id } = await addAddress(ctx, actor, { ...HOME, line1: street });
      await place(id, 7_000);
      await deliverDue(ctx);
      const { rows } = await shop.database.pool.query(
        'select subject, text from mailbox_mails where "to" = $1',
        [client.email],
      );
      return text(
        rows.filter(({ subject }: { subject: string }) => subject.startsWith('Your order')),
      );
    };
    expect(await mailOf('77 Hill Lane', true)).toContain('77 Hill Lane');
    expect(await mailOf('77 Hill Lane', false)).not.toContain('Hill Lane');
    expect(await mailOf('Win at evil.example/now', true)).not.toContain('evil');
  });
});
