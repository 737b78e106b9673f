import { afterAll, expect, test } from 'vitest';
import { changeEmail, requestEmailChange, verifyEmail } from '#features/accounts/accounts.ts';
import { getCart } from '#features/cart/cart.ts';
import {
  findGuestDetails,
  reopenOrder,
  settleOrderPayment,
  startCardPayment,
  undoDeletion,
} from '#features/checkout/checkout.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { cancelOwnOrder, fulfillOrder, markDelivered } from '#features/fulfillment/fulfillment.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import {
  deleteOrder,
  expireOverdueOrders,
  findLinkedOrder,
  findOrders,
  findOwnReplacement,
  findUnpaidLinked,
  getOrder,
  issueOrderLink,
  listMyOrders,
  listOrdersForStaff,
  listTimeline,
  refundOrder,
  sendOrderLink,
  setOrderAddress,
  takeOverGuestOrders,
  viewOwnOrder,
} from '#features/orders/orders.ts';
import { deleteMyAccount, moveToNewEmail } from '#features/privacy/privacy.ts';
import { removeOld } from '#features/retention/retention.ts';
import {
  approveReturn,
  receiveReturn,
  requestReturn,
  shipExchange,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { requireCustomerOf } from '#web/guest-guards.ts';
import type { Visit } from '#web/shop-context.ts';
import { confirmCard } from '../support/cards.ts';
import { newestLink } from '../support/emails.ts';
import { detailsOf, EVIL, openGuestShop, refusal, tokensIn } from '../support/guests.ts';
import { actorOf, PASSWORD, signedInActorOf, verifyEmailOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { testConfig } from '../support/test-config.ts';

const { shop, ctx, clock, query, emailsTo, admin, placeAsGuest } = await openGuestShop();
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const KEPT = testConfig({}).retention;
const staff = () => actorOf(admin, 'admin');

test('a guest turns an unpaid order back into a cart with its email and address, once', async () => {
  const { id, holder, guest } = await placeAsGuest('again@example.com', { quantity: 2 });
  const { clientSecret } = await startCardPayment(ctx, holder, id);
  expect(await refusal(reopenOrder(ctx, guest, id))).toBe('unauthenticated');
  await Promise.all([1, 2, 3].map(() => reopenOrder(ctx, holder, id)));
  expect((await confirmCard(shop.guest(), clientSecret)).status).toBe(402);
  expect(await viewOwnOrder(ctx, holder, id)).toMatchObject({ status: 'cancelled' });
  const cart = await getCart(ctx, holder);
  expect(cart).toMatchObject({ city: 'Chattogram', lines: [{ quantity: 2 }] });
  expect(await findGuestDetails(ctx, holder, cart.id ?? '')).toEqual(
    detailsOf('again@example.com'),
  );

  // Another browser with its link has a cart of its own, which did not get the lines.
  const elsewhere = { ...holder, cartToken: 'b'.repeat(43) };
  expect(await refusal(reopenOrder(ctx, elsewhere, id))).toBe('order_closed');
  expect(await getCart(ctx, elsewhere)).toMatchObject({ id: null, lines: [] });

  // Whoever has an account gets it into the account's cart.
  const other = await placeAsGuest('again@example.com');
  const member = actorOf(await shop.shopper('Link Holder'));
  expect(await refusal(reopenOrder(ctx, member, other.id))).toBe('not_found');
  await reopenOrder(ctx, { ...member, orderTokens: [other.token] }, other.id);
  expect(await getCart(ctx, member)).toMatchObject({ lines: [{ quantity: 1 }] });

  const paid = await placeAsGuest('again@example.com', { isPaid: true });
  expect(await refusal(reopenOrder(ctx, paid.holder, paid.id))).toBe('already_paid');
});

test('a guest cancels, adds nothing to a whole address, and sends back; staff ship and refund', async () => {
  const unpaid = await placeAsGuest('life@example.com', { quantity: 2 });
  const { id, number } = unpaid;
  expect(await findUnpaidLinked(ctx, unpaid.holder)).toEqual({ id, number });
  await deleteOrder(ctx, unpaid.holder, unpaid.id, { shown: 'pending' });
  expect(await findUnpaidLinked(ctx, unpaid.holder)).toBeNull();
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
  const wanted = { ...inExchange, key: 'again' };
  const first = await requestReturn(ctx, sent.holder, sent.id, wanted);
  await approveReturn(ctx, staff(), first.id, { version: null });
  await receiveReturn(ctx, staff(), first.id, { version: null });
  const sending = { carrier: null, trackingNumber: null, version: null };
  await shipExchange(ctx, staff(), first.id, sending);
  const exchange = (await getOrder(ctx, staff(), sent.id)).fulfillments[1]?.id ?? '';
  await markDelivered(ctx, staff(), exchange, { version: null });
  const ofExchange = { ...back, ofReturn: first.id, key: 'of it' };
  const foreign = requestReturn(ctx, unpaid.holder, sent.id, ofExchange);
  expect(await refusal(foreign)).toBe('not_found');
  await requestReturn(ctx, sent.holder, sent.id, ofExchange);
  expect((await viewOwnOrder(ctx, sent.holder, sent.id)).returns.at(-1)).toMatchObject({
    ofReturnId: first.id,
    lines: [{ item: { sku: 'PLAIN-L' } }],
  });
  await refundOrder(ctx, staff(), sent.id, { amountMinor: 500, reason: 'a scratch', key: 'r' });
  expect((await getOrder(ctx, staff(), sent.id)).payment?.refundedMinor).toBe(500);

  const timeline = await listTimeline(ctx, staff(), sent.id);
  const byGuest = timeline.filter(({ actor }) => actor === 'guest').map(({ event }) => event);
  expect(byGuest.sort()).toEqual([
    'address-added',
    'pay',
    'place',
    'return-requested',
    'return-requested',
    'return-requested',
    'return-withdrawn',
  ]);
  const texts = (await emailsTo('life@example.com')).map(({ text }) => text).join('\n');
  expect(texts).not.toMatch(/evil|Nowhere|Elsewhere/i);
  // Each email with a button has a link of its own.
  const tokens = tokensIn(await emailsTo('life@example.com'));
  expect(tokens.length).toBeGreaterThan(4);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('staff find, list, export, delete and restore orders of guests; overdue ones expire', async () => {
  const { id, number, holder } = await placeAsGuest('zoe.guest@example.com');
  const found = await findOrders(ctx, staff(), 'zoe.gu', 5);
  expect(found).toMatchObject([{ number, email: 'zoe.guest@example.com' }]);
  const listed = await listOrdersForStaff(ctx, staff(), {
    ...{ sort: 'newest', limit: 5, after: null, counted: 10 },
    filter: { ...EVERY_ORDER, text: 'zoe.guest@' },
  });
  expect(listed.items).toMatchObject([{ id }]);
  const csv = await (await admin.get('/api/v1/exports/orders.csv')).text();
  expect(csv).toContain('zoe.guest@example.com');
  await deleteOrder(ctx, staff(), id);
  expect(await undoDeletion(ctx, staff(), id)).toEqual({ placedAgain: true });
  const [again] = await query('select * from orders where replaces_id = $1', [id]);
  expect(again).toMatchObject({ is_guest: true, user_id: null, email: 'zoe.guest@example.com' });
  // Links from before open the new order, also when that one was replaced too.
  const [token = ''] = holder.orderTokens ?? [];
  expect(await findLinkedOrder(ctx, token)).toBe(again.id);
  expect(await viewOwnOrder(ctx, holder, again.id)).toMatchObject({ status: 'pending' });
  expect(await findOwnReplacement(ctx, holder, id)).toBe(again.id);
  const page = new URL(`http://shop.test/returnOrder/${id}?notice=x`);
  const led = await requireCustomerOf({ ctx, actor: holder } as Visit, page, id).catch(
    (response: Response) => response.headers.get('location'),
  );
  expect(led).toBe(`/returnOrder/${again.id}`);
  expect(await findOwnReplacement(ctx, { ...holder, orderTokens: ['other'] }, id)).toBeNull();
  clock.now = again.payment_due_at.getTime() + 1_000;
  await expireOverdueOrders(ctx);
  const [expired] = await query('select status, network from orders where id = $1', [again.id]);
  expect(expired).toEqual({ status: 'cancelled', network: null });
});

test('asking for a link by number and email tells nothing, and sends it to that email alone', async () => {
  const { id, number } = await placeAsGuest('lost@example.com');
  await emailsTo('lost@example.com');
  await query('delete from mailbox_mails');
  const ask = (asked: { number: string; email: string }, address = '10.8.0.1') =>
    refusal(sendOrderLink(ctx, asked, address));
  expect(await ask({ number, email: 'lost@example.com' })).toBe('none');
  expect(await ask({ number, email: 'thief@example.com' })).toBe('none');
  expect(await ask({ number: 'AAAA-2222', email: 'lost@example.com' })).toBe('none');
  const mails = await emailsTo('lost@example.com');
  expect(mails).toMatchObject([{ subject: `The link of your order ${number}` }]);
  expect(await findLinkedOrder(ctx, tokensIn(mails)[0] ?? '')).toBe(id);
  expect(await emailsTo('thief@example.com')).toEqual([]);
  for (let nr = 0; nr < 7; nr += 1) await ask({ number: 'AAAA-2222', email: 'a@example.com' });
  expect(await ask({ number, email: 'lost@example.com' })).toBe('rate_limited');
  expect(await ask({ number, email: 'lost@example.com' }, '10.8.0.2')).toBe('none');
});

test('nobody keeps a guest from the emails of a paid order by orders that they do not pay', async () => {
  await emailsTo('quiet@example.com');
  const one = { perKindAndHour: 1, perHour: 1, perDay: 1 };
  const emails = { ...ctx.shop.emails, toUnconfirmed: one };
  const limited = { ...ctx, shop: { ...ctx.shop, emails } };
  for (const nr of [1, 2]) await placeAsGuest(`quiet+${nr}@example.com`);
  await placeAsGuest('quiet@example.com');
  const { number } = await placeAsGuest('quiet@example.com', { isPaid: true });
  await deliverDue(limited);
  const sent = await query(
    'select "to", subject from mailbox_mails where "to" like $1 order by received_at',
    ['quiet%@example.com'],
  );
  expect(sent).toHaveLength(2);
  const subject = `Your order ${number} is placed and paid`;
  expect(sent).toContainEqual({ to: 'quiet@example.com', subject });
});

test('the removal of old carts does not wait for an order that is locked', async () => {
  const { id } = await placeAsGuest('old@example.com');
  const longAgo = new Date(clock.now - 400 * 86_400_000);
  const age =
    'update carts set updated_at = $2 where id = (select cart_id from orders where id = $1)';
  await query(age, [id, longAgo]);
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from orders where id = $1 for update', [id]);
    expect(await removeOld(ctx, 'guestCarts', KEPT)).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await removeOld(ctx, 'guestCarts', KEPT)).toBe(1);
  expect(await query('select cart_id from orders where id = $1', [id])).toEqual([
    { cart_id: null },
  ]);
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
  // An email that was being written at the time leaves no link behind.
  const late = await issueOrderLink(ctx.db, paid.id, ctx.now());
  expect(await findLinkedOrder(ctx, late)).toBeNull();
  expect(await refusal(viewOwnOrder(ctx, paid.holder, paid.id))).toBe('not_found');
  // The payment that the guest began is the account's now.
  const { clientSecret } = await startCardPayment(ctx, actorOf(nora), unpaid.id);
  await confirmCard(nora, clientSecret);
  await settleOrderPayment(ctx, actorOf(nora), unpaid.id, null);
  expect(await viewOwnOrder(ctx, actorOf(nora), unpaid.id)).toMatchObject({ status: 'paid' });

  // Later ones follow at a sign-in, except unpaid ones, which anybody can place.
  const later = await placeAsGuest(email, { isPaid: true });
  const junk = await placeAsGuest(email);
  const ended = await placeAsGuest(email);
  await deleteOrder(ctx, ended.holder, ended.id, { shown: 'pending' });
  await shop.guest().post('/api/auth/sign-in/email', { email, password: PASSWORD });
  expect(await own()).toEqual([unpaid.id, paid.id, later.id].sort());
  expect(await viewOwnOrder(ctx, junk.holder, junk.id)).toMatchObject({ isGuest: true });
  expect(await viewOwnOrder(ctx, ended.holder, ended.id)).toMatchObject({ isGuest: true });

  const signedIn = await signedInActorOf(shop, nora);
  const verified = signedIn.user && {
    ...signedIn,
    user: { ...signedIn.user, emailVerified: true },
  };
  await deleteMyAccount(ctx, verified ?? signedIn, { password: PASSWORD, unsent: await own() });
  const left = await query('select id, status, is_guest, user_id from orders where email = $1', [
    email,
  ]);
  expect(left).toEqual([]);
  expect(await query('select from cart_guests where email = $1', [email])).toEqual([]);
  expect(await refusal(viewOwnOrder(ctx, junk.holder, junk.id))).toBe('not_found');
});

test('guests’ orders of a former email become the account’s with the change of it, and not without', async () => {
  const ria = await shop.shopper('Ria Renamed');
  await verifyEmailOf(shop, ria);
  const actor = await signedInActorOf(shop, ria);
  const { user } = actor;
  if (user) user.emailVerified = true;
  const { id } = await placeAsGuest(ria.email);
  const row = () => query('select email, user_id, is_guest from orders where id = $1', [id]);
  const asGuest = [{ email: ria.email, user_id: null, is_guest: true }];
  const ask = async (email: string) => {
    const baseUrl = 'http://shop.test';
    await requestEmailChange(ctx, actor, { email, password: PASSWORD, baseUrl });
    return newestLink(shop, email, 'account.change-email');
  };
  const follow = (token: string) =>
    changeEmail(ctx, shop.context.auth, actor, { token, moveData: moveToNewEmail });
  expect(await refusal(follow('invented'))).toBe('invalid_request');
  // Another account gets the address after the link was sent.
  const token = await ask('taken@example.com');
  await query("update users set email = 'taken@example.com' where id = $1", [admin.id]);
  expect(await refusal(follow(token))).toBe('invalid_request');
  expect(await row()).toEqual(asGuest);
  await follow(await ask('renamed@example.com'));
  expect(await row()).toEqual([{ email: 'renamed@example.com', user_id: ria.id, is_guest: false }]);
});
