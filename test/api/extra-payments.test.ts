import { afterAll, afterEach, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { startExtraPayment } from '#features/checkout/checkout.ts';
import {
  forgetBuyer,
  processProviderEvents,
  reconcilePayments,
  settle,
  viewOrder,
} from '#features/orders/orders.ts';
import { requirePayments, storeProviderEvent } from '#features/payments/payments.ts';
import {
  cancelExchange,
  exchangeableFor,
  releaseEndedExchanges,
  shipExchange,
} from '#features/returns/returns.ts';
import { confirmCard } from '../support/cards.ts';
import { codeOf } from '../support/code-of.ts';
import { openExchangeShop, type Shirts, shown, tracking } from '../support/exchanges.ts';
import { actorOf, type Client } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY_MS = 86_400_000;

const world = await openExchangeShop();
const { shop, clock, query, act, delivered, ask, asked, post, onHand, emailsAbout } = world;
const { sam, eve, admin, staff } = world;
const { ctx } = shop.context;
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const viewOf = async ({ id }: Shirts) => {
  const order = await viewOrder(ctx, id);
  const one = order.returns.at(-1);
  if (!one) throw new Error('There is no return.');
  return { order, one, extra: one.extra };
};
const start = async (id: string, who: Client = sam) => {
  const response = await who.post(`/api/v1/returns/${id}/payment-intent`, {});
  return { status: response.status, body: await response.json() };
};
const confirm = async (clientSecret: string, who: Client = sam) =>
  (await (await confirmCard(who, clientSecret)).json()).id as string;
const settled = async (id: string, transaction: string, who: Client = sam) => {
  const response = await who.put(`/api/v1/returns/${id}/payment`, { transaction });
  return { status: response.status, body: await response.json() };
};
/** An approved return of shirts in M for the dearer XL. */
async function dearer(order: Shirts, quantity = 1): Promise<string> {
  const id = await asked(order, order.xl, { quantity });
  await act(id, 'approve');
  return id;
}
async function paid(order: Shirts, quantity = 1): Promise<{ id: string; transaction: string }> {
  const id = await dearer(order, quantity);
  const transaction = await confirm((await start(id)).body.clientSecret);
  expect((await settled(id, transaction)).status).toBe(200);
  return { id, transaction };
}
const paymentsOf = (id: string) =>
  query(
    `select p.status, p.amount_minor::int as paid,
       (select coalesce(sum(r.amount_minor), 0)::int from refunds r
         where r.payment_id = p.id and r.status = 'done') as back
     from payments p where return_id = $1 order by p.created_at`,
    [id],
  );

test('a dearer exchange is paid once, and sent after that', async () => {
  const order = await delivered(3);
  const [offered] = await exchangeableFor(ctx, await viewOrder(ctx, order.id));
  expect(offered?.find(({ sku }) => sku === order.xl)?.differenceMinor).toBe(-500);
  const id = await asked(order, order.xl, { quantity: 2, exchangePrice: 25 });
  expect((await viewOf(order)).extra).toMatchObject({ state: 'open', isPayable: false });
  // Before the approval nothing is taken.
  expect((await start(id)).body.code).toBe('order_closed');
  await act(id, 'approve');
  const approved = (await emailsAbout(order)).get('Please send back the items of order N');
  expect(approved).toMatch(/costs \$10\.00 more than you paid/);

  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('payment_incomplete');
  const parcel = (await query('select id from fulfillments where order_id = $1', [order.id]))[0].id;
  const sql = `update exchanges set fulfillment_id = '${parcel}' where return_id = '${id}'`;
  expect(await codeOf(query(sql))).toBe('only_paid_exchanges_ship');

  expect((await start(id, eve)).status).toBe(404);
  const tabs = await Promise.all([start(id), start(id), start(id)]);
  expect(new Set(tabs.map(({ body }) => body.clientSecret)).size).toBe(1);
  expect(tabs[0]?.body.amount).toBe(10);
  const transaction = await confirm(tabs[0]?.body.clientSecret);
  expect((await settled(id, transaction, eve)).status).toBe(404);
  // It pays neither the order nor another one.
  const asOrder = await sam.put(`/orders/${order.id}`, { transaction });
  expect((await asOrder.json()).code).toBe('transaction_used');
  const { order: before } = await viewOf(order);
  const first = await settled(id, transaction);
  expect(first.body.returns[0].extraPayment).toMatchObject({ status: 'paid', paid: 10, due: 10 });
  expect((await settled(id, transaction)).body).toEqual(first.body);
  expect((await start(id)).body.code).toBe('already_paid');
  expect(await paymentsOf(id)).toEqual([{ status: 'captured', paid: 1_000, back: 0 }]);

  // What the order paid is as before.
  const { order: after } = await viewOf(order);
  expect([after.payment, after.totalMinor, after.status]).toEqual([
    before.payment,
    before.totalMinor,
    'paid',
  ]);
  expect(after.documents.map(({ kind, totalMinor }) => [kind, totalMinor])).toEqual([
    ['invoice', 18_000],
    ['invoice', 1_000],
  ]);
  const document = await sam.get(`/api/v1/documents/${after.documents[1]?.id}`);
  expect((await document.json()).lines).toMatchObject([
    { sku: order.xl, quantity: 2, price: 5, amount: 10 },
  ]);
  const receipt = (await emailsAbout(order)).get(
    'We received your payment for the exchange of order N',
  );
  expect(receipt).toMatch(/You paid \$10\.00 with the card ending in 4242/);

  await act(id, 'receive', { lines: [{ sku: order.m, quantity: 2, restock: true }] });
  const sent = await act(id, 'ship-exchange', tracking);
  expect(sent.body.returnStatus).toBe('closed');
  expect(await onHand(order.xl)).toBe(3);
  // All that the order paid may still be refunded, and no more.
  const all = { amount: 180, reason: 'goodwill' };
  expect((await post(admin, `/orders/${order.id}/refunds`, { ...all, amount: 181 })).status).toBe(
    409,
  );
  const timeline = await (await admin.get(`/api/v1/orders/${order.id}/timeline`)).json();
  expect(JSON.stringify(timeline)).toContain('exchange-paid');
});

test('what was paid goes back in full when the exchange ends without a parcel', async () => {
  const order = await delivered(2);
  const { id } = await paid(order, 2);
  const cancelled = await act(id, 'cancel-exchange');
  expect(cancelled.body.returns[0].extraPayment).toMatchObject({
    status: 'refunded',
    paid: 10,
    refunded: 10,
    due: 0,
  });
  expect(await paymentsOf(id)).toEqual([{ status: 'captured', paid: 1_000, back: 1_000 }]);
  expect(await onHand(order.xl)).toBe(5);
  const { order: view } = await viewOf(order);
  expect(view.payment?.refundedMinor).toBe(0);
  const note = view.documents.at(-1);
  expect([note?.kind, note?.totalMinor]).toEqual(['credit_note', 1_000]);
  const document = await (await sam.get(`/api/v1/documents/${note?.id}`)).json();
  expect(document.lines).toMatchObject([{ sku: order.xl, amount: 10 }]);
  const mail = (await emailsAbout(order)).get('A refund for your order N');
  expect(mail).toMatch(/your payment of \$10\.00 for an exchange of order.*has ended/s);
  // The rest is a return as any other.
  await act(id, 'receive');
  expect((await act(id, 'refund')).body.refundedAmount).toBe(40);

  const closed = await delivered(1);
  const other = await paid(closed);
  await act(other.id, 'close');
  expect(await paymentsOf(other.id)).toEqual([{ status: 'captured', paid: 500, back: 500 }]);
});

test('the part for items that do not come goes back, and less is paid if it was not paid yet', async () => {
  const order = await delivered(3);
  const { id } = await paid(order, 3);
  await act(id, 'receive', { lines: [{ sku: order.m, quantity: 1 }] });
  expect(await paymentsOf(id)).toEqual([{ status: 'captured', paid: 1_500, back: 1_000 }]);
  expect((await viewOf(order)).extra).toMatchObject({ state: 'paid', dueMinor: 500 });
  expect((await act(id, 'ship-exchange', tracking)).body.returnStatus).toBe('closed');

  const unpaid = await delivered(2);
  const second = await dearer(unpaid, 2);
  const all = await start(second);
  await act(second, 'receive', { lines: [{ sku: unpaid.m, quantity: 1 }] });
  const less = await start(second);
  expect([all.body.amount, less.body.amount]).toEqual([10, 5]);
  expect((await requirePayments(ctx).findIntent(idOf(all.body.clientSecret)))?.status).toBe(
    'canceled',
  );
  const transaction = await confirm(less.body.clientSecret);
  expect((await settled(second, transaction)).status).toBe(200);
  expect((await act(second, 'ship-exchange', tracking)).body.returnStatus).toBe('closed');
});

const idOf = (clientSecret: string) => clientSecret.replace(/_secret.*/, '');

test('money that comes after the exchange ended goes back by itself', async () => {
  const order = await delivered(4);
  const late = async () => {
    const id = await dearer(order);
    const { clientSecret } = (await start(id)).body;
    return { id, transaction: await confirm(clientSecret) };
  };
  const gone = { status: 'refunded', paid: 500, back: 500 };
  // The customer's page comes back.
  const page = await late();
  await cancelExchange(ctx, staff, page.id, shown);
  expect((await settled(page.id, page.transaction)).body.code).toBe('order_closed');
  expect(await paymentsOf(page.id)).toEqual([gone]);
  // The webhook comes.
  const hook = await late();
  await cancelExchange(ctx, staff, hook.id, shown);
  const event = { type: 'payment_intent.succeeded', intentId: hook.transaction, payload: {} };
  await storeProviderEvent(ctx, { id: `evt_${hook.id}`, ...event });
  await processProviderEvents(ctx);
  expect(await paymentsOf(hook.id)).toEqual([gone]);
  // Nobody comes: the job finds it, soon because the end of the exchange asks for it.
  const lost = await late();
  await cancelExchange(ctx, staff, lost.id, shown);
  await reconcilePayments(ctx);
  expect(await paymentsOf(lost.id)).toEqual([gone]);
  // Not paid yet: the job stops it.
  const id = await dearer(order);
  const { clientSecret } = (await start(id)).body;
  await cancelExchange(ctx, staff, id, shown);
  await reconcilePayments(ctx);
  expect((await confirmCard(sam, clientSecret)).ok).toBe(false);
  expect(await paymentsOf(id)).toMatchObject([{ status: 'cancelled' }]);
});

test('a payment that nobody reported is found, and so is a refund that was made at the provider', async () => {
  const order = await delivered(1);
  const id = await dearer(order);
  const transaction = await confirm((await start(id)).body.clientSecret);
  clock.shift += 10 * 60_000;
  await reconcilePayments(ctx);
  expect((await viewOf(order)).extra?.state).toBe('paid');
  const money = { intentId: transaction, amountMinor: 500, currency: 'USD' };
  await requirePayments(ctx).refund({ ...money, reference: '', idempotencyKey: 'by hand' });
  const event = { type: 'charge.refunded', intentId: transaction, payload: {} };
  await storeProviderEvent(ctx, { id: 'evt_by_hand', ...event });
  await processProviderEvents(ctx);
  expect((await viewOf(order)).extra?.state).toBe('refunded');
  // So it is not paid any more.
  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('payment_incomplete');
  expect((await act(id, 'cancel-exchange')).status).toBe(200);
});

test('what is not paid in time is released, and what was paid by a deleted account goes back', async () => {
  const order = await delivered(3);
  const unpaid = await dearer(order);
  const done = await paid(order);
  await act(unpaid, 'receive');
  await act(done.id, 'receive');
  expect(await releaseEndedExchanges(ctx)).toBe(0);
  clock.shift += 15 * DAY_MS;
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  const states = (await viewOf(order)).order.returns.map(({ lines }) => lines[0]?.exchange);
  expect(states).toMatchObject([{ releasedBecause: 'unpaid' }, { state: 'reserved' }]);
  expect((await start(unpaid)).body.code).toBe('order_closed');
  await inTransaction(ctx.db, (tx) => forgetBuyer(tx, sam.id, ctx.now()));
  await query('update orders set user_id = null where id = $1', [order.id]);
  expect(await releaseEndedExchanges(ctx)).toBe(1);
  expect(await paymentsOf(done.id)).toEqual([{ status: 'captured', paid: 500, back: 500 }]);
});

test('what was refunded otherwise is neither paid nor kept', async () => {
  const order = await delivered(2);
  const id = await dearer(order);
  const { clientSecret } = (await start(id)).body;
  const lines = [{ sku: order.m, quantity: 2 }];
  await post(admin, `/orders/${order.id}/refunds`, { lines, reason: 'Goodwill' });
  expect((await viewOf(order)).extra).toMatchObject({ state: 'open', isPayable: false });
  expect((await start(id)).body.code).toBe('order_closed');
  const late = await settled(id, await confirm(clientSecret));
  expect([late.status, late.body.code]).toEqual([409, 'order_closed']);
  expect(await paymentsOf(id)).toEqual([{ status: 'refunded', paid: 500, back: 500 }]);

  const other = await delivered(1);
  const { id: done } = await paid(other);
  await act(done, 'receive');
  const { order: whole } = await viewOf(other);
  const amount = (whole.payment?.refundableMinor ?? 0) / 100;
  await post(admin, `/orders/${other.id}/refunds`, { amount, reason: 'Goodwill' });
  expect(await releaseEndedExchanges(ctx)).toBe(2);
  expect(await releaseEndedExchanges(ctx)).toBe(0);
  expect(await paymentsOf(done)).toEqual([{ status: 'captured', paid: 500, back: 500 }]);
  expect((await viewOf(other)).one.lines[0]?.exchange?.releasedBecause).toBe('refunded');
  expect([await onHand(order.xl), await onHand(other.xl)]).toEqual([5, 5]);
});

test('paying, ending and sending at once pay once, and send nothing that is unpaid', async () => {
  const client = await shop.shopper('Ray Racing');
  const buyer = actorOf(client);
  const order = await delivered(8, client);
  for (let round = 0; round < 8; round += 1) {
    const id = String((await ask(order, order.xl, { who: client })).body.returns.at(-1)._id);
    await act(id, 'approve');
    const { clientSecret } = await startExtraPayment(ctx, buyer, id);
    const transaction = await confirm(clientSecret, client);
    const pay = () => codeOf(settle(ctx, transaction, { actor: 'race' }));
    const other = [
      () => codeOf(cancelExchange(ctx, staff, id, shown)),
      () => codeOf(shipExchange(ctx, staff, id, { ...shown, ...tracking })),
    ][round % 2];
    await Promise.all([pay(), other?.(), pay(), codeOf(reconcilePayments(ctx))]);
    await codeOf(settle(ctx, transaction, { actor: 'race' }));
    const [payment, ...more] = await paymentsOf(id);
    expect(more).toEqual([]);
    const view = await viewOrder(ctx, order.id);
    const state = view.returns.find((one) => one.id === id)?.lines[0]?.exchange?.state;
    expect(payment.back).toBe(state === 'released' ? 500 : 0);
  }
});

test('the difference has the tax of the line', async () => {
  const set = async (rates: object[]) => {
    const { version } = await (await admin.get('/api/v1/taxes')).json();
    const body = { pricesIncludeTax: false, rates };
    const response = await admin.put('/api/v1/taxes', body, { 'if-match': `"${version}"` });
    expect(response.status).toBe(200);
  };
  await set([{ name: 'VAT', rate: 15, country: 'BD' }]);
  const order = await delivered(1, eve, 3);
  const id = String((await ask(order, order.xl, { who: eve })).body.returns[0]._id);
  await act(id, 'approve');
  await set([]);
  const { body } = await start(id, eve);
  expect(body.amount).toBe(5.75);
  await settled(id, await confirm(body.clientSecret, eve), eve);
  const { order: view } = await viewOf(order);
  const document = await eve.get(`/api/v1/documents/${view.documents[1]?.id}`);
  expect(await document.json()).toMatchObject({
    total: 5.75,
    taxes: [{ name: 'VAT', amount: 0.75 }],
  });
  await act(id, 'cancel-exchange');
  expect(await paymentsOf(id)).toEqual([{ status: 'captured', paid: 575, back: 575 }]);
});
