import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import type { Actor } from '#features/actor.ts';
import { addToCart } from '#features/cart/cart.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { listMovements } from '#features/inventory/inventory.ts';
import {
  forgetBuyer,
  listOwnUnsentOrders,
  listTimeline,
  streamEveryOwnOrder,
} from '#features/orders/orders.ts';
import { requireSession } from '#features/permissions.ts';
import { deleteMyAccount, howToConfirm } from '#features/privacy/privacy.ts';
import { verifyLedger } from '#server/verify/verify-ledger.ts';
import { findRefusal } from '#shared/errors.ts';
import { CARDS, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { signInWithGoogle } from '../support/google.ts';
import { readExport } from '../support/read-export.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';

let shop: TestShop;
const now = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
});
afterAll(() => shop.close());

const unsentOf = async (actor: Actor) =>
  (await listOwnUnsentOrders(shop.context.ctx, actor, 20)).map(({ id }) => id);
/** From the newest of the person's sessions, where the actor names none. */
async function leave(actor: Actor, password = PASSWORD, unsent?: string[]): Promise<void> {
  const [session = null] = await shop.query(
    'select id, created_at as "createdAt" from sessions where user_id = $1 order by created_at desc',
    [actor.user?.id],
  );
  await deleteMyAccount(
    shop.context.ctx,
    { ...actor, session: actor.session ?? session },
    { password, unsent: unsent ?? (await unsentOf(actor)) },
  );
}
const verify = ({ id }: Client) =>
  shop.query('update users set email_verified = true where id = $1', [id]);
const verifiedActor = (client: Client, role?: 'admin'): Actor => {
  const actor = actorOf(client, role);
  return { ...actor, user: actor.user && { ...actor.user, emailVerified: true } };
};
const write = (email: string) =>
  submitContactMessage(shop.context.ctx, shop.guest().address, {
    user_name: 'Somebody',
    user_email: email,
    message: `Where is it, asks ${email}.`,
  });

/** Somebody with a paid and an unpaid order, a cart, and a message in the contact form. */
async function customer(name: string) {
  const shirt = await stock(shop, { name: `Shirt of ${name}`, inventory: 10 });
  const client = await shop.shopper(name);
  const place = async (quantity: number) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const response = await client.post('/orders', orderOf(shirt, quantity), key);
    return (await response.json())._id as string;
  };
  const [paid, unpaid] = [await place(2), await place(3)];
  const asked = await client.post('/create-payment-intent', { totalAmount: 160, orderId: paid });
  const { clientSecret } = await asked.json();
  const card = { number: CARDS.good, expMonth: 12, expYear: 2030, cvc: '123' };
  const confirmed = await (await client.post('/sandbox/confirm', { clientSecret, card })).json();
  const paying = await client.put(`/orders/${paid}`, {
    amount: confirmed.amount,
    created: confirmed.created,
    last4: confirmed.last4,
    transaction: confirmed.id,
  });
  expect(paying.status).toBe(200);
  const variantId = shirt.variants[0]?.id ?? '';
  await addToCart(shop.context.ctx, actorOf(client), { variantId, quantity: 1 });
  await write(client.email);
  return { client, paid, unpaid, variantId };
}

const onHand = async (variantId: string) =>
  (await shop.query('select on_hand from variants where id = $1', [variantId]))[0].on_hand;

describe('exporting', () => {
  test('returns all that the shop knows of somebody, and nothing that opens the account', async () => {
    const { client, paid, unpaid } = await customer('Exa Porter');
    await write('other@example.com');
    const found = await readExport(shop.context.ctx, verifiedActor(client));
    expect(found).toMatchObject({
      profile: { email: client.email, name: 'Exa Porter', signsInWith: ['credential'] },
      cart: { lines: [{ name: 'Shirt of Exa Porter', quantity: 1 }] },
      contactMessages: [{ message: `Where is it, asks ${client.email}.` }],
    });
    const orders = found.orders as { _id: string }[];
    expect(orders.map(({ _id }) => _id).sort()).toEqual([paid, unpaid].sort());
    // An account may have thousands, so they are read a few at a time.
    const streamed = [];
    for await (const { id } of streamEveryOwnOrder(shop.context.ctx, verifiedActor(client), 1)) {
      streamed.push(id);
    }
    expect(streamed.toSorted()).toEqual([paid, unpaid].toSorted());
    const text = JSON.stringify(found);
    expect(text).not.toMatch(/argon2|token/i);
    const [{ token }] = await shop.query('select token from sessions where user_id = $1', [
      client.id,
    ]);
    expect(text).not.toContain(token);
  });

  test('leaves out what was written from an address that nobody has verified', async () => {
    await write('writer@example.com');
    const thief = shop.guest();
    const body = { name: 'Thief', email: 'writer@example.com', password: PASSWORD };
    thief.user = (await (await thief.post('/api/auth/sign-up/email', body)).json()).user;
    const found = await readExport(shop.context.ctx, actorOf(thief));
    expect(found.contactMessages).toEqual([]);
  });
});

describe('deleting an account', () => {
  test('keeps the orders without the person, gives unpaid stock back, and takes all else', async () => {
    const { client, paid, unpaid, variantId } = await customer('Della Leaver');
    await verify(client);
    const { id, email } = client;
    await shop.query(
      `insert into mailbox_mails (id, "from", "to", subject, text, html, received_at)
       values ('captured', 'shop@example.com', $1, 'Thank you', $1, '', now())`,
      [email],
    );
    expect(await onHand(variantId)).toBe(5);
    await leave(verifiedActor(client));

    const kept = await shop.query(
      'select id, status, user_id, email, name, city, zip, idempotency_key, total_minor from orders where id = any($1) order by status',
      [[paid, unpaid]],
    );
    const nobody = {
      user_id: null,
      email: 'deleted@account.invalid',
      name: 'Deleted account',
      city: '–',
      zip: null,
      idempotency_key: null,
    };
    expect(kept).toEqual([
      { id: unpaid, status: 'cancelled', total_minor: '18000', ...nobody },
      { id: paid, status: 'paid', total_minor: '16000', ...nobody },
    ]);
    expect(await onHand(variantId)).toBe(8);
    for (const table of ['sessions', 'auth_accounts', 'carts']) {
      expect([table, await shop.query(`select * from ${table} where user_id = $1`, [id])]).toEqual([
        table,
        [],
      ]);
    }
    expect(
      await shop.query("select order_id, content->'customer' as customer from documents"),
    ).toContainEqual({ order_id: paid, customer: { name: 'Della Leaver', email } });
    // Nowhere in the database is the email left.
    const tables = await shop.query(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { table_name: table } of tables) {
      const text = `%${email}%`;
      const found = await shop.query(`select 1 from "${table}" t where t::text ilike $1 limit 1`, [
        text,
      ]);
      // But in what they wrote themselves, and in the invoice of what they paid.
      if (table !== 'contact_messages' && table !== 'documents')
        expect([table, found]).toEqual([table, []]);
    }
    expect(
      await shop.query('select name, email from contact_messages where message like $1', [
        `%${email}%`,
      ]),
    ).toEqual([{ name: '', email: '' }]);
    expect(
      await shop.query('select action, detail from audit_log where subject = $1', [id]),
    ).toEqual([{ action: 'account.delete', detail: { orders: 2 } }]);
    expect((await client.get(`/orders?email=${email}`)).status).toBe(401);
    const again = { email, password: PASSWORD };
    expect((await shop.guest().post('/api/auth/sign-in/email', again)).status).toBe(401);
    const breaches = await verifyLedger((text) => shop.database.pool.query(text));
    expect(breaches.filter(({ rows }) => rows.length > 0)).toEqual([]);
    const staff = actorOf(await shop.shopper('Tia Timeline'), 'admin');
    const timeline = await listTimeline(shop.context.ctx, staff, paid);
    const placed = timeline.find(({ event }) => event === 'place');
    expect(placed?.actor).toBe('Deleted account');
    const { items } = await listMovements(shop.context.ctx, staff, variantId, {
      limit: 50,
      after: null,
    });
    expect(items.find(({ order }) => order?.id === paid)?.actor).toBe('Deleted account');
  });

  test('needs a confirmation of the paid orders that are not sent, and of those alone', async () => {
    const { client, paid, unpaid } = await customer('Una Unsent');
    const actor = actorOf(client);
    expect(await unsentOf(actor)).toEqual([paid]);
    for (const confirmed of [[], [unpaid]]) {
      await expect(leave(actor, PASSWORD, confirmed)).rejects.toMatchObject({
        code: 'order_changed',
      });
    }
    expect(await shop.query('select status from orders where id = $1', [unpaid])).toEqual([
      { status: 'pending' },
    ]);
    await leave(actor, PASSWORD, [paid]);
    expect(await unsentOf(actor)).toEqual([]);
  });

  test('needs the password', async () => {
    const kay = await shop.shopper('Kay Keeps');
    for (const password of ['', 'not-the-password']) {
      await expect(leave(actorOf(kay), password)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    await expect(leave({ user: null, session: null, cartToken: null })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await shop.query('select id from users where id = $1', [kay.id])).toHaveLength(1);
  });

  test('needs a sign-in of the last ten minutes where there is no password', async () => {
    const client = shop.guest();
    await signInWithGoogle(shop, client, { email: 'gone.google@example.com' });
    client.user = (await (await client.get('/api/auth/get-session')).json()).user;
    const { id } = requireSession(await signedInActorOf(shop, client));
    const since = (minutes: number): Actor => ({
      ...verifiedActor(client),
      session: { id, createdAt: new Date(now.getTime() - minutes * 60_000) },
    });
    expect(await howToConfirm(shop.context.ctx, since(11))).toBe('sign-in');
    await expect(leave(since(11), '')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await howToConfirm(shop.context.ctx, since(9))).toBe('nothing');
    await leave(since(9), '');
    expect(
      await shop.query("select id from users where email = 'gone.google@example.com'"),
    ).toEqual([]);
  });

  test('is refused in a session that ended since the request began', async () => {
    const { client, unpaid } = await customer('Ed Ended');
    const ended = await signedInActorOf(shop, client);
    await shop.query('delete from sessions where user_id = $1', [client.id]);
    await expect(leave(ended)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await shop.query('select status, user_id from orders where id = $1', [unpaid])).toEqual([
      { status: 'pending', user_id: client.id },
    ]);
  });

  test('is refused the last admin, whose orders stay as they are', async () => {
    const root = await shop.admin('Last Admin');
    const shirt = await stock(shop, { name: 'Shirt of an admin', inventory: 5 });
    await root.post('/orders', orderOf(shirt), { 'idempotency-key': crypto.randomUUID() });
    await expect(leave(verifiedActor(root, 'admin'))).rejects.toMatchObject({ code: 'last_admin' });
    expect(await shop.query('select status from orders where user_id = $1', [root.id])).toEqual([
      { status: 'pending' },
    ]);
    const second = await shop.admin('Second Admin');
    // Both at once: one of them has to stay.
    const ends = await Promise.allSettled(
      [root, second].map((admin) => leave(verifiedActor(admin, 'admin'))),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await shop.query("select count(*)::int from users where role = 'admin'")).toEqual([
      { count: 1 },
    ]);
  });

  test('stops when an unpaid order turns out to be paid, until that was seen', async () => {
    const shirt = await stock(shop, { name: 'Late Shirt', inventory: 5 });
    const lena = await shop.shopper('Lena Late');
    const order = await (await lena.post('/orders', orderOf(shirt))).json();
    // The tab closes before it reports the payment.
    await payIntent(lena, { totalAmount: order.totalAmount, orderId: order._id });
    await expect(leave(actorOf(lena))).rejects.toMatchObject({ code: 'already_paid' });
    const [kept] = await shop.query('select status, name from orders where id = $1', [order._id]);
    expect(kept).toEqual({ status: 'paid', name: 'Lena Late' });
    expect((await lena.get(`/orders/${order._id}`)).status).toBe(200);
    // Paid by the page or the provider while the password was being checked.
    const asked = new Date(now.getTime() - 1_000);
    const { db } = shop.context.ctx;
    await expect(inTransaction(db, (tx) => forgetBuyer(tx, lena.id, asked))).rejects.toMatchObject({
      code: 'already_paid',
    });
    await leave(actorOf(lena));
    expect(await shop.query('select name from orders where id = $1', [order._id])).toEqual([
      { name: 'Deleted account' },
    ]);
  });

  test('twice at once deletes once', async () => {
    const { client } = await customer('Tess Twice');
    const ends = await Promise.allSettled([leave(actorOf(client)), leave(actorOf(client))]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('refuses what a request of it still writes, like one without a sign-in', async () => {
    const { client } = await customer('Tara Tardy');
    const shirt = await stock(shop, { name: 'Shirt too late', inventory: 5 });
    const actor = actorOf(client);
    await leave(actor);
    const late = addToCart(shop.context.ctx, actor, {
      variantId: shirt.variants[0]?.id ?? '',
      quantity: 1,
    });
    expect(findRefusal(await late.catch((error: unknown) => error))?.code).toBe('unauthenticated');
  });

  test('while an order is being placed leaves it without the person, or not placed at all', async () => {
    const shirt = await stock(shop, { name: 'Shirt of a race', inventory: 20 });
    for (let round = 0; round < 5; round += 1) {
      const racer = await shop.shopper(`Rae Racer ${round}`);
      const key = { 'idempotency-key': crypto.randomUUID() };
      const [placed, left] = await Promise.all([
        racer.post('/orders', orderOf(shirt, 1), key),
        leave(actorOf(racer)).then(
          () => 204,
          (error: { status: number }) => error.status,
        ),
      ]);
      expect([201, 401]).toContain(placed.status);
      expect([204, 409]).toContain(left);
      const named = await shop.query('select status from orders where email = $1', [racer.email]);
      expect(named).toEqual(left === 204 ? [] : [{ status: 'pending' }]);
    }
    const breaches = await verifyLedger((text) => shop.database.pool.query(text));
    expect(breaches.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  test('leaves the messages of an address alone that was never verified', async () => {
    await write('somebody.real@example.com');
    const thief = shop.guest();
    const body = { name: 'Thief', email: 'somebody.real@example.com', password: PASSWORD };
    thief.user = (await (await thief.post('/api/auth/sign-up/email', body)).json()).user;
    await leave(actorOf(thief));
    expect(
      await shop.query(
        "select name from contact_messages where email = 'somebody.real@example.com'",
      ),
    ).toEqual([{ name: 'Somebody' }]);
  });
});
