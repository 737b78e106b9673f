import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submitContactMessage } from '#features/contact/contact.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listUnsent, tryAgain } from '#features/emails/emails.ts';
import { enqueue } from '#features/outbox/outbox.ts';
import { startMailDelivery } from '#server/jobs/email-delivery.ts';
import type { Log } from '#shared/log.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type EmailjsFake, startEmailjsFake } from '../support/fake-emailjs.ts';
import { SMTP_PASSWORD, type SmtpFake, startSmtpFake } from '../support/fake-smtp.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let now = Date.parse('2026-11-21T10:00:00Z');
let server: SmtpFake;
let emailjs: EmailjsFake;
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let logged: { level: string; event: string; words: string }[] = [];
const log: Log = {
  info() {},
  warn: (event, fields) => logged.push({ level: 'warn', event, words: JSON.stringify(fields) }),
  error: (event, error, fields) =>
    logged.push({ level: 'error', event, words: `${String(error)} ${JSON.stringify(fields)}` }),
};

beforeAll(async () => {
  [server, emailjs] = await Promise.all([startSmtpFake(), startEmailjsFake()]);
  shop = await openTestShop({
    mode: 'production',
    now: () => new Date(now),
    log,
    mail: { smtp: { url: server.url, from: 'shop@shop.test' } },
    shopConfig: { emails: WITHOUT_LIMITS },
  });
  ctx = shop.context.ctx;
  admin = await shop.admin();
  // Whoever registers is sent a link.
  await shop.database.pool.query('delete from outbox');
});
beforeEach(() => {
  server.received.length = 0;
  emailjs.received.length = 0;
  logged = [];
});
afterEach(() => shop.database.pool.query('delete from outbox'));
afterAll(async () => {
  await shop.close();
  await Promise.all([server.close(), emailjs.close()]);
});

// Each from an address of its own: one may write ten an hour.
let writers = 0;
const write = (message: string) => {
  writers += 1;
  return submitContactMessage(ctx, `10.9.${writers >> 8}.${writers & 255}`, {
    user_name: 'Ann',
    user_email: 'ann@example.com',
    message,
  });
};
const outbox = async () => (await shop.database.pool.query('select * from outbox')).rows;
const onlyRow = async () => {
  const rows = await outbox();
  expect(rows).toHaveLength(1);
  return rows[0];
};
const words = ({ text }: Email) => text?.split('\n')[2]?.replace(/^> /, '').trim();
const idsOf = (mails: Email[]) => mails.map(({ messageId }) => messageId);

test('a contact message goes to the shop once, and replies go to whoever wrote it [1.18]', async () => {
  await write('Do you ship to Sylhet?\nAnd <b>when</b>?');
  expect(await deliverDue(ctx)).toBe(1);
  expect(await deliverDue(ctx)).toBe(0);
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: { name: 'Online Shop', address: 'shop@shop.test' },
    to: [{ address: ctx.shop.contact.email }],
    replyTo: [{ name: 'Ann', address: 'ann@example.com' }],
    subject: 'Message from Ann',
  });
  expect(mail?.text).toContain('> Do you ship to Sylhet?\n> And <b>when</b>?');
  expect(mail?.html).toContain('And &lt;b&gt;when&lt;/b&gt;?');
  const row = await onlyRow();
  expect(row.sent_at).toEqual(new Date(now));
  expect(mail?.messageId).toBe(`<${row.id}@shop.test>`);
});

test('an outage is waited for, ever longer up to six hours, and never given up', async () => {
  await server.goAway();
  await write('Are you there?');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 14; attempt += 1) {
    expect(await deliverDue(ctx)).toBe(1);
    const row = await onlyRow();
    expect(row.attempts).toBe(attempt);
    expect(row.sent_at).toBeNull();
    expect(row.given_up_at).toBeNull();
    waits.push((row.send_after.getTime() - now) / MINUTE);
    now = row.send_after.getTime() - 1;
    expect(await deliverDue(ctx)).toBe(0);
    now += 1;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360]);
  const row = await onlyRow();
  expect(row.last_error).toMatch(/ECONNREFUSED/);
  expect(row.stuck_at).not.toBeNull();
  expect(logged.filter(({ event }) => event === 'mail.stuck')).toHaveLength(1);
  expect(JSON.stringify([row, logged])).not.toContain(SMTP_PASSWORD);

  await server.comeBack();
  expect(await deliverDue(ctx)).toBe(1);
  expect(server.received.map(words)).toEqual(['Are you there?']);
  expect((await onlyRow()).sent_at).toEqual(new Date(now));
});

test('what is refused for what it is waits for staff after ten attempts, and goes when they say so', async () => {
  server.failNext('refused', 10);
  await write('Buy my pills');
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await deliverDue(ctx)).toBe(1);
    now += 6 * HOUR;
  }
  now += 1_000 * HOUR;
  expect(await deliverDue(ctx)).toBe(0);
  const staff = actorOf(admin, 'admin');
  const { items, count } = await listUnsent(ctx, staff, { limit: 10, after: null });
  expect(count).toBe(1);
  expect(items).toMatchObject([
    {
      kind: 'contact.message',
      about: 'ann@example.com',
      attempts: 10,
      lastError: expect.stringContaining('We do not want this'),
      nextAttemptAt: null,
      isStuck: true,
    },
  ]);
  await expect(tryAgain(ctx, actorOf(admin), items[0]?.id ?? '')).rejects.toMatchObject({
    code: 'forbidden',
  });
  await tryAgain(ctx, staff, items[0]?.id ?? '');
  expect(await deliverDue(ctx)).toBe(1);
  expect(server.received.map(words)).toEqual(['Buy my pills']);
  await expect(tryAgain(ctx, staff, items[0]?.id ?? '')).rejects.toMatchObject({
    code: 'not_found',
  });
  const { rows } = await shop.database.pool.query(
    "select actor, subject from audit_log where action = 'outbox.try-again'",
  );
  expect(rows).toEqual([{ actor: admin.id, subject: items[0]?.id }]);
});

test('one that fails does not hold up the others', async () => {
  server.failNext('no such recipient');
  for (let index = 0; index < 20; index += 1) await write(`Message ${index}`);
  expect(await deliverDue(ctx)).toBe(20);
  expect(server.received).toHaveLength(19);
  expect((await outbox()).filter(({ sent_at }) => sent_at === null)).toHaveLength(1);
});

test('of many at once eight go before a pause, which ends when the shop stops', async () => {
  for (let index = 0; index < 20; index += 1) await write(`Message ${index}`);
  const stop = new AbortController();
  const delivering = deliverDue(ctx, { calledOff: stop.signal, pauseMs: 3_600_000 });
  await expect.poll(() => server.received).toHaveLength(8);
  stop.abort();
  expect(await delivering).toBe(8);
  expect(await deliverDue(ctx)).toBe(12);
});

test('a link that somebody waits for goes before what was due earlier', async () => {
  for (let index = 0; index < 12; index += 1) await write(`Message ${index}`);
  now += 1_000;
  const url = 'http://localhost:3000/changePassword/waited-for';
  const payload = { email: 'ann@example.com', url };
  await enqueue(ctx.db, { kind: 'account.reset-password', payload }, ctx.now());
  const stop = new AbortController();
  const delivering = deliverDue(ctx, { calledOff: stop.signal, pauseMs: 3_600_000 });
  await expect.poll(() => server.received).toHaveLength(8);
  stop.abort();
  await delivering;
  expect(server.received.filter(({ text }) => text?.includes(url))).toHaveLength(1);
  await deliverDue(ctx);
});

test('processes share the work: each of sixty messages goes once', async () => {
  for (let index = 0; index < 60; index += 1) await write(`Message ${index}`);
  const others = [(await shop.beside()).ctx, (await shop.beside()).ctx];
  const tried = await Promise.all([ctx, ...others, ctx].map((each) => deliverDue(each)));
  expect(tried.reduce((sum, count) => sum + count)).toBe(60);
  expect(tried.filter((count) => count > 0).length).toBeGreaterThan(1);
  expect(server.received).toHaveLength(60);
  expect(new Set(server.received.map(words)).size).toBe(60);
  expect(new Set(idsOf(server.received)).size).toBe(60);
});

test('what goes out and can not be noted goes again, as the same message', async () => {
  const { pool } = shop.database;
  await write('Twice, then');
  await pool.query(`
    create function refuse_note() returns trigger language plpgsql as $$
      begin raise exception 'the database went away' using errcode = '57P01'; end $$;
    create trigger refuse_note before update of sent_at on outbox
      for each row when (new.sent_at is not null) execute function refuse_note()`);
  await deliverDue(ctx);
  await pool.query('drop trigger refuse_note on outbox; drop function refuse_note');
  expect(server.received).toHaveLength(1);
  // An outage needs nobody, so it is no line of level error.
  expect(logged).toContainEqual(expect.objectContaining({ event: 'mail.failed', level: 'warn' }));
  expect((await onlyRow()).last_error).toBe('Something went wrong in the shop. The log says what.');
  now += MINUTE;
  await deliverDue(ctx);
  const ids = idsOf(server.received);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(await deliverDue(ctx)).toBe(0);
});

test('what a process that died had claimed comes due again after a minute', async () => {
  await write('Left behind');
  // As a claim leaves it.
  await shop.database.pool.query('update outbox set attempts = 1, send_after = $1', [
    new Date(now + MINUTE),
  ]);
  now += MINUTE - 1;
  expect(await deliverDue(ctx)).toBe(0);
  now += 1;
  expect(await deliverDue(ctx)).toBe(1);
  expect(server.received.map(words)).toEqual(['Left behind']);
});

test('a message is claimed before it is on its way, and no lock is held meanwhile', async () => {
  server.failNext('silent');
  await write('On its way');
  const delivering = deliverDue(ctx);
  await expect.poll(() => server.received.length).toBe(1);
  expect(await deliverDue((await shop.beside()).ctx)).toBe(0);
  const { rows } = await shop.database.pool.query('select attempts from outbox for update nowait');
  expect(rows).toEqual([{ attempts: 1 }]);
  await server.goAway();
  await delivering;
  await server.comeBack();
});

test('stopping waits for the emails that are being sent, and begins no others', async () => {
  for (let index = 0; index < 30; index += 1) await write(`Message ${index}`);
  const stop = startMailDelivery(ctx);
  await expect.poll(() => server.received.length).toBeGreaterThan(0);
  await stop();
  const rows = await outbox();
  const sent = rows.filter(({ sent_at }) => sent_at !== null);
  const untouched = rows.filter(({ attempts }) => attempts === 0);
  expect(sent.length + untouched.length).toBe(30);
  expect(server.received).toHaveLength(sent.length);
  await sleep(50);
  expect(server.received).toHaveLength(sent.length);
});

test('while the shop runs a message goes within seconds', async () => {
  const stop = startMailDelivery(ctx);
  await sleep(100);
  await write('Soon');
  await expect.poll(() => server.received.map(words)).toEqual(['Soon']);
  await stop();
});

test('the link of a new password is kept no longer than until it is sent', async () => {
  const payload = { email: 'ann@example.com', url: 'http://shop.test/r?token=s3cr3t' };
  await enqueue(ctx.db, { kind: 'account.reset-password', payload }, ctx.now());
  await deliverDue(ctx);
  expect(server.received[0]?.text).toContain(payload.url);
  expect(server.received[0]?.html).toContain(payload.url);
  expect(JSON.stringify(await onlyRow())).not.toContain('s3cr3t');
});

describe('in production', () => {
  test('without mail everything waits, and goes when mail is set up', async () => {
    const without = await shop.beside({ smtp: null });
    await write('Waiting');
    expect(await deliverDue(without.ctx)).toBe(0);
    expect(await onlyRow()).toMatchObject({ attempts: 0, sent_at: null });
    const stop = startMailDelivery(without.ctx);
    await stop();
    expect(logged).toEqual([
      { level: 'warn', event: 'mail.not-set-up', words: expect.stringContaining('SMTP_URL') },
    ]);
    const { items } = await listUnsent(without.ctx, actorOf(admin, 'admin'), {
      limit: 10,
      after: null,
    });
    expect(items).toMatchObject([{ isCarried: false, nextAttemptAt: null, isStuck: false }]);
    expect(await deliverDue(ctx)).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  const account = () => ({
    serviceId: 's',
    templateId: 't',
    userId: 'u',
    accessToken: null,
    url: emailjs.url,
  });
  const placeOrder = async () => {
    const sam = await shop.shopper(`Sam ${crypto.randomUUID()}`);
    await shop.database.pool.query("delete from outbox where kind = 'account.verify-email'");
    const shirt = await stock(shop, { name: 'Mailed Shirt' });
    expect((await sam.post('/orders', orderOf(shirt))).status).toBe(201);
  };

  test('with EmailJS alone contact messages go, and receipts wait', async () => {
    const { ctx: alone } = await shop.beside({ smtp: null, emailjs: account() });
    await write('By template');
    await placeOrder();
    expect(await deliverDue(alone)).toBe(1);
    expect(emailjs.received.map(({ fields }) => fields.slice(0, 3))).toEqual([
      [
        ['user_name', 'Ann'],
        ['user_email', 'ann@example.com'],
        ['message', 'By template'],
      ],
    ]);
    const left = (await outbox()).filter(({ sent_at }) => sent_at === null);
    expect(left.map(({ kind, attempts }) => [kind, attempts])).toEqual([['order.placed', 0]]);
  });

  test('with both, EmailJS carries contact messages and SMTP the rest', async () => {
    const { ctx: both } = await shop.beside({ emailjs: account() });
    await write('By template');
    await placeOrder();
    expect(await deliverDue(both)).toBe(2);
    expect(emailjs.received).toHaveLength(1);
    expect(server.received.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your order/),
    ]);
  });
});
