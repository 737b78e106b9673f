import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { undoCancellation } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import {
  cancelUnpaidOrder,
  carryOutOpenRefunds,
  forgetBuyer,
  getOrder,
  listOrdersForStaff,
  markAsPaid,
  refundOrder,
  requestOrderRefund,
} from '#features/orders/orders.ts';
import { carryOutRefund } from '#features/payments/payments.ts';
import { summarizeSales } from '#features/sales-reports/sales-reports.ts';
import { confirmCard } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { heldBack } from '../support/held-back.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// What staff do about unpaid orders: they mark them as paid outside of the shop, or cancel them.

let shop: TestShop;
let ctx: Ctx;
let sam: Client;
let admin: Client;
let second: Client;
let now = Date.parse('2026-11-21T10:00:00Z');

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 30, now: () => new Date(now) });
  ctx = shop.context.ctx;
  sam = await shop.shopper('Sam Cash');
  admin = await shop.admin();
  second = await shop.admin('Bea Admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const staff = () => actorOf(admin, 'admin');

/** An unpaid order of one of two shirts, for $140. */
async function place(customer = sam) {
  const shirt = await stock(shop, { name: 'Unpaid Shirt', inventory: 2 });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const order = await (await customer.post('/orders', orderOf(shirt), key)).json();
  return { id: order._id as string, shirt };
}

async function beginCard(id: string): Promise<string> {
  const request = { totalAmount: 140, orderId: id };
  const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
  return clientSecret;
}

const mark = (client: Client, id: string, key: string = crypto.randomUUID()) =>
  client.post(
    `/api/v1/orders/${id}/payments`,
    { reference: ' Transfer 4711 ' },
    { 'idempotency-key': key },
  );

async function paidOutside(customer = sam) {
  const placed = await place(customer);
  expect((await mark(admin, placed.id)).status).toBe(201);
  return placed;
}

const inStock = async ({ id }: { id: string }) =>
  (await (await sam.get(`/products/${id}`)).json()).inventory;
const paymentsOf = (id: string) =>
  shop.query(
    `select p.provider, p.status, i.status as intent, i.refunded_minor::int as back
     from payments p left join sandbox_intents i on i.id = p.intent_id
     where p.order_id = $1 order by p.provider`,
    [id],
  );
async function newestEmail(subject: string): Promise<string> {
  await deliverDue(ctx);
  const page = await listCapturedEmails(ctx, staff(), { limit: 20, after: null });
  return page?.items.find((one) => one.subject.includes(subject))?.text ?? '';
}

describe('an order that staff mark as paid', () => {
  test('has one capture, an invoice and a receipt, counts in the sales, and names who did it', async () => {
    const { id, shirt } = await place();
    const clientSecret = await beginCard(id);
    const before = await summarizeSales(ctx, staff());
    const key = crypto.randomUUID();
    const response = await mark(admin, id, key);
    expect(response.status).toBe(201);
    const json = await response.json();
    expect(json).toMatchObject({
      ...{ status: 'Paid', amount: 14_000, last4: null },
      ...{ paidOutside: true, paymentReference: 'Transfer 4711' },
    });
    expect(json).not.toHaveProperty('transaction');
    expect(json.documents).toMatchObject([{ kind: 'invoice' }]);
    // A repeat changes nothing; another request says that the order is paid.
    expect((await mark(admin, id, key)).status).toBe(201);
    const noted = { reference: 'Transfer 4712' };
    const other = await admin.post(`/api/v1/orders/${id}/payments`, noted, {
      'idempotency-key': key,
    });
    expect([other.status, (await other.json()).detail]).toEqual([
      ...[409, 'That key was used for another payment.'],
    ]);
    const again = await mark(second, id);
    expect([again.status, (await again.json()).code]).toEqual([409, 'already_paid']);
    // The card payment that was open can't be paid any more.
    expect((await confirmCard(sam, clientSecret)).status).not.toBe(200);
    expect(await paymentsOf(id)).toEqual([
      { provider: 'outside', status: 'captured', intent: null, back: null },
      { provider: 'sandbox', status: 'cancelled', intent: 'canceled', back: 0 },
    ]);
    expect(await inStock(shirt)).toBe(1);
    const own = await (await sam.get(`/orders/${id}`)).json();
    expect(own).toMatchObject({ status: 'Paid', payment: 'outside', paidOutside: true });
    expect(own).not.toHaveProperty('paymentReference');
    const audited = await shop.query(
      'select actor, action, detail from audit_log where subject = $1',
      [id],
    );
    expect(audited).toEqual([
      { actor: admin.id, action: 'order.mark-paid', detail: { amountMinor: 14_000 } },
    ]);
    const { timeline } = await (await admin.get(`/api/v1/orders/${id}`)).json();
    expect(timeline[0]).toMatchObject({
      ...{
        event: 'pay',
        actor: expect.stringContaining('Ada Admin'),
        detail: 'outside of the shop',
      },
    });
    const receipt = await newestEmail('placed and paid');
    expect(receipt).toContain('We received $140.00.');
    expect(receipt).not.toContain('Transaction');
    const { today } = await summarizeSales(ctx, staff());
    expect(today.capturedMinor - before.today.capturedMinor).toBe(14_000);
  });

  test('is refunded without a card provider, as money that staff gave back themselves', async () => {
    const { id } = await paidOutside();
    const part = { reason: 'Came back', key: 'one' };
    const withoutCards = { ...ctx, payments: null };
    const { isDone } = await refundOrder(withoutCards, staff(), id, {
      ...part,
      amountMinor: 4_000,
    });
    expect(isDone).toBe(true);
    expect(await newestEmail('A refund')).toContain('we give it back to you ourselves');
    // A process that dies after the request leaves the rest to the jobs.
    await inTransaction(ctx.db, async (tx) => {
      const order = { id, status: 'paid' as const };
      const rest = { reason: 'Came back', key: 'two', amountMinor: 10_000 };
      await requestOrderRefund(ctx, tx, admin.id, order, rest);
    });
    await carryOutOpenRefunds(withoutCards);
    const order = await getOrder(ctx, staff(), id);
    expect(order.payment).toMatchObject({ refundedMinor: 14_000, refundableMinor: 0 });
    expect(order.refunds.map(({ status }) => status)).toEqual(['done', 'done']);
    // Another process may have done it before. That is no fault of a provider.
    const [first] = order.refunds;
    expect(await carryOutRefund(withoutCards, first?.id ?? '')).toBe('waiting');
    expect(order.documents.map(({ kind }) => kind)).toEqual([
      ...['invoice', 'credit_note', 'credit_note'],
    ]);
    const [ledger] = await shop.query(
      'select sum(amount_minor)::int as sum, count(*)::int from ledger_entries where order_id = $1',
      [id],
    );
    expect(ledger).toEqual({ sum: 0, count: 3 });
  });

  test('at the same moment as its card is charged is paid once', async () => {
    const ways = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await place();
      const clientSecret = await beginCard(id);
      const pay = async () => {
        const response = await confirmCard(sam, clientSecret);
        if (response.status !== 200) return;
        const { id: transaction } = await response.json();
        await sam.put(`/orders/${id}`, { transaction });
      };
      const marking = round % 2 === 0 ? mark(admin, id) : pay().then(() => mark(admin, id));
      const [marked] = await Promise.all([marking, pay()]);
      expect([201, 409]).toContain(marked.status);
      const captured = (await paymentsOf(id)).filter(({ status }) => status === 'captured');
      expect(captured).toHaveLength(1);
      expect(captured[0].provider).toBe(marked.status === 201 ? 'outside' : 'sandbox');
      ways.add(captured[0].provider);
    }
    expect(ways).toContain('sandbox');
  });

  test('by two members of staff at once is paid once', async () => {
    const { id } = await place();
    const lock = { text: 'select from orders where id = $1 for update', values: [id] };
    const both = await heldBack(shop, lock, () => [mark(admin, id), mark(second, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test('while its customer deletes it ends paid or cancelled', async () => {
    const { id, shirt } = await place();
    const lock = { text: 'select from orders where id = $1 for update', values: [id] };
    const [marked, deleted] = await heldBack(shop, lock, () => [
      mark(admin, id),
      sam.delete(`/orders/${id}`),
    ]);
    const { status } = await getOrder(ctx, staff(), id);
    const isPaid = status === 'paid';
    expect([marked?.status, deleted?.status]).toEqual(isPaid ? [201, 409] : [409, 200]);
    expect(await inStock(shirt)).toBe(isPaid ? 1 : 2);
  });

  test('keeps no reference when its account goes', async () => {
    const cleo = await shop.shopper('Cleo Cash');
    const { id } = await paidOutside(cleo);
    const referenceOf = async () => (await getOrder(ctx, staff(), id)).payment?.reference;
    expect(await referenceOf()).toBe('Transfer 4711');
    await inTransaction(ctx.db, (tx) => forgetBuyer(tx, cleo.id, new Date(now + 1_000)));
    expect(await referenceOf()).toBe(null);
  });

  test('in an older state than staff saw is refused, and its card can still be paid', async () => {
    const { id } = await place();
    const clientSecret = await beginCard(id);
    const request = { key: 'old', version: 99, reference: null };
    await expect(markAsPaid(ctx, staff(), id, request)).rejects.toMatchObject({
      code: 'order_changed',
    });
    await expect(cancelUnpaidOrder(ctx, staff(), id, request)).rejects.toMatchObject({
      code: 'order_changed',
    });
    expect((await confirmCard(sam, clientSecret)).status).toBe(200);
    // The shop has not heard of it yet. It asks the provider before anything is recorded.
    const late = await mark(admin, id);
    expect([late.status, (await late.json()).code]).toEqual([409, 'already_paid']);
    expect(await paymentsOf(id)).toMatchObject([{ provider: 'sandbox', status: 'captured' }]);
  });
});

describe('an unpaid order that staff cancel', () => {
  test('stops its card payment, gives its stock back, stays in the list and can be undone', async () => {
    const { id, shirt } = await place();
    const clientSecret = await beginCard(id);
    const cancel = () => admin.post(`/api/v1/orders/${id}/cancel`, {});
    expect(await (await cancel()).json()).toMatchObject({ status: 'Cancelled' });
    expect((await cancel()).status).toBe(200);
    const byOther = await second.post(`/api/v1/orders/${id}/cancel`, {});
    expect([byOther.status, (await byOther.json()).code]).toEqual([409, 'order_closed']);
    expect((await confirmCard(sam, clientSecret)).status).not.toBe(200);
    expect(await inStock(shirt)).toBe(2);
    const newest = {
      ...{ filter: EVERY_ORDER, limit: 5, after: null, counted: 100 },
      sort: 'newest' as const,
    };
    const { items } = await listOrdersForStaff(ctx, staff(), newest);
    expect(items.find((row) => row.id === id)).toMatchObject({ paymentStatus: 'voided' });
    const audited = await shop.query('select action from audit_log where subject = $1', [id]);
    expect(audited).toEqual([{ action: 'order.cancel' }]);

    await expect(undoCancellation(ctx, staff(), id, { version: 99 })).rejects.toMatchObject({
      code: 'order_changed',
    });
    const { version } = await getOrder(ctx, staff(), id);
    const orderId = await undoCancellation(ctx, staff(), id, { version });
    expect(orderId).not.toBe(id);
    expect(await undoCancellation(ctx, staff(), id, { version })).toBe(orderId);
    // Only the new one is in the lists.
    const listed = await shop.query(
      'select id from orders where id = any($1) and archived_at is null and hidden_by_owner_at is null',
      [[id, orderId]],
    );
    expect(listed).toEqual([{ id: orderId }]);
    expect((await getOrder(ctx, staff(), orderId)).status).toBe('pending');
    expect(await inStock(shirt)).toBe(1);
    expect((await mark(admin, id)).status).toBe(409);

    expect((await admin.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200);
    now += 3 * 60_000;
    expect(await newestEmail('cancelled')).toContain('cancelled');
  });

  test('stays cancelled when staff deleted it afterwards and press Undo on an old page', async () => {
    const { id } = await place();
    expect((await admin.post(`/api/v1/orders/${id}/cancel`, {})).status).toBe(200);
    expect((await admin.delete(`/orders/${id}`)).status).toBe(200);
    const undone = undoCancellation(ctx, staff(), id, { version: null });
    await expect(undone).rejects.toMatchObject({ code: 'order_closed' });
    const rows = await shop.query(
      'select archived_at is null as listed from orders where id = $1',
      [id],
    );
    expect(rows).toEqual([{ listed: false }]);
  });

  test('is kept when it is paid', async () => {
    const { id } = await paidOutside();
    const response = await admin.post(`/api/v1/orders/${id}/cancel`, {});
    expect([response.status, (await response.json()).code]).toEqual([409, 'already_paid']);
  });
});
