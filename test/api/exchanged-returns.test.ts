import { afterAll, afterEach, expect, test } from 'vitest';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { carryOutOpenRefunds } from '#features/orders/orders.ts';
import { requirePayments } from '#features/payments/payments.ts';
import {
  cancelExchange,
  exchangeableFor,
  refundReturn,
  requestReturn,
  returnableOf,
} from '#features/returns/returns.ts';
import { partsForStaff, returnableParts } from '#web/components/return/returnable-parts.ts';
import { changeReturns } from '#web/routes/account/return-order/change-returns.ts';
import type { Visit } from '#web/shop-context.ts';
import { codeOf } from '../support/code-of.ts';
import { returnsOf, VAT } from '../support/exchanged-returns.ts';
import { openExchangeShop, shown, tracking } from '../support/exchanges.ts';
import { actorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY_MS = 86_400_000;

const world = await openExchangeShop();
const { shop, clock, query, act, delivered, post, onHand, newKey } = world;
const { sam, eve, admin, staff } = world;
const { ctx } = shop.context;
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const { viewOf, ask, approved, receive, exchanged, refunded, setRates, moneyOf, printedOf } =
  returnsOf(world);

test('an exchange has the image of what is sent, or none, and never that of what came back', async () => {
  const order = await delivered(1);
  const sentImage = 'https://i.ibb.co/large/large.webp';
  await query('update variants set image_url = $2 where sku = $1', [order.l, sentImage]);
  const first = await approved(order, { want: order.l });
  await receive(order, first);
  const { body } = await act(first, 'ship-exchange', tracking);
  await markDelivered(ctx, staff, body.fulfillments.at(-1)._id, shown);
  const [part] = await partsForStaff(ctx, await viewOf(order));
  expect(part).toMatchObject({ ofReturn: first, lines: [{ image: sentImage }] });
  await approved(order, { of: first, want: order.s });
  const { returns } = await viewOf(order);
  expect(returns.map(({ lines: [line] }) => [line?.item.image, line?.exchange?.image])).toEqual([
    [null, sentImage],
    [sentImage, null],
  ]);
});

test('what was sent in exchange is sent back for money, in its own time and once', async () => {
  const order = await delivered(2);
  const first = await approved(order, { want: order.l });
  expect((await ask(order, { of: first })).body.code).toBe('not_returnable');
  await receive(order, first);
  clock.shift += 80 * DAY_MS;
  const { body } = await act(first, 'ship-exchange', tracking);
  // It is sent, and not delivered yet.
  expect((await ask(order, { of: first })).body.code).toBe('not_returnable');
  const parcel = body.fulfillments.at(-1)._id;
  await markDelivered(ctx, staff, parcel, shown);
  clock.shift += 20 * DAY_MS;
  // The time of the bought ones is over, that of the exchange is not.
  const days = ctx.shop.returns.days;
  const view = await viewOf(order);
  expect(returnableOf(view, days, ctx.now()).units).toEqual([0]);
  expect(returnableOf(view, days, ctx.now(), first).units).toEqual([1]);
  expect((await ask(order)).body.code).toBe('not_returnable');

  expect((await ask(order, { of: first, who: eve })).status).toBe(404);
  expect((await ask(order, { of: 'ret_unknown' })).body.code).toBe('not_returnable');
  const other = await delivered(1);
  expect((await ask(other, { of: first })).body.code).toBe('not_returnable');
  expect((await ask(order, { of: first, quantity: 2 })).body.code).toBe('not_returnable');
  const key = newKey();
  const asked = await ask(order, { of: first }, key);
  expect(asked.body.returns[1]).toMatchObject({
    ofReturn: first,
    lines: [{ sku: order.m, itemSku: order.l, quantity: 1 }],
  });
  expect((await ask(order, { of: first }, key)).body).toEqual(asked.body);
  expect((await ask(order, {}, key)).status).toBe(422);
  expect((await ask(order, { of: first })).body.code).toBe('not_returnable');
  const id = asked.body.returns[1]._id;
  expect(
    await codeOf(
      query(
        `with one as (insert into returns (id, order_id, of_return_id, key, requested_at)
           values ('ret_more', '${order.id}', '${first}', 'more', now()) returning id)
         insert into return_lines (return_id, order_id, position, quantity, reason)
         select id, '${order.id}', 0, 1, 'quality' from one`,
      ),
    ),
  ).toBe('returned_at_most_exchanged');
  expect(await codeOf(query(`update returns set of_return_id = null where id = '${id}'`))).toBe(
    '23001',
  );

  await act(id, 'approve');
  await receive(order, id);
  expect([await onHand(order.m), await onHand(order.l)]).toEqual([9, 5]);
  // Staff refund the other one by its line, and this one by its return.
  const byLine = (quantity: number) =>
    post(admin, `/orders/${order.id}/refunds`, {
      lines: [{ sku: order.m, quantity }],
      reason: 'goodwill',
    });
  expect((await byLine(2)).body.code).toBe('amount_mismatch');
  expect((await byLine(1)).status).toBe(201);
  expect((await byLine(1)).body.code).toBe('amount_mismatch');
  const refund = await act(id, 'refund');
  expect(refund.body.returns[1].status).toBe('closed');
  expect(await moneyOf(order)).toEqual([[16_000, 4_000]]);
  expect((await byLine(1)).body.code).toBe('amount_mismatch');
  expect((await act(id, 'refund', { amount: 19 })).body.code).toBe('return_state');
});

test('an exchange is exchanged again and again, and refunded at what it has cost by then', async () => {
  const order = await delivered(2);
  const large = await exchanged(order, { want: order.l });
  const offered = (await exchangeableFor(ctx, await viewOf(order), large))[0] ?? [];
  expect(offered.map(({ sku }) => sku)).not.toContain(order.l);
  expect((await ask(order, { of: large, want: order.l })).body.code).toBe('not_exchangeable');
  const small = await exchanged(order, { of: large, want: order.s });
  expect(await moneyOf(order)).toEqual([[16_000, 500]]);
  const huge = await exchanged(order, { of: small, want: order.xl });
  expect(await moneyOf(order)).toEqual([
    [16_000, 500],
    [1_000, 0],
  ]);
  expect(await onHand(order.m)).toBe(9);
  // The other one can still be exchanged, and the first ones can't come back again.
  const { returns } = await viewOf(order);
  expect(returns.map(({ ofReturnId }) => ofReturnId)).toEqual([null, large, small]);
  for (const of of [large, small]) {
    expect((await ask(order, { of })).body.code).toBe('not_returnable');
  }
  const { id, one } = await refunded(order, { of: huge });
  expect(one).toMatchObject({ extraRefunded: 10, lines: [{ itemSku: order.xl, received: 1 }] });
  expect(await moneyOf(order)).toEqual([
    [16_000, 2_000],
    [1_000, 1_000],
  ]);
  const { documents } = await viewOf(order);
  expect(documents.map(({ kind, totalMinor }) => [kind, totalMinor])).toEqual([
    ['invoice', 16_000],
    ['credit_note', 500],
    ['invoice', 1_000],
    ['credit_note', 1_000],
    ['credit_note', 1_500],
  ]);
  expect((await act(id, 'refund')).status).toBe(201);
  expect((await act(id, 'refund', { amount: 25 })).status).toBe(201);
  expect((await act(id, 'refund', { amount: 20 })).body.code).toBe('return_state');
  const again = await exchanged(order, { want: order.l });
  expect((await refunded(order, { of: again })).one.extraRefunded).toBe(0);
  expect((await moneyOf(order))[0]).toEqual([16_000, 4_000]);
  const stocks = [order.m, order.l, order.s, order.xl].map(onHand);
  expect(await Promise.all(stocks)).toEqual([10, 5, 5, 5]);
});

test('a cheaper variant gives back the extra payment first, with its tax, to the last minor unit', async () => {
  await setRates([VAT]);
  // Three at 20.00 have 5.985 of tax, rounded to 5.99.
  const order = await delivered(3, sam, 5.99);
  const huge = await exchanged(order, { want: order.xl, quantity: 3 });
  expect((await moneyOf(order))[1]).toEqual([1_650, 0]);
  // 25 to 15: all of the extra payment for it, and 5 of the order.
  const small = await exchanged(order, { of: huge, want: order.s });
  expect(await moneyOf(order)).toEqual([
    [18_599, 550],
    [1_650, 550],
  ]);
  await refunded(order, { of: huge });
  expect((await moneyOf(order))[1]).toEqual([1_650, 1_100]);
  await refunded(order, { of: huge });
  expect((await moneyOf(order))[1]).toEqual([1_650, 1_650]);
  await refunded(order, { of: small });
  expect(await moneyOf(order)).toEqual([
    [18_599, 6_599],
    [1_650, 1_650],
  ]);
  // Invoices and credit notes of the order, and of the extra payment, have the same taxes.
  expect(await printedOf(order)).toEqual([
    ['invoice', 1_650, 150],
    ['invoice', 18_599, 599],
    ...Array(4).fill(['credit_note', 550, 50]),
    ['credit_note', 1_649, 149],
    ...Array(2).fill(['credit_note', 2_200, 200]),
  ]);
  await setRates([]);
});

test('what was sent early is refunded once the first item is here, and not at all if that never comes', async () => {
  const order = await delivered(3);
  const sentEarly = async (want: string, quantity = 1, of = order) => {
    const id = await approved(of, { want, quantity });
    const { body } = await act(id, 'ship-exchange', tracking);
    await markDelivered(ctx, staff, body.fulfillments.at(-1)._id, shown);
    return id;
  };
  const first = await sentEarly(order.s, 2);
  const back = await approved(order, { of: first });
  await receive(order, back);
  for (const body of [{}, { amount: 1 }]) {
    expect((await act(back, 'refund', body)).body.code).toBe('return_state');
  }
  // One of two comes, and the difference of one goes back.
  await receive(order, first, 1);
  expect(await moneyOf(order)).toEqual([[18_000, 500]]);
  expect((await act(back, 'refund')).status).toBe(201);
  expect(await moneyOf(order)).toEqual([[18_000, 2_000]]);
  // For the other one the customer has kept the first item.
  const other = await approved(order, { of: first });
  await receive(order, other);
  expect((await act(other, 'refund')).body.code).toBe('amount_mismatch');
  expect((await act(other, 'close')).status).toBe(200);

  const lost = await sentEarly(order.l);
  const ofLost = await approved(order, { of: lost });
  await receive(order, ofLost);
  expect((await act(lost, 'close')).status).toBe(200);
  expect((await act(ofLost, 'refund')).body.code).toBe('amount_mismatch');
  expect(await moneyOf(order)).toEqual([[18_000, 2_000]]);

  // An exchange for something cheaper refunds nothing for it either, and waits in the same way.
  const kept = await delivered(2);
  const dear = await sentEarly(kept.xl, 2, kept);
  const cheap = await approved(kept, { of: dear, want: kept.s, quantity: 2 });
  expect((await receive(kept, cheap, 2)).body.code).toBe('return_state');
  await receive(kept, dear, 1);
  await receive(kept, cheap, 2);
  expect((await act(cheap, 'ship-exchange', tracking)).status).toBe(200);
  expect(await moneyOf(kept)).toEqual([
    [16_000, 0],
    [1_000, 0],
  ]);
});

test('staff may refund another amount, and a cancelled exchange is refunded without its difference', async () => {
  const order = await delivered(3);
  const huge = await exchanged(order, { want: order.xl, quantity: 3 });
  expect((await moneyOf(order))[1]).toEqual([1_500, 0]);
  expect((await refunded(order, { of: huge }, 22)).one.extraRefunded).toBe(2);
  expect(await moneyOf(order)).toEqual([
    [18_000, 2_000],
    [1_500, 200],
  ]);
  // While the provider can't be reached for the extra payment, its part waits, and is not lost.
  const id = await approved(order, { of: huge });
  await receive(order, id);
  const { extra } = (await viewOf(order)).returns[0] ?? {};
  const provider = requirePayments(ctx);
  const refund: typeof provider.refund = (money) =>
    money.intentId === extra?.payment?.transaction
      ? Promise.reject(new Error('away'))
      : provider.refund(money);
  const away = { ...ctx, payments: Object.assign(Object.create(provider), { refund }) };
  const asked = { shipping: false, amountMinor: 3_000, ...shown };
  expect((await refundReturn(away, staff, id, asked)).refund).toBe('waiting');
  expect((await moneyOf(order))[1]).toEqual([1_500, 200]);
  clock.shift += DAY_MS;
  await carryOutOpenRefunds(ctx);
  expect((await refundReturn(ctx, staff, id, asked)).refund).toBe('done');
  expect(await moneyOf(order)).toEqual([
    [18_000, 4_500],
    [1_500, 700],
  ]);
  const back = await approved(order, { of: huge, want: order.l });
  await receive(order, back);
  expect((await moneyOf(order))[1]).toEqual([1_500, 1_200]);
  await cancelExchange(ctx, staff, back, shown);
  expect((await act(back, 'refund')).status).toBe(201);
  expect(await moneyOf(order)).toEqual([
    [18_000, 6_500],
    [1_500, 1_200],
  ]);
});

test('a difference is taken off its line alone: shipping and taxes go back once', async () => {
  await setRates([VAT]);
  const order = await delivered(3, sam, 5.99);
  const lineOf = async () => (await viewOf(order)).lines[0];
  const cheap = await approved(order, { want: order.s });
  await receive(order, cheap);
  await act(cheap, 'cancel-exchange');
  expect((await act(cheap, 'refund', { shipping: true })).status).toBe(201);
  const sent = await exchanged(order, { want: order.s });
  await refunded(order, { of: sent });
  expect((await viewOf(order)).refundedShippingMinor).toBe(12_000);
  const again = { shipping: true, reason: 'Once more' };
  expect((await post(admin, `/orders/${order.id}/refunds`, again)).body.code).toBe(
    'amount_mismatch',
  );
  expect(await lineOf()).toMatchObject({ refundedQuantity: 2, taxMinor: 599 });
  await refunded(order, {});
  const [invoice, ...notes] = await printedOf(order);
  const sumOf = (each: 1 | 2) => notes.reduce((sum, note) => sum + Number(note[each]), 0);
  expect([sumOf(1), sumOf(2)]).toEqual([invoice?.[1], invoice?.[2]]);
  await setRates([]);
});

test('two who ask, send and refund at once do it once', async () => {
  const client = await shop.shopper('Ron Racing');
  const order = await delivered(2, client);
  const huge = await exchanged(order, { want: order.xl, quantity: 2, who: client });
  const buyer = actorOf(client);
  const line = { sku: order.m, quantity: 2, reason: 'quality' as const };
  const request = { ofReturn: huge, lines: [line], note: null };
  const codes = await Promise.all(
    ['a', 'b', 'c', 'd'].map((key) =>
      codeOf(requestReturn(ctx, buyer, order.id, { ...request, key })),
    ),
  );
  expect(codes.toSorted()).toEqual(['done', 'not_returnable', 'not_returnable', 'not_returnable']);
  const id = (await viewOf(order)).returns.at(-1)?.id ?? '';
  await act(id, 'approve');
  await receive(order, id, 2);
  const nothing = { shipping: false, amountMinor: null, ...shown };
  await Promise.all([1, 2, 3].map(() => refundReturn(ctx, staff, id, nothing)));
  expect(await moneyOf(order)).toEqual([
    [16_000, 4_000],
    [1_000, 1_000],
  ]);
  const part = `('${id}', 0, '${huge}', 'difference', 100, 100)`;
  expect(await codeOf(query(`insert into extra_returns values ${part}`))).toBe('extra_returns_fit');
  expect(await codeOf(query('update extra_returns set amount_minor = 0'))).not.toBe('done');
});

test('the form of the page has a part for each exchange that can come back', async () => {
  const order = await delivered(2);
  const large = await exchanged(order, { want: order.l });
  const parts = await returnableParts(ctx, await viewOf(order));
  expect(parts.map(({ ofReturn, lines }) => [ofReturn, lines.map((one) => one.left)])).toEqual([
    [null, [1]],
    [large, [1]],
  ]);
  const wanted = parts[1]?.lines[0]?.exchangeable.find(({ sku }) => sku === order.xl);
  expect(wanted?.differenceMinor).toBe(-500);
  const form = new FormData();
  const fields = { key: parts[1]?.key ?? '', ofReturn: large, sku: order.m, units: '1', note: '' };
  const more = { reason: 'too_small', exchange: `25 ${order.xl}`, intent: 'request' };
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
  const visit = { ctx, actor: actorOf(sam) } as Visit;
  expect(await changeReturns(visit, order.id, form)).toBe('return-requested');
  expect((await viewOf(order)).returns.at(-1)).toMatchObject({
    ofReturnId: large,
    lines: [{ item: { sku: order.l }, exchange: { sku: order.xl } }],
  });
  // Staff can still record what was bought after the days for it.
  clock.shift += 100 * DAY_MS;
  expect(await returnableParts(ctx, await viewOf(order))).toEqual([]);
  const [part, ...others] = await partsForStaff(ctx, await viewOf(order));
  expect([part?.ofReturn, part?.lines.map(({ left }) => left), others]).toEqual([null, [1], []]);
});
