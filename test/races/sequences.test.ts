import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { expireOverdueOrders, reconcilePayments, settle } from '#features/orders/orders.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import type { StripeChange } from '../support/stripe-account.ts';

// Any sequence of calls, and any interleaving of those that fight over one order, against a model
// of a few lines and against what the provider saw.

const UNITS = 6;
const DAY = 86_400_000;
let now = Date.now();
const seen: StripeChange[] = [];
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;
let count = 0;

beforeAll(async () => {
  fake = await startStripeFake({ onChange: (change) => seen.push(change) });
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_test_1', webhookSecret: null, apiUrl };
  shop = await openTestShop({ stripe, now: () => new Date(now), maxConnections: 30 });
  sam = await shop.shopper('Sam Sequence');
  admin = await shop.admin();
});
afterAll(async () => {
  await shop.close();
  await fake.close();
});

interface Placed {
  id: string;
  key: string;
  quantity: number;
  status: 'pending' | 'paid' | 'cancelled';
  isHidden: boolean;
  /** The provider has the money. */
  transaction: string | null;
  refundedMinor: number;
}

interface Model {
  product: ProductDetail;
  left: number;
  orders: Placed[];
}

/** What one step does to the shop, with what the model says comes of it. */
type Step =
  | { step: 'place'; quantity: number }
  | { step: 'repeat' | 'charge' | 'pay' | 'tell' | 'delete'; order: number }
  | { step: 'refund'; order: number; dollars: number }
  | { step: 'reconcile' }
  | { step: 'expire' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('place' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      step: fc.constantFrom(
        'repeat' as const,
        'charge' as const,
        'pay' as const,
        'tell' as const,
        'delete' as const,
      ),
      order: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('refund' as const),
      order: fc.nat(9),
      dollars: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constantFrom('reconcile' as const, 'expire' as const) }),
  },
);

const codeOf = async (response: Response) =>
  response.status < 300 ? response.status : (await response.json()).code;
const totalOf = ({ quantity }: Placed) => quantity * 20 + 120;

function becomePaid(order: Placed): void {
  if (order.status === 'pending' && order.transaction) order.status = 'paid';
}

function becomeCancelled(model: Model, order: Placed): void {
  order.status = 'cancelled';
  model.left += order.quantity;
}

async function place(model: Model, quantity: number): Promise<void> {
  count += 1;
  const key = `sequence-${count}`;
  const response = await sam.post('/orders', orderOf(model.product, quantity), {
    'idempotency-key': key,
  });
  if (quantity > model.left) {
    expect(await codeOf(response)).toBe('out_of_stock');
    return;
  }
  expect(response.status).toBe(201);
  const { _id: id } = await response.json();
  model.left -= quantity;
  model.orders.push({
    id,
    key,
    quantity,
    status: 'pending',
    isHidden: false,
    transaction: null,
    refundedMinor: 0,
  });
}

/** Asks for the intent; when there is one to be paid, the card pays it and nobody tells the shop. */
async function charge(order: Placed): Promise<void> {
  const response = await sam.post('/create-payment-intent', {
    totalAmount: totalOf(order),
    orderId: order.id,
  });
  if (order.isHidden) return expect(await codeOf(response)).toBe('not_found');
  if (order.status === 'paid') return expect(await codeOf(response)).toBe('already_paid');
  if (order.status === 'cancelled') return expect(await codeOf(response)).toBe('order_closed');
  if (order.transaction) {
    // The shop looks before it asks for another card, and finds the money.
    expect(await codeOf(response)).toBe('already_paid');
    return becomePaid(order);
  }
  expect(response.status).toBe(200);
  const { clientSecret } = await response.json();
  const transaction: string = clientSecret.split('_secret_')[0];
  expect(fake.confirm(transaction, CARDS.good)).toBeNull();
  order.transaction = transaction;
}

async function remove(model: Model, order: Placed): Promise<void> {
  const response = await sam.delete(`/orders/${order.id}`);
  if (order.status === 'pending' && order.transaction) {
    expect(await codeOf(response)).toBe('already_paid');
    return becomePaid(order);
  }
  expect(await response.json()).toEqual({ deletedCount: order.isHidden ? 0 : 1 });
  if (order.status === 'pending') becomeCancelled(model, order);
  order.isHidden = true;
}

async function refund(order: Placed, dollars: number): Promise<void> {
  count += 1;
  const body = { amount: dollars, reason: 'Asked for.' };
  const response = await admin.post(`/orders/${order.id}/refunds`, body, {
    'idempotency-key': `refund-${count}`,
  });
  if (order.status !== 'paid') return expect(await codeOf(response)).toBe('payment_incomplete');
  if (order.refundedMinor + dollars * 100 > totalOf(order) * 100) {
    return expect(await codeOf(response)).toBe('amount_mismatch');
  }
  expect(response.status).toBe(201);
  order.refundedMinor += dollars * 100;
}

async function take(model: Model, wanted: Step): Promise<void> {
  const { ctx } = shop.context;
  const { orders } = model;
  if (wanted.step === 'place') return place(model, wanted.quantity);
  if (wanted.step === 'reconcile') {
    now += 7 * 3_600_000;
    await reconcilePayments(ctx);
    for (const order of orders) becomePaid(order);
    return;
  }
  if (wanted.step === 'expire') {
    now += 8 * DAY;
    await expireOverdueOrders(ctx);
    for (const order of orders) {
      becomePaid(order);
      if (order.status === 'pending') becomeCancelled(model, order);
    }
    return;
  }
  const order = orders[wanted.order % Math.max(1, orders.length)];
  if (!order) return;
  switch (wanted.step) {
    case 'repeat': {
      const again = await sam.post('/orders', orderOf(model.product, order.quantity), {
        'idempotency-key': order.key,
      });
      expect(again.status).toBe(201);
      expect((await again.json())._id).toBe(order.id);
      break;
    }
    case 'charge':
      await charge(order);
      break;
    case 'pay':
      await charge(order);
      if (order.transaction && !order.isHidden) {
        const response = await sam.put(`/orders/${order.id}`, { transaction: order.transaction });
        expect((await response.json()).status).toBe('Paid');
        becomePaid(order);
      }
      break;
    case 'tell':
      if (!order.transaction) break;
      expect(await settle(ctx, order.transaction, { actor: 'webhook' })).toBe(order.id);
      becomePaid(order);
      break;
    case 'delete':
      await remove(model, order);
      break;
    case 'refund':
      await refund(order, wanted.dollars);
      break;
  }
}

/** The shop's rows and the provider's money are what the model says. */
async function expectModel({ product, left, orders }: Model): Promise<void> {
  const { pool } = shop.database;
  const variant = await pool.query('select on_hand from variants where product_id = $1', [
    product.id,
  ]);
  expect(variant.rows[0].on_hand).toBe(left);
  const { rows } = await pool.query(
    'select id, status, hidden_by_owner_at is not null as hidden from orders where id = any($1)',
    [orders.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, status, isHidden, transaction, refundedMinor } of orders) {
    expect(byId.get(id)).toEqual({ id, status, hidden: isHidden });
    if (transaction) expect(fake.refundedMinor(transaction)).toBe(refundedMinor);
  }
}

test('whatever is called in whatever order, the shop does what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const product = await stock(shop, { name: 'Sequence Shirt', inventory: UNITS });
      const model: Model = { product, left: UNITS, orders: [] };
      for (const wanted of steps) {
        await take(model, wanted);
        await expectModel(model);
      }
      await expectSoundLedger(shop);
    }),
    { numRuns: 25 },
  );
}, 240_000);

/** Who fights over an order that is being paid; each starts after so many milliseconds. */
const wait = fc.integer({ min: 0, max: 25 });
const longWait = fc.oneof(wait, fc.integer({ min: 0, max: 400 }));
const fight = fc.record({
  // Null: when the others have ended.
  pay: longWait as fc.Arbitrary<number | null>,
  tell: wait,
  webhook: fc.option(wait),
  remove: fc.option(wait),
  expire: fc.option(wait),
});

/** Two that end in the one and the other way on every machine; the others end as they come. */
const UNDISTURBED = { pay: 0, tell: 0, webhook: 0, remove: null, expire: null };
const TOO_LATE = { pay: null, tell: 0, webhook: null, remove: 0, expire: null };

test('paying, deleting, a webhook and expiry at once end one way, with the money where it belongs', async () => {
  const { ctx } = shop.context;
  const { pool } = shop.database;
  const endings = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fight, async ({ pay, tell, webhook, remove, expire }) => {
      const product = await stock(shop, { name: 'Fought Over', inventory: 1 });
      const model: Model = { product, left: 1, orders: [] };
      await place(model, 1);
      const [order] = model.orders;
      if (!order) throw new Error('There is no order.');
      const request = { totalAmount: totalOf(order), orderId: order.id };
      const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
      const transaction: string = clientSecret.split('_secret_')[0];
      // Overdue from now on, so that expiry may take it.
      now += 8 * DAY;
      const after = <T>(ms: number | null, work: () => T) =>
        ms === null ? null : new Promise((resolve) => setTimeout(resolve, ms)).then(work);
      const card = () => {
        try {
          fake.confirm(transaction, CARDS.good);
        } catch {
          // The intent was cancelled first.
        }
      };
      const others = Promise.all([
        after(webhook, () => settle(ctx, transaction, { actor: 'webhook' }).catch(() => null)),
        after(remove, () => sam.delete(`/orders/${order.id}`)),
        after(expire, () => expireOverdueOrders(ctx)),
      ]);
      const paying = pay === null ? others.then(card) : after(pay, card);
      await paying?.then(() => after(tell, () => sam.put(`/orders/${order.id}`, { transaction })));
      await others;
      const { rows } = await pool.query('select status from orders where id = $1', [order.id]);
      const [{ status }] = rows;
      const wasCharged = seen.some(
        ({ kind, intent }) => kind === 'succeeded' && intent === transaction,
      );
      const keptMinor = (wasCharged ? totalOf(order) * 100 : 0) - fake.refundedMinor(transaction);
      endings.add(`${status}, ${wasCharged ? 'charged' : 'not charged'}`);
      expect({ status, keptMinor }).toEqual(
        status === 'paid'
          ? { status, keptMinor: totalOf(order) * 100 }
          : { status: 'cancelled', keptMinor: 0 },
      );
      const left = await pool.query('select on_hand from variants where product_id = $1', [
        product.id,
      ]);
      expect(left.rows[0].on_hand).toBe(status === 'paid' ? 0 : 1);
      await expectSoundLedger(shop);
    }),
    { numRuns: 25, examples: [[UNDISTURBED], [TOO_LATE]] },
  );
  // Both ways out were seen.
  expect([...endings].sort()).toEqual(
    expect.arrayContaining(['cancelled, not charged', 'paid, charged']),
  );
}, 240_000);
