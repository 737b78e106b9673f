import { afterAll, afterEach, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { forgetBuyer, viewOrder } from '#features/orders/orders.ts';
import { reservedUntil } from '#features/returns/reserved-exchanges.schema.ts';
import {
  approveReturn,
  cancelExchange,
  closeReturn,
  declineReturn,
  receiveReturn,
  releaseEndedExchanges,
  requestReturn,
  shipExchange,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { codeOf } from '../support/code-of.ts';
import { openExchangeShop, shown, tracking } from '../support/exchanges.ts';
import { actorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY_MS = 86_400_000;

const {
  shop,
  query,
  newKey,
  post,
  admin,
  act,
  delivered,
  ask,
  asked,
  productOf,
  onHand,
  exchangeOf,
  sam,
  eve,
  staff,
  clock,
} = await openExchangeShop();
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

test('what is reserved goes back when the return ends without it, and the return becomes a refund', async () => {
  const { ctx } = shop.context;
  const buyer = actorOf(sam);
  const order = await delivered(1);
  const reason = { ...shown, reason: 'It was worn' };
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    declined: (id) => declineReturn(ctx, staff, id, reason),
    withdrawn: (id) => withdrawReturn(ctx, buyer, id),
    closed: (id) =>
      approveReturn(ctx, staff, id, shown).then(() => closeReturn(ctx, staff, id, shown)),
  };
  for (const [because, end] of Object.entries(ends)) {
    const id = await asked(order, order.l);
    expect(await onHand(order.l)).toBe(4);
    await end(id);
    expect(await onHand(order.l)).toBe(5);
    expect(await exchangeOf(order)).toMatchObject({ state: 'released', releasedBecause: because });
  }
});

test('a refunded difference is deducted once when staff cancel the exchange afterwards', async () => {
  const { ctx } = shop.context;
  async function cancelled(units = 1) {
    const order = await delivered(units);
    const id = await asked(order, order.s);
    await approveReturn(ctx, staff, id, shown);
    await receiveReturn(ctx, staff, id, shown);
    expect((await viewOrder(ctx, order.id)).payment?.refundedMinor).toBe(500);
    await cancelExchange(ctx, staff, id, shown);
    await cancelExchange(ctx, staff, id, shown);
    expect(await onHand(order.s)).toBe(5);
    return { order, id };
  }
  const { order, id } = await cancelled();
  // Only the refund of the return deducts the difference, so no other takes its units.
  const byLine = { lines: [{ sku: order.m, quantity: 1 }], reason: 'Goodwill' };
  const refused = await post(admin, `/orders/${order.id}/refunds`, byLine);
  expect(refused.body.code).toBe('amount_mismatch');
  expect((await act(id, 'refund')).body).toMatchObject({
    refundedAmount: 20,
    returnStatus: 'closed',
  });
  // It is of the unit that came, also where another one of its line is kept.
  const kept = await cancelled(2);
  expect((await act(kept.id, 'refund')).body.refundedAmount).toBe(20);
  // With the shipping, less is left of the payment than the prices are.
  const whole = await cancelled();
  const { payment } = await viewOrder(ctx, whole.order.id);
  expect((await act(whole.id, 'refund', { shipping: true })).body.refundedAmount).toBe(
    (payment?.amountMinor ?? 0) / 100,
  );
});

test('items that do not come are not exchanged, and an exchange that was sent early counts as returned', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const id = await asked(order, order.s, { quantity: 3 });
  await approveReturn(ctx, staff, id, shown);
  const one = { ...shown, lines: [{ sku: order.m, quantity: 1, restock: false }] };
  await receiveReturn(ctx, staff, id, one);
  expect(await exchangeOf(order)).toMatchObject({
    state: 'reserved',
    released: 2,
    refundedMinor: 500,
  });
  expect(await onHand(order.s)).toBe(4);
  await shipExchange(ctx, staff, id, { ...tracking, ...shown });
  expect((await viewOrder(ctx, order.id)).returnStatus).toBe('closed');

  // Two units are left. One is exchanged before it comes, and never does.
  const early = await asked(order, order.l);
  await approveReturn(ctx, staff, early, shown);
  await shipExchange(ctx, staff, early, { ...tracking, ...shown });
  expect((await viewOrder(ctx, order.id)).returnStatus).toBe('in_transit');
  await closeReturn(ctx, staff, early, shown);
  expect(await onHand(order.l)).toBe(4);
  expect((await ask(order, order.l, { quantity: 2 })).body.code).toBe('not_returnable');
  // Nothing came of the last one.
  const none = await asked(order, order.l);
  await approveReturn(ctx, staff, none, shown);
  await receiveReturn(ctx, staff, none, { ...shown, lines: [] });
  expect(await exchangeOf(order)).toMatchObject({ releasedBecause: 'not_received' });
  expect(await onHand(order.l)).toBe(4);
});

test('a job releases exchanges whose return is late or whose account is gone, and no others', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const late = await asked(order, order.l);
  const waiting = await asked(order, order.l);
  const here = await asked(order, order.l);
  for (const id of [late, here]) await approveReturn(ctx, staff, id, shown);
  await receiveReturn(ctx, staff, here, shown);
  clock.shift = 13 * DAY_MS;
  await releaseEndedExchanges(ctx);
  expect(await onHand(order.l)).toBe(2);
  clock.shift = 15 * DAY_MS;
  // A shop that exchanges nothing any more keeps what it promised, and names no end of it.
  const without = { ...ctx.shop, returns: { ...ctx.shop.returns, exchangeDays: 0 } };
  expect(await releaseEndedExchanges({ ...ctx, shop: without })).toBe(0);
  const [approved] = (await viewOrder(ctx, order.id)).returns;
  if (!approved) throw new Error('no return');
  expect(reservedUntil(approved, 14)).not.toBe(null);
  expect(reservedUntil(approved, 0)).toBe(null);
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  expect(await releaseEndedExchanges(ctx)).toBe(0);
  expect(await onHand(order.l)).toBe(3);
  const { returns } = await viewOrder(ctx, order.id);
  expect(returns.map(({ lines }) => lines[0]?.exchange?.releasedBecause)).toEqual([
    'late',
    null,
    null,
  ]);
  // It may come after all, and is then refunded.
  await receiveReturn(ctx, staff, late, shown);
  expect((await act(late, 'refund')).body.refundedAmount).toBe(20);
  await shipExchange(ctx, staff, here, { ...tracking, ...shown });
  expect(waiting).toBe(returns[1]?.id);
  clock.shift = 0;

  const gone = await shop.shopper('Gia Gone');
  const theirs = await delivered(1, gone);
  await asked(theirs, theirs.l, { who: gone });
  await inTransaction(ctx.db, (tx) => forgetBuyer(tx, gone.id, ctx.now()));
  await query('update orders set user_id = null where id = $1', [theirs.id]);
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  expect(await exchangeOf(theirs)).toMatchObject({ releasedBecause: 'account_deleted' });
});

test('of many who want the last unit at once one gets it, and no exchange ends twice', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const buyer = actorOf(sam);
  const order = await delivered(6);
  const request = (sku: string) => ({
    key: newKey(),
    lines: [{ sku: order.m, quantity: 1, reason: 'too_large' as const, exchangeForSku: sku }],
    note: null,
  });
  const codes = await Promise.all([
    ...Array.from({ length: 5 }, (_, n) =>
      codeOf(requestReturn(n % 2 ? ctx : other, buyer, order.id, request(order.last))),
    ),
    // An order of somebody else for the same unit.
    eve
      .post('/orders', {
        cart: [{ _id: await productOf(order.last), sku: order.last, price: 20, quantity: 1 }],
        ...{ city: 'Dhaka', shippingCost: 120, grandTotalAmount: 20, totalAmount: 140 },
        status: 'Pending',
      })
      .then(async (response) => (response.ok ? 'done' : (await response.json()).code)),
  ]);
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  expect(codes.filter((code) => code === 'out_of_stock')).toHaveLength(5);
  expect(await onHand(order.last)).toBe(0);

  for (let round = 0; round < 4; round += 1) {
    const before = await onHand(order.l);
    const { id } = await requestReturn(ctx, buyer, order.id, request(order.l));
    const decided = await Promise.all([
      codeOf(approveReturn(ctx, staff, id, shown)),
      codeOf(withdrawReturn(other, buyer, id)),
      codeOf(declineReturn(ctx, staff, id, { ...shown, reason: 'Worn' })),
    ]);
    expect(decided.filter((code) => code === 'done')).toHaveLength(1);
    if (decided[0] !== 'done') {
      expect(await onHand(order.l)).toBe(before);
      continue;
    }
    const parcel = { ...tracking, ...shown };
    const ended = await Promise.all([
      ...[ctx, other, ctx].map((process) => codeOf(shipExchange(process, staff, id, parcel))),
      codeOf(cancelExchange(other, staff, id, shown)),
      codeOf(receiveReturn(other, staff, id, shown)),
    ]);
    const isSent = (await exchangeOf(order))?.state === 'sent';
    expect(ended.slice(0, 4)).toEqual(
      isSent
        ? ['done', 'done', 'done', 'return_state']
        : ['return_state', 'return_state', 'return_state', 'done'],
    );
    expect(await onHand(order.l)).toBe(before - (isSent ? 1 : 0));
    await closeReturn(ctx, staff, id, shown);
  }
});
