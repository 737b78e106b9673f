import { afterAll, afterEach, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { forgetBuyer, getOrder } from '#features/orders/orders.ts';
import {
  markDifferenceAsPaid,
  previewCancelledExchange,
  previewReturnRefund,
  releaseEndedExchanges,
  waiveDifference,
} from '#features/returns/returns.ts';
import { confirmCard } from '../support/cards.ts';
import { codeOf } from '../support/code-of.ts';
import { returnsOf, VAT } from '../support/exchanged-returns.ts';
import { openExchangeShop, type Shirts, shown, tracking } from '../support/exchanges.ts';
import { heldBack } from '../support/held-back.ts';
import type { Client } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// What staff do about the difference to a dearer exchange: they mark it as paid outside of the shop, or
// waive it.

const DAY_MS = 86_400_000;

const world = await openExchangeShop();
const { shop, query, act, delivered, asked, post, emailsAbout, sam, admin, staff } = world;
const { approved, receive, refunded, moneyOf, setRates } = returnsOf(world);
const { ctx } = shop.context;
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

/** An approved return of shirts in M for the dearer XL, which waits for its difference. */
async function dearer(order: Shirts, quantity = 1, who: Client = sam): Promise<string> {
  const id = await asked(order, order.xl, { quantity, who });
  await act(id, 'approve');
  return id;
}
async function beginCard(id: string, who: Client = sam): Promise<string> {
  return (await (await who.post(`/api/v1/returns/${id}/payment-intent`, {})).json()).clientSecret;
}
const mark = (id: string, reference: string | null = ' Till 7 ', key?: string) =>
  post(admin, `/returns/${id}/payments`, { reference }, key);
const waive = (id: string) => act(id, 'waive-difference');
const extraOf = (body: { returns: { _id: string; extraPayment: unknown }[] }, id: string) =>
  body.returns.find(({ _id }) => _id === id)?.extraPayment;
const paymentsOf = (id: string) =>
  query(
    `select p.provider, p.status, p.amount_minor::int as paid,
       (select coalesce(sum(r.amount_minor), 0)::int from refunds r
         where r.payment_id = p.id and r.status = 'done') as back
     from payments p where return_id = $1 order by p.provider, p.created_at`,
    [id],
  );
const auditOf = (order: Shirts) =>
  query(
    `select actor, action, detail from audit_log where subject = $1
     and action in ('return.mark-paid', 'return.waive-difference')`,
    [order.id],
  );
const timelineOf = async ({ id }: Shirts) =>
  JSON.stringify(await (await admin.get(`/api/v1/orders/${id}/timeline`)).json());

/** Sends the exchange of a return that came, and has it delivered. */
async function sent(order: Shirts, id: string): Promise<void> {
  const { body } = await act(id, 'ship-exchange', tracking);
  await markDelivered(ctx, staff, body.fulfillments.at(-1)._id, shown);
  expect((await getOrder(ctx, staff, order.id)).returnStatus).toBe('closed');
}

test('a difference that staff mark as paid is paid once, and goes back as staff give it back', async () => {
  const order = await delivered(3);
  const id = await dearer(order, 2);
  const clientSecret = await beginCard(id);
  // The price of the request counts.
  await query('update variants set price_minor = 9900 where sku = $1', [order.xl]);
  const first = await mark(id, ' Till 7 ', 'once');
  expect(first.status).toBe(201);
  expect(extraOf(first.body, id)).toEqual({
    ...{ status: 'paid', payable: false, due: 10, waived: 0, paid: 10, refunded: 0 },
    ...{ transaction: null, paidOutside: true, paymentReference: 'Till 7' },
  });
  expect((await mark(id, ' Till 7 ', 'once')).body).toEqual(first.body);
  expect((await mark(id, 'Till 8', 'once')).body.detail).toBe(
    'That key was used for another payment.',
  );
  expect((await mark(id)).body.code).toBe('already_paid');
  expect((await waive(id)).body.code).toBe('already_paid');
  expect((await confirmCard(sam, clientSecret)).ok).toBe(false);
  expect(await paymentsOf(id)).toEqual([
    { provider: 'outside', status: 'captured', paid: 1_000, back: 0 },
    { provider: 'sandbox', status: 'cancelled', paid: 1_000, back: 0 },
  ]);
  const own = await (await sam.get(`/orders/${order.id}`)).json();
  expect(extraOf(own, id)).not.toHaveProperty('paymentReference');
  expect(own.documents).toMatchObject([{ kind: 'invoice' }, { kind: 'invoice', total: 10 }]);
  const about = { returnId: id, amountMinor: 1_000 };
  expect(await auditOf(order)).toEqual([
    { actor: admin.id, action: 'return.mark-paid', detail: about },
  ]);
  expect(await timelineOf(order)).toContain('$10.00, outside of the shop');
  const receipt = 'We received your payment for the exchange of order N';
  expect((await emailsAbout(order)).get(receipt)).toContain('You paid $10.00.');

  // One of the two comes.
  await receive(order, id);
  expect((await paymentsOf(id))[0]).toMatchObject({ back: 500 });
  const mail = (await emailsAbout(order)).get('A refund for your order N');
  expect(mail).toMatch(/\$5\.00 of your payment of \$10\.00 for an exchange.*to you ourselves/s);
  await sent(order, id);
  const back = await approved(order, { of: id });
  await receive(order, back);
  const all = { shipping: false, amountMinor: null, ...shown };
  expect(previewReturnRefund(await getOrder(ctx, staff, order.id), back, all)).toEqual({
    ...{ amountMinor: 2_500, orderMinor: 2_000, outsideMinor: 500, isForUnits: true },
  });
  expect((await act(back, 'refund')).status).toBe(201);
  expect(await moneyOf(order)).toEqual([
    [18_000, 2_000],
    [1_000, 1_000],
  ]);
});

test('a difference that staff waive is never refunded, and the next exchange starts from what was paid', async () => {
  const order = await delivered(2);
  const id = await dearer(order);
  const clientSecret = await beginCard(id);
  const { status, body } = await waive(id);
  expect(status).toBe(200);
  expect(extraOf(body, id)).toMatchObject({ status: 'waived', payable: false, due: 0, waived: 5 });
  expect(body.returns[0].lines[0].exchange).toMatchObject({ price: 20, waived: 5 });
  expect((await waive(id)).body).toEqual(body);
  expect((await mark(id)).body.code).toBe('order_closed');
  expect((await confirmCard(sam, clientSecret)).ok).toBe(false);
  expect(await paymentsOf(id)).toMatchObject([{ provider: 'sandbox', status: 'cancelled' }]);
  const about = { returnId: id, amountMinor: 500 };
  expect(await auditOf(order)).toEqual([
    { actor: admin.id, action: 'return.waive-difference', detail: about },
  ]);
  expect(await timelineOf(order)).toContain('exchange-waived');
  const told = 'Nothing more to pay for the exchange of order N';
  expect((await emailsAbout(order)).get(told)).toContain('there is nothing more to pay');
  expect(body.documents).toHaveLength(1);

  await receive(order, id);
  await sent(order, id);
  // From 20 to 15, as if the dearer shirt had cost 20; then for money.
  const cheaper = await approved(order, { of: id, want: order.s });
  await receive(order, cheaper);
  expect(await moneyOf(order)).toEqual([[16_000, 500]]);
  await sent(order, cheaper);
  await refunded(order, { of: cheaper });
  expect(await moneyOf(order)).toEqual([[16_000, 2_000]]);

  const other = await dearer(order);
  const partly = `update exchanges set waived_unit_minor = 100 where return_id = '${other}'`;
  expect(await codeOf(query(partly))).toBe('whole_differences_are_waived');
  await mark(other);
  const paid = `update exchanges set waived_unit_minor = 500 where return_id = '${other}'`;
  expect(await codeOf(query(paid))).toBe('extra_payments_are_refunded');
  // With the exchange ends what was paid for it.
  const seen = await getOrder(ctx, staff, order.id);
  expect(previewCancelledExchange(seen, other, shown)).toBe(500);
  expect(() => previewCancelledExchange(seen, other, { version: 1 })).toThrow('changed');
  expect((await act(other, 'cancel-exchange')).status).toBe(200);
  expect(await paymentsOf(other)).toMatchObject([{ provider: 'outside', paid: 500, back: 500 }]);
  expect((await waive(other)).body.code).toBe('order_closed');
});

test('the shop gets an email when money has to be given back because an exchange ended by itself', async () => {
  const order = await delivered(2);
  const id = await dearer(order);
  await mark(id);
  world.clock.shift += 15 * DAY_MS;
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  expect(await paymentsOf(id)).toMatchObject([{ provider: 'outside', paid: 500, back: 500 }]);
  const told = (await emailsAbout(order)).get('Please give $5.00 back for order N');
  expect(told).toContain('you give $5.00 back yourself');
  expect(await releaseEndedExchanges(ctx)).toBe(0);
  // A card gets its money back by itself.
  const byCard = await dearer(order);
  const clientSecret = await beginCard(byCard);
  const { id: transaction } = await (await confirmCard(sam, clientSecret)).json();
  await sam.put(`/api/v1/returns/${byCard}/payment`, { transaction });
  world.clock.shift += 15 * DAY_MS;
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  const asked = "select from outbox where kind = 'staff.difference-refunded'";
  expect(await query(asked)).toHaveLength(1);
});

test('only what is to be paid now is marked or waived, and a card that was charged first pays it', async () => {
  const order = await delivered(3);
  const early = await asked(order, order.xl);
  expect((await mark(early)).body.code).toBe('return_state');
  expect((await waive(early)).body.code).toBe('return_state');
  expect((await post(sam, `/returns/${early}/payments`)).status).toBe(403);
  const before = `update exchanges set waived_unit_minor = 500 where return_id = '${early}'`;
  expect(await codeOf(query(before))).toBe('whole_differences_are_waived');
  const copied = `insert into exchanges select (jsonb_populate_record(e, '{"waived_unit_minor": 500}')).*
    from exchanges e where return_id = '${early}'`;
  expect(await codeOf(query(copied))).toBe('whole_differences_are_waived');
  await act(early, 'decline', { reason: 'Worn' });
  expect((await waive(early)).body.code).toBe('return_state');
  const same = await asked(order, order.l);
  await act(same, 'approve');
  expect((await mark(same)).body.code).toBe('order_closed');
  expect((await waive('ret_none')).status).toBe(404);

  const id = await dearer(order);
  const clientSecret = await beginCard(id);
  const old = { version: 1, key: 'old', reference: null };
  expect(await codeOf(markDifferenceAsPaid(ctx, staff, id, old))).toBe('order_changed');
  expect(await codeOf(waiveDifference(ctx, staff, id, old))).toBe('order_changed');
  expect((await confirmCard(sam, clientSecret)).ok).toBe(true);
  // The shop has not heard of it yet. It asks the provider before anything is recorded.
  expect((await waive(id)).body.code).toBe('already_paid');
  expect(await paymentsOf(id)).toMatchObject([{ provider: 'sandbox', status: 'captured' }]);
});

test('at the same moment as its card is charged it is paid or waived once', async () => {
  const client = await shop.shopper('Ray Racing');
  const order = await delivered(8, client);
  const ways = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const id = await dearer(order, 1, client);
    const clientSecret = await beginCard(id, client);
    const pay = async () => {
      const response = await confirmCard(client, clientSecret);
      if (!response.ok) return;
      const { id: transaction } = await response.json();
      await client.put(`/api/v1/returns/${id}/payment`, { transaction });
    };
    const end = () => (round % 2 === 0 ? mark(id) : waive(id));
    const isLate = round % 4 > 1;
    const [ended] = await Promise.all([isLate ? pay().then(end) : end(), pay()]);
    expect([200, 201, 409]).toContain(ended.status);
    const [captured, ...more] = (await paymentsOf(id)).filter((one) => one.status === 'captured');
    expect(more).toEqual([]);
    const isWaived = ended.status === 200;
    expect(captured?.provider).toBe(
      isWaived ? undefined : ended.status === 201 ? 'outside' : 'sandbox',
    );
    expect(captured?.back ?? 0).toBe(0);
    ways.add(captured?.provider ?? 'waived');
    // There are fewer shirts than rounds.
    expect((await act(id, 'cancel-exchange')).status).toBe(200);
  }
  expect(ways).toContain('sandbox');
});

test('by two members of staff at once it is marked or waived once', async () => {
  const order = await delivered(1);
  const id = await dearer(order);
  const lock = { text: 'select from orders where id = $1 for update', values: [order.id] };
  const both = await heldBack(shop, lock, () => [mark(id), waive(id)]);
  const [marked, waived] = both.map(({ status }) => status);
  expect([marked, waived]).toEqual(marked === 201 ? [201, 409] : [409, 200]);
  expect(await auditOf(order)).toHaveLength(1);
});

test('with added taxes the difference of what came is waived, and none of its tax is due', async () => {
  await setRates([VAT]);
  const order = await delivered(2, sam, 3.99);
  const id = await dearer(order, 2);
  await receive(order, id);
  const { body } = await waive(id);
  // 5.00 with 9.975% of tax, for the one that came.
  expect(extraOf(body, id)).toMatchObject({ status: 'waived', due: 0, waived: 5.5 });
  const told = (await emailsAbout(order)).get('Nothing more to pay for the exchange of order N');
  expect(told).toContain('We send you this in exchange:');
  await sent(order, id);
  await refunded(order, { of: id });
  expect(await moneyOf(order)).toEqual([[16_399, 2_200]]);
  await setRates([]);
});

test('its reference goes with the account', async () => {
  const client = await shop.shopper('Cleo Cash');
  const order = await delivered(1, client);
  const id = await dearer(order, 1, client);
  await mark(id);
  const referenceOf = async () =>
    (await getOrder(ctx, staff, order.id)).returns[0]?.extra?.payment?.reference;
  expect(await referenceOf()).toBe('Till 7');
  await inTransaction(ctx.db, (tx) => forgetBuyer(tx, client.id, ctx.now()));
  expect(await referenceOf()).toBe(null);
});
