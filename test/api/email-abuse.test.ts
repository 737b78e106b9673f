import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestPasswordReset } from '#features/accounts/accounts.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import {
  getCapturedEmailHtml,
  listCapturedEmails,
  listUnsent,
  tryAgain,
} from '#features/emails/emails.ts';
import { expireOverdueOrders, refundOrder } from '#features/orders/orders.ts';
import { enqueue } from '#features/outbox/outbox.ts';
import { shop as shopConfig } from '#shop-config';
import { payIntent } from '../support/cards.ts';
import { emailsTo } from '../support/emails.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const HOUR = 3_600_000;
const EVIL_NAME = 'You won! Collect at http://evil.example/now';
const EVIL_CITY = 'Dhaka\r\n\r\nDear customer,\nlog in at https://evil.example \u202emoc.live';
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let product: Awaited<ReturnType<typeof stock>>;

beforeAll(async () => {
  const emails = {
    ...shopConfig.emails,
    newOrders: { send: true, to: 'orders@shop.test' },
    toShopPerKindAndHour: 4,
  };
  shop = await openTestShop({ now: () => new Date(now), shopConfig: { emails } });
  ctx = shop.context.ctx;
  admin = await shop.admin();
  product = await stock(shop, { name: 'Plain Shirt', inventory: 1_000 });
  await newMails();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  // Every window is over, and nothing is left of this test.
  now += 25 * HOUR;
  await newMails();
});
afterAll(() => shop.close());

const staff = () => actorOf(admin, 'admin');

/** The emails that went out since the last look, with both of their parts. */
async function newMails() {
  await deliverDue(ctx);
  const page = await listCapturedEmails(ctx, staff(), { limit: 100, after: null });
  const mails = [];
  for (const mail of page?.items ?? []) {
    mails.push({ ...mail, html: await getCapturedEmailHtml(ctx, staff(), mail.id) });
  }
  await shop.database.pool.query('delete from mailbox_mails');
  return mails;
}

type Sent = Awaited<ReturnType<typeof newMails>>;
const to = (mails: Sent, address: string) => mails.filter((mail) => mail.to === address);
const waiting = async () =>
  (await listUnsent(ctx, staff(), { limit: 100, after: null })).items.map(
    ({ kind, lastError, nextAttemptAt }) => ({ kind, lastError, nextAttemptAt }),
  );

async function place(client: Client, city = 'Dhaka'): Promise<{ _id: string; number: string }> {
  const response = await client.post(
    '/orders',
    { ...orderOf(product), city },
    {
      'idempotency-key': crypto.randomUUID(),
    },
  );
  expect(response.status).toBe(201);
  return response.json();
}

/** An order, and the emails of as many in all: how many orders one may have is another limit. */
async function flood(client: Client, count: number): Promise<void> {
  const payload = { orderId: (await place(client))._id };
  for (let made = 1; made < count; made += 1) {
    await enqueue(ctx.db, { kind: 'order.placed', payload }, ctx.now());
    await enqueue(ctx.db, { kind: 'staff.new-order', payload }, ctx.now());
  }
}

async function confirm(client: Client): Promise<void> {
  await shop.database.pool.query('update users set email_verified = true where id = $1', [
    client.id,
  ]);
}

describe('an address that nobody has confirmed', () => {
  test.each([
    ['links and line breaks', EVIL_NAME, EVIL_CITY],
    ['plain words', 'Evil friends of yours', 'Dhaka, you won'],
  ])('gets no word of whoever registered it in any kind of email: %s', async (_, name, city) => {
    const eve = await shop.shopper(`Eve Called ${name.length}`);
    const email = eve.email;
    const rename = await eve.put('/users', { email, name });
    expect(rename.status).toBe(200);
    await requestPasswordReset(ctx, { email, address: '10.1.2.3', baseUrl: ctx.baseUrl });
    const mails: Sent = [];
    const read = async () => mails.push(...to(await newMails(), email));

    const cancelled = await place(eve, city);
    await read();
    await eve.delete(`/orders/${cancelled._id}`);
    const paid = await place(eve, city);
    await read();
    const { totalAmount } = await (await eve.get(`/orders/${paid._id}`)).json();
    const transaction = await payIntent(eve, { totalAmount, orderId: paid._id });
    await eve.put(`/orders/${paid._id}`, { transaction });
    await refundOrder(ctx, staff(), paid._id, { amountMinor: 100, reason: name, key: 'a' });
    const expired = await place(eve, city);
    await read();
    now += 8 * 24 * HOUR;
    await expireOverdueOrders(ctx);
    await read();

    const subjects = mails.map(({ subject }) => subject).join('\n');
    for (const kind of [
      'Confirm',
      'new password',
      'Your order',
      'Receipt',
      'cancelled',
      'refund',
    ]) {
      expect(subjects).toContain(kind);
    }
    expect(subjects).toContain(`Your order ${expired.number} has expired`);
    for (const { subject, text, html } of mails) {
      // A random token may spell anything.
      const said = `${subject} ${text} ${html}`.replace(/token=[\w-]+/g, '');
      expect(said).not.toMatch(/evil|won|Dear|Dhaka|\blive\b|friends|Called/i);
    }
  });

  test('gets a few emails and then one that tells the rest; staff see what waits', async () => {
    const victim = await shop.shopper('Vic Tim');
    await newMails();
    await flood(victim, 60);
    // Two processes deliver, and count together.
    const beside = (await shop.beside()).ctx;
    await Promise.all([deliverDue(ctx), deliverDue(beside)]);
    expect(to(await newMails(), victim.email)).toHaveLength(5);
    const { rows: held } = await shop.database.pool.query(
      "select count(*)::int from outbox where kind = 'order.placed' and held_for is not null",
    );
    expect(held).toEqual([{ count: 55 }]);
    expect(await waiting()).toContainEqual({
      kind: 'order.placed',
      lastError:
        'Held back: too many emails of this kind to one address. It goes out together with the others.',
      nextAttemptAt: new Date(now + HOUR).toISOString(),
    });

    now += HOUR;
    await Promise.all([deliverDue(ctx), deliverDue(beside)]);
    const [summary, ...others] = to(await newMails(), victim.email);
    expect(others).toEqual([]);
    expect(summary?.subject).toBe('55 updates on your orders');
    expect(summary?.text).toContain('and 5 more');
    expect(summary?.html).toContain('<li>Your order ');
    expect(await waiting()).toEqual([]);
    const { rows } = await shop.database.pool.query(
      "select count(*)::int as count from outbox where last_error like 'Sent with others, as message msg_%'",
    );
    expect(rows[0].count).toBeGreaterThanOrEqual(55);
  });

  test('flooded with orders, it still gets the link of a new password', async () => {
    const victim = await shop.shopper('Flo Oded');
    await flood(victim, 20);
    await newMails();
    const { email } = victim;
    for (let count = 0; count < 5; count += 1) {
      await requestPasswordReset(ctx, { email, address: `10.7.7.${count}`, baseUrl: ctx.baseUrl });
    }
    const links = to(await newMails(), email).filter(({ subject }) => /password/.test(subject));
    expect(links).toHaveLength(shopConfig.emails.linksPerHour);
    expect(await emailsTo(shop, email)).toHaveLength(1 + shopConfig.emails.linksPerHour);
  });

  test('shares what it gets with the other addresses of its recipient', async () => {
    const aliases: Client[] = [];
    for (let nr = 1; nr <= 14; nr += 1) {
      const alias = shop.guest();
      const email = `${nr % 2 ? 'vi.ola' : 'viola'}+${nr}@example.com`;
      const account = { name: 'Eve', email, password: PASSWORD };
      const response = await alias.post('/api/auth/sign-up/email', account);
      alias.user = { ...account, id: (await response.json()).user.id };
      aliases.push(alias);
    }
    const ofViola = (mails: Sent) => mails.filter(({ to }) => /^vi\.?ola/.test(to));
    const links = ofViola(await newMails());
    expect(links).toHaveLength(4 * shopConfig.emails.linksPerHour);
    for (const alias of aliases.slice(0, 8)) await place(alias);
    const { perKindAndHour } = shopConfig.emails.toUnconfirmed;
    expect(ofViola(await newMails())).toHaveLength(perKindAndHour);
    const askResets = (emails: string[]) =>
      Promise.all(
        emails.map((email, nr) =>
          requestPasswordReset(ctx, { email, address: `10.7.8.${nr}`, baseUrl: ctx.baseUrl }),
        ),
      );
    await askResets(aliases.flatMap(({ email }) => [email, email]));
    expect(ofViola(await newMails())).toHaveLength(4 * shopConfig.emails.linksPerHour);

    // Whoever owns it has her own allowance.
    const viola = await shop.shopper('Viola');
    await confirm(viola);
    await place(viola);
    await askResets([viola.email]);
    expect(to(await newMails(), viola.email)).toHaveLength(2);
  });

  test('staff can send what is held back', async () => {
    const victim = await shop.shopper('Hal Held');
    await newMails();
    await flood(victim, 6);
    await newMails();
    const { items } = await listUnsent(ctx, staff(), { limit: 100, after: null });
    const held = items.find(({ kind }) => kind === 'order.placed');
    await tryAgain(ctx, staff(), held?.id ?? '');
    expect(to(await newMails(), victim.email).map(({ subject }) => subject)).toEqual([
      `Your order ${held?.about}`,
    ]);
  });
});

test('ten orders in an evening from a confirmed address are told one by one', async () => {
  const honest = await shop.shopper('Hon Est');
  await confirm(honest);
  await newMails();
  await flood(honest, 10);
  const mails = to(await newMails(), honest.email);
  expect(mails).toHaveLength(10);
  expect(mails[0]?.text).toContain('Thank you for your order, Hon Est');
  expect(mails[0]?.text).toContain('It goes to Dhaka, Bangladesh.');
});

test('a name or city that could be a message is not repeated to a confirmed address either', async () => {
  const eve = await shop.shopper('Eve Later');
  await confirm(eve);
  await eve.put('/users', { email: eve.email, name: EVIL_NAME });
  await newMails();
  await place(eve, EVIL_CITY);
  const [mail] = to(await newMails(), eve.email);
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/evil|won!|Dear/i);
  expect(mail?.text).toContain('It goes to Bangladesh.');
});

describe('the shop', () => {
  test('is told of each new order: what staff need, and what customers wrote on one line', async () => {
    const sam = await shop.shopper('Sam Staffed');
    await sam.put('/users', { email: sam.email, name: 'Sam <b>\u202eev\u200bil' });
    await newMails();
    const order = await place(sam, 'Dhaka\r\nBcc: x <i>');
    const [mail, ...others] = to(await newMails(), 'orders@shop.test');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`New order ${order.number}: $140.00, not paid yet`);
    for (const line of [
      '- Customer: Sam <b>evil',
      `- Email: ${sam.email} (not confirmed)`,
      '- Goes to: Dhaka Bcc: x <i>, Bangladesh',
      'Plain Shirt, ',
      'Total: $140.00',
      `http://shop.test/AllOrders?q=${order.number}`,
    ]) {
      expect(mail?.text).toContain(line);
    }
    expect(mail?.html).toContain('Sam &lt;b&gt;evil');
  });

  test('is told of a flood by a few emails and one summary', async () => {
    const crowd = await shop.shopper('Cro Wd');
    await confirm(crowd);
    await newMails();
    await flood(crowd, 9);
    expect(to(await newMails(), 'orders@shop.test')).toHaveLength(4);
    now += HOUR;
    const [summary, ...others] = to(await newMails(), 'orders@shop.test');
    expect(others).toEqual([]);
    expect(summary?.subject).toBe('5 messages from your shop');
    expect(summary?.text.match(/- New order \S+: \$140\.00, not paid yet/g)).toHaveLength(5);
  });

  test('is told of nothing when that is switched off', async () => {
    const quiet = await openTestShop({
      shopConfig: { emails: { ...shopConfig.emails, newOrders: { send: false, to: null } } },
    });
    try {
      const sam = await quiet.shopper('Sam Quiet');
      const shirt = await stock(quiet, { name: 'Quiet Shirt' });
      expect((await sam.post('/orders', orderOf(shirt))).status).toBe(201);
      const { rows } = await quiet.database.pool.query(
        "select kind from outbox where kind not like 'account.%'",
      );
      expect(rows).toEqual([{ kind: 'order.placed' }]);
    } finally {
      await quiet.close();
    }
  });
});

describe('a flood of contact messages', () => {
  const write = (message: string, from: string) =>
    submitContactMessage(ctx, from, { user_name: 'Bob', user_email: 'bob@example.com', message });
  const contents = async () =>
    to(await newMails(), ctx.shop.contact.email).map(
      ({ text }) => /(flood|honest)/.exec(text)?.[1],
    );

  test('from one site leaves room for the message of another', async () => {
    for (let i = 0; i < 6; i += 1) await write('flood', `2001:db8:f:${i}::1`);
    await write('honest', '192.0.2.55');
    expect((await contents()).sort()).toEqual(['flood', 'flood', 'flood', 'honest']);
    now += 10 * 60_000 - 1;
    await newMails();
    expect((await waiting()).map(({ lastError }) => lastError)).toEqual([null, null, null]);
    now += 1;
    await newMails();
    expect((await waiting()).filter(({ lastError }) => lastError)).toHaveLength(1);
    now += HOUR;
    expect(await contents()).toEqual(['flood', 'flood', 'flood']);
  });

  test('from several sites delays the first message of another by an hour at most', async () => {
    const sites = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `192.0.2.${from + index}`);
    for (const site of sites(1, 4)) await write('flood', site);
    expect(await contents()).toEqual(Array(4).fill('flood'));
    for (const site of [...sites(1, 4), ...sites(1, 4)]) await write('flood', site);
    // As many as are tried at a time.
    for (const site of sites(5, 8)) await write('honest', site);
    expect(await contents()).toEqual([]);
    now += HOUR;
    expect(await contents()).toEqual(Array(4).fill('honest'));
    await shop.database.pool.query("delete from outbox where kind = 'contact'");
  });
});
