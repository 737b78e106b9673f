import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import { getCart } from '#features/cart/cart.ts';
import {
  placeOrderFromCart,
  setGuestDetails,
  settleOrderPayment,
  startCardPayment,
} from '#features/checkout/checkout.ts';
import { cancelOwnOrder } from '#features/fulfillment/fulfillment.ts';
import {
  deleteOrder,
  downloadDocument,
  findLinkedOrder,
  getOrder,
  issueOrderLink,
  setOrderAddress,
  viewDocument,
  viewOwnOrder,
} from '#features/orders/orders.ts';
import { requestReturn } from '#features/returns/returns.ts';
import { createContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';
import { shop as shopConfig } from '#shop-config';
import { detailsOf, EVIL, openGuestShop, refusal, tokensIn } from '../support/guests.ts';
import { actorOf, verifyEmailOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { testConfig } from '../support/test-config.ts';

const guests = await openGuestShop();
const { shop, ctx, clock, query, emailsTo } = guests;
const { fillCart, shownTo, placeAsGuest } = guests;
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

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
  const hours = (row.payment_due_at.getTime() - clock.now) / 3_600_000;
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
  const mails = await emailsTo(vera.email);
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
  const [toShop] = (await emailsTo('orders@shop.test')).filter(({ text }) => text.includes(number));
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
  const asked = { paper: null, known: null };
  const { bytes } = await downloadDocument(ctx, mine.holder, documentId, asked);
  expect(Buffer.from(bytes ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
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
      downloadDocument(ctx, actor, documentId, asked),
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
  const guest = shop.guest();
  guest.cookies.set('shop.orders', mine.token);
  expect((await guest.get(`/orders/${mine.id}`)).status).toBe(401);
  expect((await guest.post('/orders', {})).status).toBe(401);
  lou.cookies.set('shop.orders', mine.token);
  expect((await lou.get(`/orders/${mine.id}`)).status).toBe(404);
  expect((await lou.delete(`/orders/${mine.id}`)).status).toBe(404);
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
