import { afterAll, afterEach, expect, test } from 'vitest';
import { returnsOf, VAT } from '../support/exchanged-returns.ts';
import { openExchangeShop } from '../support/exchanges.ts';
import { withdrawReturnedRefund } from '../support/returned-refund.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const world = await openExchangeShop();
const { shop, act, delivered, post, sam, admin } = world;
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const { viewOf, exchanged, refunded, setRates, moneyOf, printedOf } = returnsOf(world);

test('a return whose refund was withdrawn is refunded again, with its taxes, and once', async () => {
  await setRates([VAT]);
  const order = await delivered(2, sam, 3.99);
  const first = await exchanged(order, { want: order.xl });
  const { id } = await refunded(order, { of: first });
  expect(await moneyOf(order)).toEqual([
    [16_399, 2_200],
    [550, 550],
  ]);
  await withdrawReturnedRefund(shop, admin, order.id);
  // Its units belong to the return until it is refunded again.
  const ofLine = (quantity: number) =>
    post(admin, `/orders/${order.id}/refunds`, {
      lines: [{ sku: order.m, quantity }],
      reason: 'A stain',
    });
  expect((await ofLine(1)).body.code).toBe('amount_mismatch');
  const again = await act(id, 'refund');
  expect([again.status, again.body.message]).toEqual([201, undefined]);
  expect((await act(id, 'refund')).status).toBe(201);
  expect((await act(id, 'refund', { amount: 1 })).body.code).toBe('return_state');
  expect((await ofLine(1)).status).toBe(201);
  expect((await ofLine(1)).body.code).toBe('amount_mismatch');
  // The extra payment went back before, and stays so.
  expect(await moneyOf(order)).toEqual([
    [16_399, 4_399],
    [550, 550],
  ]);
  expect(await printedOf(order)).toEqual([
    ['invoice', 550, 50],
    ['invoice', 16_399, 399],
    ['debit_note', 2_200, 200],
    ['credit_note', 550, 50],
    ['credit_note', 2_199, 199],
    ['credit_note', 2_200, 200],
    ['credit_note', 2_200, 200],
  ]);
  expect((await viewOf(order)).returns.map(({ state }) => state)).toEqual(['closed', 'closed']);
  await setRates([]);

  // A lower amount is taken of the order first, so the extra payment is still there for the next one.
  const other = await delivered(1);
  const dear = await exchanged(other, { want: other.xl });
  const low = await refunded(other, { of: dear }, 5);
  expect((await moneyOf(other)).map(([, refundedMinor]) => refundedMinor)).toEqual([500, 0]);
  await withdrawReturnedRefund(shop, admin, other.id);
  expect((await act(low.id, 'refund')).status).toBe(201);
  expect((await act(low.id, 'refund')).status).toBe(201);
  expect((await moneyOf(other)).map(([, refundedMinor]) => refundedMinor)).toEqual([2_000, 500]);

  // What an extra payment gave back is not paid again, whatever amount is typed.
  const third = await delivered(1);
  const huge = await exchanged(third, { want: third.xl });
  const typed = await refunded(third, { of: huge }, 25);
  await withdrawReturnedRefund(shop, admin, third.id);
  expect((await act(typed.id, 'refund', { amount: 25 })).body.code).toBe('amount_mismatch');
  expect((await act(typed.id, 'refund', { amount: 20 })).status).toBe(201);
  expect((await moneyOf(third)).map(([, refundedMinor]) => refundedMinor)).toEqual([2_000, 500]);
});
