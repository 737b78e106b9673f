import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import {
  getCapturedEmailHtml,
  listCapturedEmails,
  listPreviews,
  listUnsent,
  previewHtml,
} from '#features/emails/emails.ts';
import { expireOverdueOrders, reconcilePayments, refundOrder } from '#features/orders/orders.ts';
import { emailPayloads } from '#features/outbox/outbox.schema.ts';
import { enqueue } from '#features/outbox/outbox.ts';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY = 86_400_000;
/** After this a deletion can't be undone. */
const UNDO_MS = 121_000;
const EVIL = '<script>alert("x")</script> & Söhne\'s <img src=x onerror=y>';
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now), shopConfig: { emails: WITHOUT_LIMITS } });
  ctx = shop.context.ctx;
  admin = await shop.admin();
  sam = await shop.shopper('Sam Reader');
  await shop.database.pool.query('update users set email_verified = true where id = $1', [sam.id]);
});
// Whoever registered is sent a link first.
beforeEach(newMails);
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

/** The emails that were written since the last look, with both of their parts. */
async function newMails() {
  await deliverDue(ctx);
  const staff = actorOf(admin, 'admin');
  const page = await listCapturedEmails(ctx, staff, { limit: 100, after: null });
  const mails = [];
  for (const mail of page?.items ?? []) {
    mails.push({ ...mail, html: await getCapturedEmailHtml(ctx, staff, mail.id) });
  }
  await shop.database.pool.query('delete from mailbox_mails');
  for (const { html, text } of mails) {
    expect(html).not.toMatch(/<(script|img|iframe|form|link|base)\b/i);
    expect(html).not.toMatch(/\bon\w+="/i);
    expect(html).not.toContain('undefined');
    expect(text).not.toMatch(/undefined|&lt;|\[object/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('Online Shop');
    expect(text).toContain('Online Shop');
  }
  return mails;
}

/** What staff read of the emails that are not sent yet: the label, and what it is about. */
async function unsent() {
  const { items } = await listUnsent(ctx, actorOf(admin, 'admin'), { limit: 10, after: null });
  return items.map(({ label, about }) => [label, about]);
}

/** The only mail since the last look; it has each of these words in both of its parts. */
async function onlyMail(subject: string | RegExp, to: string, words: string[]) {
  const mails = await newMails();
  expect(mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(subject)]);
  const [mail] = mails;
  if (!mail) throw new Error('No mail.');
  expect(mail.to).toBe(to);
  for (const word of words) {
    expect(mail.text).toContain(word);
    expect(mail.html).toContain(escaped(word));
  }
  return mail;
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

async function place(name = 'Mailed Shirt', quantity = 2) {
  const product = await stock(shop, { name, priceMinor: 61_750, inventory: 20 });
  const response = await sam.post('/orders', orderOf(product, quantity), {
    'idempotency-key': crypto.randomUUID(),
  });
  expect(response.status).toBe(201);
  return response.json();
}

/** An order whose first email was read already. */
async function placed(name?: string, quantity?: number) {
  const order = await place(name, quantity);
  await newMails();
  return order;
}

async function pay(order: { _id: string; totalAmount: number }): Promise<string> {
  const { totalAmount, _id: orderId } = order;
  const transaction = await payIntent(sam, { totalAmount, orderId });
  expect((await sam.put(`/orders/${orderId}`, { transaction })).status).toBe(200);
  return transaction;
}

describe('of an order', () => {
  test('placing it: what, how much, until when, and where to pay', async () => {
    const order = await place(`Shirt ${EVIL}`);
    await onlyMail(`Your order ${order.number}`, sam.email, [
      order.number,
      `Shirt ${EVIL}`,
      '2 × $617.50',
      '$1,235.00',
      '$120.00',
      '$1,355.00',
      'Dhaka, Bangladesh',
      '28 November 2026',
      `http://shop.test/checkOut/${order._id}`,
    ]);
    await sam.delete(`/orders/${order._id}`);
    now += UNDO_MS;
    await newMails();
  });

  test('one that was paid before its email was written: one email, and nothing is asked to be paid', async () => {
    const order = await place();
    await pay(order);
    const mails = await newMails();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your order ${order.number} is placed and paid`,
    ]);
    expect(mails[0]?.html).not.toContain('/checkOut/');
  });

  test('paying it: one receipt, however often it is heard of', async () => {
    const order = await placed();
    const transaction = await pay(order);
    await sam.put(`/orders/${order._id}`, { transaction });
    now += 3 * 60_000;
    await reconcilePayments(ctx);
    await onlyMail(`Receipt for your order ${order.number}`, sam.email, [
      '$1,355.00',
      'ending in 4242',
      transaction,
      'http://shop.test/myOrders',
    ]);
  });

  test('deleting it while it is unpaid: it is cancelled, told once', async () => {
    const order = await placed();
    await sam.delete(`/orders/${order._id}`);
    await sam.delete(`/orders/${order._id}`);
    // Not before it can no longer be undone.
    expect(await newMails()).toEqual([]);
    now += UNDO_MS;
    await onlyMail(`Your order ${order.number} is cancelled`, sam.email, ['nothing left to pay']);
  });

  test('letting it expire: that, and not that it was cancelled', async () => {
    const order = await placed();
    now += 8 * DAY;
    await Promise.all([expireOverdueOrders(ctx), expireOverdueOrders(ctx)]);
    await onlyMail(`Your order ${order.number} has expired`, sam.email, [
      'Nothing was charged.',
      'Mailed Shirt',
    ]);
  });

  test('paying it twice: the second payment goes back in full', async () => {
    const order = await placed();
    await pay(order);
    await newMails();
    const second = await payIntent(sam, { totalAmount: order.totalAmount });
    expect((await sam.put(`/orders/${order._id}`, { transaction: second })).status).toBe(409);
    await onlyMail(`A refund for your order ${order.number}`, sam.email, [
      'We are refunding your payment of $1,355.00',
      'ending in 4242',
      'one too many',
    ]);
  });

  test('a refund of a part names the part and the whole', async () => {
    const order = await placed();
    await pay(order);
    await newMails();
    const request = {
      amountMinor: 1_050,
      reason: 'function Object() { [native code] }',
      key: 'part',
    };
    const staff = actorOf(admin, 'admin');
    await refundOrder(ctx, staff, order._id, request);
    await refundOrder(ctx, staff, order._id, request);
    expect(await unsent()).toEqual([['Payment refunded', order.number]]);
    await onlyMail('A refund', sam.email, [
      `We are refunding $10.50 of your payment of $1,355.00 for order ${order.number}`,
    ]);
  });
});

test('a payment that no order comes for: its refund is told to the account that paid', async () => {
  await newMails();
  await payIntent(sam, { totalAmount: 77 });
  now += 61 * 60_000;
  await reconcilePayments(ctx);
  expect(await unsent()).toEqual([['Payment refunded', sam.email]]);
  await onlyMail('A refund for your payment', sam.email, [
    'We are refunding your payment of $77.00.',
    'No order came with it.',
  ]);
});

test('a refund of an account that is gone has nobody to be told, and is not tried again', async () => {
  const gone = await shop.shopper('Gone Away');
  await newMails();
  await payIntent(gone, { totalAmount: 55 });
  now += 61 * 60_000;
  await reconcilePayments(ctx);
  await shop.database.pool.query('delete from users where id = $1', [gone.id]);
  expect(await newMails()).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select last_error from outbox where kind = 'payment.refunded' and sent_at is not null and last_error is not null",
  );
  expect(rows).toEqual([{ last_error: 'There was nobody left to send it to.' }]);
});

describe('of the contact form', () => {
  test('what was written is text, in both parts', async () => {
    await submitContactMessage(ctx, '10.9.8.7', {
      user_name: `Ann ${EVIL}`,
      user_email: 'ann@example.com',
      message: `First line\n${EVIL}\n\nLast line`,
    });
    const mail = await onlyMail('Message from Ann', ctx.shop.contact.email, [EVIL, 'Last line']);
    expect(mail.replyTo).toBe(`Ann ${EVIL} <ann@example.com>`);
    expect(mail.subject).toBe(`Message from Ann ${EVIL}`);
  });

  test('a line break in the name is refused at the door, and becomes no header behind it', async () => {
    for (const lineBreak of ['\r\n', '\n', '\r']) {
      const evil = `Ann${lineBreak}Bcc: everyone@example.com`;
      const message = 'Hello';
      expect(contactMessage.safeParse({ user_name: 'Ann', message }).success).toBe(true);
      expect(contactMessage.safeParse({ user_name: evil, message }).success).toBe(false);
      expect(contactMessage.safeParse({ user_email: evil, message }).success).toBe(false);
    }
    // As rows of an older version could hold it.
    await shop.database.pool.query(
      `insert into contact_messages (id, name, email, message)
       values ('msg_old', $1, '', 'Hello')`,
      ['Ann\r\nBcc: everyone@example.com'],
    );
    const payload = { contactMessageId: 'msg_old' };
    await enqueue(ctx.db, { kind: 'contact.message', payload }, ctx.now());
    const [row] = await newMails();
    expect(row?.subject).toBe('Message from Ann Bcc: everyone@example.com');
    expect(row?.replyTo).toBeNull();
  });

  test('who leaves neither name nor address is a guest, and there is nobody to reply to', async () => {
    await submitContactMessage(ctx, '10.9.8.7', {
      user_name: '',
      user_email: '',
      message: 'Hello',
    });
    const mail = await onlyMail('Message from a visitor', ctx.shop.contact.email, [
      'No email address was given.',
    ]);
    expect(mail.replyTo).toBeNull();
  });
});

describe('of an account', () => {
  const account = { email: 'new@example.com', url: 'http://shop.test/v?a=1&b=2' };

  test('confirming an address has its link', async () => {
    await enqueue(ctx.db, { kind: 'account.verify-email', payload: account }, ctx.now());
    await onlyMail('Confirm your email address', account.email, ['Hello,', account.url]);
  });

  test('a new password has its link', async () => {
    await enqueue(ctx.db, { kind: 'account.reset-password', payload: account }, ctx.now());
    await onlyMail('Choose a new password', account.email, ['Hello,', account.url]);
  });
});

test('captured emails are for admins alone', async () => {
  const window = { limit: 10, after: null };
  for (const code of ['forbidden', 'unauthenticated']) {
    const actor =
      code === 'forbidden' ? actorOf(sam) : { user: null, session: null, cartToken: null };
    await expect(listCapturedEmails(ctx, actor, window)).rejects.toMatchObject({ code });
    await expect(getCapturedEmailHtml(ctx, actor, 'msg_1@example.com')).rejects.toMatchObject({
      code,
    });
  }
  const missing = getCapturedEmailHtml(ctx, actorOf(admin, 'admin'), 'msg_1@example.com');
  await expect(missing).rejects.toMatchObject({ code: 'not_found' });
});

test('staff read an example of every email, and nobody else does', async () => {
  const staff = actorOf(admin, 'admin');
  const previews = listPreviews(ctx, staff);
  expect(previews.map(({ kind }) => kind).sort()).toEqual(Object.keys(emailPayloads).sort());
  for (const { kind, subject, text } of previews) {
    const html = await previewHtml(ctx, staff, kind);
    expect(`${subject} ${text} ${html}`, kind).not.toMatch(/undefined|null|NaN|\[object/);
  }
  expect(previews.find(({ kind }) => kind === 'order.paid')?.text).toContain('Linen Shirt');
  await expect(previewHtml(ctx, staff, 'constructor')).rejects.toMatchObject({ code: 'not_found' });
  await expect(previewHtml(ctx, actorOf(sam), 'order.paid')).rejects.toMatchObject({
    code: 'forbidden',
  });
});
