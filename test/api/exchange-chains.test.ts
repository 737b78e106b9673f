import { afterAll, expect, test } from 'vitest';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { returnableOf, sentExchanges } from '#features/returns/returns.ts';
import { Numbers } from '../../scripts/generate/numbers.ts';
import { returnsOf, VAT } from '../support/exchanged-returns.ts';
import { openExchangeShop, type Shirts, shown, tracking } from '../support/exchanges.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const world = await openExchangeShop();
const { shop, act, delivered, onHand, sam, staff } = world;
const { ctx } = shop.context;
const { viewOf, ask, pay, receive, refunded, setRates, moneyOf } = returnsOf(world);
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/** How a difference ends, or none. */
const WAYS = ['card', 'outside', 'waived', undefined] as const;

/** A return of any part of an order, with what happens to it by these numbers. */
async function anyReturn(order: Shirts, next: (most: number) => number): Promise<void> {
  const view = await viewOf(order);
  const sources = [undefined, ...sentExchanges(view).map(({ id }) => id)];
  const days = ctx.shop.returns.days;
  const parts = sources.flatMap((of) => {
    const left = returnableOf(view, days, ctx.now(), of).units[0] ?? 0;
    return left > 0 ? [{ of, left }] : [];
  });
  const part = parts[next(parts.length)];
  if (!part) return;
  const quantity = 1 + next(part.left);
  const want = [undefined, order.m, order.l, order.s, order.xl][next(5)];
  const asked = await ask(order, { of: part.of, quantity, want });
  // That is the item itself.
  if (asked.status !== 201) return expect(asked.body.code).toBe('not_exchangeable');
  const id = asked.body.returns.at(-1)._id;
  if (next(8) === 0) return void (await act(id, 'decline', { reason: 'worn' }));
  const { body: after } = await act(id, 'approve');
  const mustPay = after.returns.at(-1).extraPayment?.payable === true;
  const how = mustPay ? WAYS[next(WAYS.length)] : undefined;
  if (how === 'card') await pay(id);
  else if (how === 'outside') expect((await act(id, 'payments')).status).toBe(201);
  else if (how === 'waived') expect((await act(id, 'waive-difference')).status).toBe(200);
  await receive(order, id, next(4) === 0 ? next(quantity + 1) : quantity);
  await endReturn(id, mustPay && how === undefined ? 'cancel' : next(4) === 0 ? 'cancel' : 'ship');
}

/** Sends or cancels what is reserved, and refunds the rest. */
async function endReturn(id: string, how: 'cancel' | 'ship'): Promise<void> {
  if (how === 'cancel') await act(id, 'cancel-exchange');
  else {
    const { status, body } = await act(id, 'ship-exchange', tracking);
    const parcel = status === 200 ? body.fulfillments.at(-1)._id : null;
    if (parcel) await markDelivered(ctx, staff, parcel, shown);
  }
  if ((await act(id, 'refund')).status !== 201) await act(id, 'close');
}

test('whatever was exchanged, and whatever ended, all items and all money can come back', async () => {
  await setRates([VAT]);
  const numbers = new Numbers(11, 0);
  const next = (most: number) => numbers.int(0, most - 1);
  for (let round = 0; round < 3; round += 1) {
    const units = 1 + next(3);
    const order = await delivered(units, sam, [2, 3.99, 5.99][units - 1]);
    for (let step = 0; step < 6; step += 1) await anyReturn(order, next);
    for (const of of [undefined, ...sentExchanges(await viewOf(order)).map(({ id }) => id)]) {
      const days = ctx.shop.returns.days;
      const quantity = returnableOf(await viewOf(order), days, ctx.now(), of).units[0] ?? 0;
      if (quantity > 0) await refunded(order, { of, quantity });
    }
    const [ofOrder = [], ...extras] = await moneyOf(order);
    // The shipping is kept. Taxes of units that are refunded at other amounts are rounded each.
    const rest = (ofOrder[0] ?? 0) - (ofOrder[1] ?? 0);
    expect(Math.abs(rest - 12_000)).toBeLessThan(units);
    for (const [paid, back] of extras) expect(back).toBe(paid);
    const stocks = [order.m, order.l, order.s, order.xl].map(onHand);
    expect(await Promise.all(stocks)).toEqual([10, 5, 5, 5]);
  }
  await setRates([]);
});
