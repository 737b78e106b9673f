import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEmail } from '#features/accounts/accounts.ts';
import type { Actor } from '#features/actor.ts';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import {
  guestDetails,
  placeOrderFromCart,
  setGuestDetails,
  settleOrderPayment,
  startCardPayment,
  undoDeletion,
} from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { cancelOwnOrder, fulfillOrder, markDelivered } from '#features/fulfillment/fulfillment.ts';
import {
  deleteOrder,
  expireOverdueOrders,
  findLinkedOrder,
  findOrders,
  getOrder,
  issueOrderLink,
  listMyOrders,
  listOrdersForStaff,
  listTimeline,
  refundOrder,
  sendOrderLink,
  setOrderAddress,
  takeOverGuestOrders,
  viewDocument,
  viewOwnOrder,
} from '#features/orders/orders.ts';
import { deleteMyAccount } from '#features/privacy/privacy.ts';
import { requestReturn, withdrawReturn } from '#features/returns/returns.ts';
import { createContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';
import { shop as shopConfig } from '#shop-config';
import { confirmCard } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { stock } from '../support/goods.ts';
import { newestLink } from '../support/mails.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { testConfig } from '../support/test-config.ts';

const EVIL = 'You won! See http://evil.example';
const OPEN = { access: 'public', guestCheckout: true } as const;
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let shirt: Awaited<ReturnType<typeof stock>>;
let count = 0;

beforeAll(async () => {
  const emails = { ...WITHOUT_LIMITS, newOrders: { send: true, to: 'orders@shop.test' } };
  shop = await openTestShop({
    now: () => new Date(now),
    maxConnections: 20,
    shopConfig: { ...OPEN, emails },
  });
  ctx = shop.context.ctx;
  admin = await shop.admin();
  const sizes = ['M', 'L'].map((size) => ({ sku: `PLAIN-${size}`, size, inventory: 1_000 }));
  shirt = await stock(shop, { name: 'Plain Shirt', priceMinor: 1_000, variants: sizes });
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const staff = () => actorOf(admin, 'admin');
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    ({ code }) => code,
  );
const HOME = {
  recipient: EVIL,
  line1: '77 Nowhere Lane',
  city: 'Chattogram',
  postcode: '4100',
  country: 'BD',
  phone: '01712345678',
};
const detailsOf = (email: string, address: object = {}) =>
  guestDetails.parse({ email, ...HOME, ...address });

/** A guest's browser with shirts in the cart, an estimate, an email and an address. */
async function fillCart(email: string, quantity = 1): Promise<Actor & { cartId: string }> {
  count += 1;
  const cartToken = createHash('sha256').update(`guest ${count}`).digest('base64url');
  const guest: Actor = { user: null, session: null, cartToken, network: `10.9.${count % 250}.1` };
  await addToCart(ctx, guest, { variantId: shirt.variants[0]?.id ?? '', quantity });
  await setDestination(ctx, guest, { city: 'Chattogram', zip: '4100' });
  await setGuestDetails(ctx, guest, detailsOf(email));
  const { id } = await getCart(ctx, guest);
  return { ...guest, cartId: id ?? '' };
}

async function shownTo({ cartId }: { cartId: string }, quantity = 1) {
  const [{ id }] = await query('select id from cart_guests where cart_id = $1', [cartId]);
  return { cartId, addressId: id, expectedTotalMinor: quantity * 1_000 + 6_000 };
}

/** The order of such a guest, who has a link of it. */
async function placeAsGuest(email: string, { isPaid = false, quantity = 1 } = {}) {
  const guest = await fillCart(email, quantity);
  const shown = await shownTo(guest, quantity);
  const { id, number } = await placeOrderFromCart(ctx, guest, { ...shown, byCard: isPaid });
  const token = await issueOrderLink(ctx.db, id, ctx.now());
  const holder: Actor = { ...guest, orderTokens: [token] };
  if (isPaid) {
    const { clientSecret } = await startCardPayment(ctx, holder, id);
    await confirmCard(shop.visitor(), clientSecret);
    await settleOrderPayment(ctx, holder, id, null);
  }
  return { id, number, token, guest, holder, shown };
}

const mailsTo = async (email: string) => {
  await deliverDue(ctx);
  return query('select subject, text from mailbox_mails where "to" = $1 order by received_at', [
    email,
  ]);
};
const tokensIn = (mails: { text: string }[]) =>
  mails.flatMap(({ text }) => text.match(/(?<=\/orderLink\/)[A-Za-z0-9_-]+/g) ?? []);

test('guests order only where the owner allows it, and a shop for members refuses to allow it', async () => {
  expect(shopConfig).toMatchObject({ access: 'members', guestCheckout: false });
  const start = (config: Parameters<typeof testConfig>[0], own = {}) =>
    createContext({
      config: testConfig(config),
      database: shop.database,
      dataDir: shop.dataDir,
      authSecret: 'a-secret-for-tests-of-32-characters-or-more',
      log: silentLog,
      shopConfig: { ...shopConfig, ...own },
    });
  await expect(start({ guestCheckout: true })).rejects.toThrow(/needs public access/);
  await expect(start({}, { guestCheckout: true })).rejects.toThrow(/needs public access/);
  const closed = await start({ access: 'public' });
  const open = await start({ access: 'public', guestCheckout: true });
  expect([closed.ctx.shop.guestCheckout, open.ctx.shop.guestCheckout]).toEqual([false, true]);
  const guest = await fillCart('off@example.com');
  const shown = await shownTo(guest);
  const entered = setGuestDetails(closed.ctx, guest, detailsOf('off@example.com'));
  expect(await refusal(entered)).toBe('unauthenticated');
  expect(await refusal(placeOrderFromCart(closed.ctx, guest, shown))).toBe('unauthenticated');
  expect(await refusal(placeOrderFromCart(ctx, guest, shown))).toBe('none');
});

test('a guest orders once: the order has their email and address, and no token is stored', async () => {
  const email = 'Gwen.Guest@Example.com';
  const guest = await fillCart(` ${email} `, 2);
  const shown = await shownTo(guest, 2);
  // Somebody else with the id of the cart, and a guest who saw another address.
  const other = { ...guest, cartToken: 'x'.repeat(43) };
  expect(await refusal(placeOrderFromCart(ctx, other, shown))).toBe('invalid_request');
  await setGuestDetails(ctx, guest, detailsOf(email, { line1: '5 Lake Road' }));
  expect(await refusal(placeOrderFromCart(ctx, guest, shown))).toBe('price_changed');
  const again = await shownTo(guest, 2);
  const orders = await Promise.all(
    Array.from({ length: 8 }, () => placeOrderFromCart(ctx, guest, again)),
  );
  const [order] = orders;
  if (!order) throw new Error('There is no order.');
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
  expect(order).toMatchObject({
    isGuest: true,
    email: 'gwen.guest@example.com',
    name: EVIL,
    address: { line1: '5 Lake Road', phone: '+8801712345678' },
  });
  const [row] = await query('select * from orders where id = $1', [order.id]);
  // It is held as by an account without a verified email.
  const hours = (row.payment_due_at.getTime() - now) / 3_600_000;
  expect(row).toMatchObject({ user_id: null, is_guest: true, network: guest.network });
  expect(hours).toBe(shopConfig.unpaidOrders.unverifiedHours);
  const token = await issueOrderLink(ctx.db, order.id, ctx.now());
  expect(await findLinkedOrder(ctx, token)).toBe(order.id);
  const links = await query('select * from order_links where order_id = $1', [order.id]);
  expect(JSON.stringify(links)).not.toContain(token);
  // The next things that the guest adds are in another cart.
  expect((await getCart(ctx, guest)).lines).toEqual([]);
});

test('emails to a guest have a secret link each, and nothing that was typed', async () => {
  // An account has confirmed this address, but nobody knows whether its owner ordered.
  const vera = await shop.shopper('Vera Verified');
  await verifyEmailOf(shop, vera);
  const { id, number } = await placeAsGuest(vera.email, { isPaid: true });
  const mails = await mailsTo(vera.email);
  const receipt = mails.find(
    ({ subject }) => subject === `Your order ${number} is placed and paid`,
  );
  expect(receipt?.text).not.toMatch(/evil|You won|Nowhere|Chattogram/i);
  const [token = ''] = tokensIn([receipt ?? { text: '' }]);
  expect(await findLinkedOrder(ctx, token)).toBe(id);
  // The database has the token only as a hash, apart from what the demo captured.
  const [{ has }] = await query(
    `select exists (select from outbox where payload::text like '%' || $1 || '%')
      or exists (select from order_links where token_hash = $1) as has`,
    [token],
  );
  expect(has).toBe(false);
  const [toShop] = (await mailsTo('orders@shop.test')).filter(({ text }) => text.includes(number));
  expect(toShop?.text).toMatch(/not confirmed/);
  expect(toShop?.text).not.toContain(token);
});

test('nobody reads the order of a guest without its link', async () => {
  const [mine, other] = [
    await placeAsGuest('mine@example.com', { isPaid: true }),
    await placeAsGuest('other@example.com', { isPaid: true }),
  ];
  const [invoice] = (await viewOwnOrder(ctx, mine.holder, mine.id)).documents;
  const documentId = invoice?.id ?? '';
  expect((await viewDocument(ctx, mine.holder, documentId)).orderId).toBe(mine.id);
  const lou = await shop.shopper('Lou Looker');
  const others: [Actor, string][] = [
    [mine.guest, 'unauthenticated'],
    [other.holder, 'not_found'],
    [{ ...mine.guest, orderTokens: ['y'.repeat(43)] }, 'not_found'],
    [actorOf(lou), 'not_found'],
    [{ ...actorOf(lou), orderTokens: [other.token] }, 'not_found'],
  ];
  const address = detailsOf('a@example.com').address;
  for (const [actor, code] of others) {
    const tried = [
      viewOwnOrder(ctx, actor, mine.id),
      getOrder(ctx, actor, mine.id),
      viewDocument(ctx, actor, documentId),
      deleteOrder(ctx, actor, mine.id),
      cancelOwnOrder(ctx, actor, mine.id),
      startCardPayment(ctx, actor, mine.id),
      settleOrderPayment(ctx, actor, mine.id, null),
      setOrderAddress(ctx, actor, mine.id, { address, version: null }),
      requestReturn(ctx, actor, mine.id, { key: 'k', note: null, lines: [] }),
      // An unknown order and document look the same.
      viewOwnOrder(ctx, actor, 'ord_none'),
      viewDocument(ctx, actor, 'doc_none'),
    ];
    expect(new Set(await Promise.all(tried.map(refusal)))).toEqual(new Set([code]));
  }
  // The payment of another guest's order pays nothing.
  const late = await placeAsGuest('late@example.com');
  const { payment } = await viewOwnOrder(ctx, other.holder, other.id);
  const stolen = settleOrderPayment(ctx, late.holder, late.id, payment?.transaction ?? '');
  expect(await refusal(stolen)).toBe('transaction_used');
  // The calls stay for accounts, also with the cookie.
  const visitor = shop.visitor();
  visitor.cookies.set('shop.orders', mine.token);
  expect((await visitor.get(`/orders/${mine.id}`)).status).toBe(401);
  expect((await visitor.post('/orders', {})).status).toBe(401);
});

test("a guest's unpaid orders count for the email and the network, and only there", async () => {
  const { orders: most } = shopConfig.unpaidOrders.account;
  const email = 'many@example.com';
  const kept = [];
  for (let nr = 0; nr < most; nr += 1) kept.push(await placeAsGuest(email));
  const full = await fillCart(email);
  const shown = await shownTo(full);
  const error = await placeOrderFromCart(ctx, full, shown).catch((cause) => cause);
  expect([error.code, error.details]).toEqual(['unpaid_limit', {}]);
  expect(error.message).not.toMatch(/\d/);
  // An account with that address is not affected, nor is a guest with another one.
  expect(await refusal(placeAsGuest('few@example.com'))).toBe('none');
  const [first] = kept;
  if (!first) throw new Error('There is no order.');
  await deleteOrder(ctx, first.holder, first.id, { shown: 'pending' });
  expect(await refusal(placeOrderFromCart(ctx, full, shown))).toBe('none');
  const network = 'network of guests';
  const { network: limit } = shopConfig.unpaidOrders;
  await query(
    `update orders set network = $1 where id in (select id from orders where status = 'pending'
      and is_guest limit 1)`,
    [network],
  );
  const busy = { ...(await fillCart('net@example.com')), network };
  const small = { ...limit, orders: 1 };
  const strict = { ...ctx.shop.unpaidOrders, network: small };
  const narrow = { ...ctx, shop: { ...ctx.shop, unpaidOrders: strict } };
  const over = placeOrderFromCart(narrow, busy, await shownTo(busy));
  expect(await refusal(over)).toBe('unpaid_limit_network');
});

test('a guest cancels, adds nothing to a whole address, and sends back; staff ship and refund', async () => {
  const unpaid = await placeAsGuest('life@example.com', { quantity: 2 });
  await deleteOrder(ctx, unpaid.holder, unpaid.id, { shown: 'pending' });
  expect(await viewOwnOrder(ctx, unpaid.holder, unpaid.id)).toMatchObject({ status: 'cancelled' });
  const paid = await placeAsGuest('life@example.com', { isPaid: true });
  expect(await cancelOwnOrder(ctx, paid.holder, paid.id)).toEqual({ refund: 'done' });

  const sent = await placeAsGuest('life@example.com', { isPaid: true, quantity: 2 });
  const { lines, documents } = await viewOwnOrder(ctx, sent.holder, sent.id);
  expect(documents).toMatchObject([{ kind: 'invoice' }]);
  const sku = lines[0]?.sku ?? '';
  const address = detailsOf('a@example.com', { line1: 'Elsewhere 5' }).address;
  const correction = setOrderAddress(ctx, sent.holder, sent.id, { address, version: 1 });
  expect(await refusal(correction)).toBe('forbidden');
  await query('delete from order_addresses where order_id = $1', [sent.id]);
  await setOrderAddress(ctx, sent.holder, sent.id, { address, version: null });
  const parcel = { lines: [{ sku, quantity: 2 }], carrier: null, trackingNumber: null };
  await fulfillOrder(ctx, staff(), sent.id, { ...parcel, key: 'parcel', version: null });
  const { fulfillments } = await getOrder(ctx, staff(), sent.id);
  await markDelivered(ctx, staff(), fulfillments[0]?.id ?? '', { version: null });
  const back = { lines: [{ sku, quantity: 1, reason: 'damaged' as const }], note: EVIL };
  const inExchange = {
    ...back,
    lines: back.lines.map((line) => ({ ...line, exchangeForSku: 'PLAIN-L' })),
  };
  const asked = await requestReturn(ctx, sent.holder, sent.id, { ...inExchange, key: 'back' });
  const reserved = await viewOwnOrder(ctx, sent.holder, sent.id);
  expect(reserved.returns[0]?.lines[0]?.exchange).toMatchObject({ state: 'reserved' });
  expect(await refusal(withdrawReturn(ctx, unpaid.holder, asked.id))).toBe('not_found');
  await withdrawReturn(ctx, sent.holder, asked.id);
  await refundOrder(ctx, staff(), sent.id, { amountMinor: 500, reason: 'a scratch', key: 'r' });
  expect((await getOrder(ctx, staff(), sent.id)).payment?.refundedMinor).toBe(500);

  const timeline = await listTimeline(ctx, staff(), sent.id);
  const byGuest = timeline.filter(({ actor }) => actor === 'guest').map(({ event }) => event);
  expect(byGuest.sort()).toEqual([
    'address-added',
    'pay',
    'place',
    'return-requested',
    'return-withdrawn',
  ]);
  const texts = (await mailsTo('life@example.com')).map(({ text }) => text).join('\n');
  expect(texts).not.toMatch(/evil|Nowhere|Elsewhere/i);
  // Each email with a button has a link of its own.
  const tokens = tokensIn(await mailsTo('life@example.com'));
  expect(tokens.length).toBeGreaterThan(4);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('staff find, list, export, delete and restore orders of guests; overdue ones expire', async () => {
  const { id, number, holder } = await placeAsGuest('zoe.guest@example.com');
  const found = await findOrders(ctx, staff(), 'zoe.gu', 5);
  expect(found).toMatchObject([{ number, email: 'zoe.guest@example.com' }]);
  const listed = await listOrdersForStaff(ctx, staff(), {
    ...{ sort: 'newest', limit: 5, after: null, counted: 10 },
    filter: {
      ...{ text: 'zoe.guest@', payment: 'any', fulfillment: 'any', returns: 'any' },
      ...{ missingAddress: false, from: null, to: null },
    },
  });
  expect(listed.items).toMatchObject([{ id }]);
  const csv = await (await admin.get('/api/v1/exports/orders.csv')).text();
  expect(csv).toContain('zoe.guest@example.com');
  await deleteOrder(ctx, staff(), id);
  expect(await undoDeletion(ctx, staff(), id)).toEqual({ placedAgain: true });
  const [again] = await query('select * from orders where replaces_id = $1', [id]);
  expect(again).toMatchObject({ is_guest: true, user_id: null, email: 'zoe.guest@example.com' });
  expect(await viewOwnOrder(ctx, holder, id)).toMatchObject({ status: 'cancelled' });
  now = again.payment_due_at.getTime() + 1_000;
  await expireOverdueOrders(ctx);
  const [expired] = await query('select status, network from orders where id = $1', [again.id]);
  expect(expired).toEqual({ status: 'cancelled', network: null });
});

test('asking for a link by number and email tells nothing, and sends it to that email alone', async () => {
  const { id, number } = await placeAsGuest('lost@example.com');
  await mailsTo('lost@example.com');
  await query('delete from mailbox_mails');
  const ask = (asked: { number: string; email: string }, address = '10.8.0.1') =>
    refusal(sendOrderLink(ctx, asked, address));
  expect(await ask({ number, email: 'lost@example.com' })).toBe('none');
  expect(await ask({ number, email: 'thief@example.com' })).toBe('none');
  expect(await ask({ number: 'AAAA-2222', email: 'lost@example.com' })).toBe('none');
  const mails = await mailsTo('lost@example.com');
  expect(mails).toMatchObject([{ subject: `The link of your order ${number}` }]);
  expect(await findLinkedOrder(ctx, tokensIn(mails)[0] ?? '')).toBe(id);
  expect(await mailsTo('thief@example.com')).toEqual([]);
  for (let nr = 0; nr < 7; nr += 1) await ask({ number: 'AAAA-2222', email: 'a@example.com' });
  expect(await ask({ number, email: 'lost@example.com' })).toBe('rate_limited');
  expect(await ask({ number, email: 'lost@example.com' }, '10.8.0.2')).toBe('none');
});

test('orders of an address become the account that verified it, and their links end', async () => {
  const email = 'nora.new@example.com';
  const [unpaid, paid] = [await placeAsGuest(email), await placeAsGuest(email, { isPaid: true })];
  const nora = await shop.shopper('Nora New');
  const own = async () => {
    const page = { limit: 9, mostLines: 100, after: null };
    return (await listMyOrders(ctx, actorOf(nora), page)).items.map(({ id }) => id).sort();
  };
  await takeOverGuestOrders(ctx, nora.id, { withUnpaid: true });
  expect(await own()).toEqual([]);
  await verifyEmail(ctx, actorOf(nora), await newestLink(shop, email, 'account.verify-email'));
  await takeOverGuestOrders(ctx, nora.id, { withUnpaid: true });
  expect(await own()).toEqual([unpaid.id, paid.id].sort());
  expect(await findLinkedOrder(ctx, paid.token)).toBeNull();
  expect(await refusal(viewOwnOrder(ctx, paid.holder, paid.id))).toBe('not_found');
  // The payment that the guest began is the account's now.
  const { clientSecret } = await startCardPayment(ctx, actorOf(nora), unpaid.id);
  await confirmCard(nora, clientSecret);
  await settleOrderPayment(ctx, actorOf(nora), unpaid.id, null);
  expect(await viewOwnOrder(ctx, actorOf(nora), unpaid.id)).toMatchObject({ status: 'paid' });

  // Later ones follow at a sign-in, except unpaid ones, which anybody can place.
  const later = await placeAsGuest(email, { isPaid: true });
  const junk = await placeAsGuest(email);
  await shop.visitor().post('/api/auth/sign-in/email', { email, password: PASSWORD });
  expect(await own()).toEqual([unpaid.id, paid.id, later.id].sort());
  expect(await viewOwnOrder(ctx, junk.holder, junk.id)).toMatchObject({ isGuest: true });

  const signedIn = await signedInActorOf(shop, nora);
  const verified = signedIn.user && {
    ...signedIn,
    user: { ...signedIn.user, emailVerified: true },
  };
  await deleteMyAccount(ctx, verified ?? signedIn, { password: PASSWORD });
  const left = await query('select id, status, is_guest, user_id from orders where email = $1', [
    email,
  ]);
  expect(left).toEqual([]);
  expect(await refusal(viewOwnOrder(ctx, junk.holder, junk.id))).toBe('not_found');
});

test('the database refuses a guest with an account, or with an email that is not normal', async () => {
  const { id } = await placeAsGuest('rules@example.com');
  for (const change of [
    'user_id = (select id from users limit 1)',
    "email = 'Rules@example.com'",
  ]) {
    await expect(query(`update orders set ${change} where id = $1`, [id])).rejects.toThrow(
      /orders_of_guests/,
    );
  }
});
