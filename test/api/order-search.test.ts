import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  OrderSearch,
  OrderSort,
  OrderState,
} from '#features/orders/lists/order-list.schema.ts';
import {
  bestSellers,
  expireOverdueOrders,
  listAllOrders,
  listMyOrders,
  restoreOrder,
  searchOrders,
} from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let now = Date.parse('2026-11-01T10:00:00Z');
let sam: Client;
let ann: Client;
let admin: Client;
/** Ids of orders by what became of them. */
const ids: Record<'expired' | 'paid' | 'open' | 'paidDeleted' | 'openDeleted', string> = {
  expired: '',
  paid: '',
  open: '',
  paidDeleted: '',
  openDeleted: '',
};

const everything: OrderSearch = { text: null, state: 'all', sort: 'newest' };
const find = async (change: Partial<OrderSearch>) => {
  const search = { ...everything, ...change, limit: 100, after: null };
  const { items, count } = await searchOrders(shop.context.ctx, actorOf(admin, 'admin'), search);
  expect(count).toBe(items.length);
  return items;
};
const idsOf = async (change: Partial<OrderSearch>) => (await find(change)).map(({ id }) => id);
const rows = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query(text, values)).rows;

async function place(client: Client, priceMinor: number): Promise<string> {
  now += 60_000;
  const goods = await stock(shop, { name: `Goods ${now}`, priceMinor });
  return (await (await client.post('/orders', orderOf(goods))).json())._id;
}

async function pay(client: Client, id: string, priceMinor: number): Promise<void> {
  const amount = { totalAmount: (priceMinor + 12_000) / 100, orderId: id };
  const transaction = await payIntent(client, amount);
  expect((await client.put(`/orders/${id}`, { transaction })).status).toBe(200);
}

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Olu 100% Shopper');
  ann = await shop.shopper('Ann Other');
  admin = await shop.admin();
  ids.expired = await place(ann, 1_000);
  now += 8 * 86_400_000;
  await expireOverdueOrders(shop.context.ctx);
  ids.paid = await place(sam, 9_000);
  await pay(sam, ids.paid, 9_000);
  ids.open = await place(ann, 5_000);
  ids.paidDeleted = await place(sam, 7_000);
  await pay(sam, ids.paidDeleted, 7_000);
  ids.openDeleted = await place(ann, 3_000);
  await admin.delete(`/orders/${ids.paidDeleted}`);
  await admin.delete(`/orders/${ids.openDeleted}`);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

test('what sells is what was paid', async () => {
  const sold = await bestSellers(shop.context.ctx);
  const { rows } = await shop.database.pool.query(
    'select product_id from order_lines where order_id = any($1) order by order_id = $2',
    [[ids.paid, ids.open], ids.paid],
  );
  const [open, paid] = rows.map(({ product_id }) => product_id);
  expect([sold.includes(paid), sold.includes(open)]).toEqual([true, false]);
});

describe('searching orders', () => {
  test.each<[OrderState, (keyof typeof ids)[]]>([
    ['all', ['open', 'paid', 'expired']],
    ['paid', ['paid']],
    ['open', ['open']],
    ['cancelled', ['expired']],
    ['deleted', ['openDeleted', 'paidDeleted']],
  ])('shows those that are %s', async (state, names) => {
    expect(await idsOf({ state })).toEqual(names.map((name) => ids[name]));
  });

  test('sorts by age and by total', async () => {
    expect(await idsOf({ sort: 'oldest' })).toEqual([ids.expired, ids.paid, ids.open]);
    expect(await idsOf({ sort: 'total' })).toEqual([ids.paid, ids.open, ids.expired]);
  });

  test("finds by number with and without its hyphen, by the buyer's name and by email", async () => {
    const number = (await find({ state: 'paid' }))[0]?.number ?? '';
    // Numbers have no O, so none of them reads like the name.
    const texts = [number, number.toLowerCase(), number.replace('-', ''), '100%', 'OLU '];
    for (const text of texts) {
      expect(await idsOf({ text }), text).toEqual([ids.paid]);
    }
    expect(await idsOf({ text: ann.email.toUpperCase() })).toEqual([ids.open, ids.expired]);
    expect(await idsOf({ text: 'ann', state: 'cancelled' })).toEqual([ids.expired]);
  });

  test('takes wildcards and hyphens for what they are', async () => {
    for (const text of ['%', '_', '-', '\\', "'", 'no one', 'lu', 'ther']) {
      expect(await idsOf({ text }), text).toEqual([]);
    }
  });

  test('is for admins alone', async () => {
    const { ctx } = shop.context;
    const search = { ...everything, limit: 10, after: null };
    await expect(searchOrders(ctx, actorOf(sam), search)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(searchOrders(ctx, actorOf(shop.guest()), search)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('pages of every sort, one after the other, are the whole list', async () => {
    const { ctx } = shop.context;
    const sorts: OrderSort[] = ['newest', 'oldest', 'total'];
    const states: OrderState[] = ['all', 'paid', 'open', 'cancelled', 'deleted'];
    // Orders of equal time and total, so that only the id tells them apart.
    const goods = await stock(shop, { name: 'Equal Goods', priceMinor: 5_000, inventory: 100 });
    for (let each = 0; each < 9; each += 1) {
      const key = { 'idempotency-key': `equal-${each}` };
      await (each % 2 ? sam : ann).post('/orders', orderOf(goods), key);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.constantFrom(...states),
        fc.constantFrom(null, 'ann', 'example'),
        fc.integer({ min: 1, max: 5 }),
        async (sort, state, text, limit) => {
          const seen: string[] = [];
          let after: string | null = null;
          do {
            const search = { sort, state, text, limit, after };
            const page = await searchOrders(ctx, actorOf(admin, 'admin'), search);
            seen.push(...page.items.map(({ id }) => id));
            after = page.next;
          } while (after && seen.length < 100);
          const found = await find({ sort, state, text });
          const placeOf = (order: (typeof found)[number]) => {
            const value = sort === 'total' ? order.totalMinor : Date.parse(order.createdAt);
            return [sort === 'oldest' ? value : -value, order.id] as const;
          };
          const sorted = found.toSorted((a, b) => {
            const [[left, leftId], [right, rightId]] = [placeOf(a), placeOf(b)];
            const byId = leftId < rightId ? -1 : 1;
            return left - right || (sort === 'oldest' ? byId : -byId);
          });
          expect(seen).toEqual(sorted.map(({ id }) => id));
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('restoring an order', () => {
  const restore = (client: Client, role: 'shopper' | 'admin', id: string) =>
    restoreOrder(shop.context.ctx, actorOf(client, role), id);

  test('brings a paid one back into All Orders, once, with history and audit', async () => {
    const id = ids.paidDeleted;
    expect(await restore(admin, 'admin', id)).toEqual({ restoredCount: 1 });
    expect(await restore(admin, 'admin', id)).toEqual({ restoredCount: 0 });
    expect(await idsOf({ state: 'paid' })).toContain(id);
    expect(await idsOf({ state: 'deleted' })).not.toContain(id);
    const query = { limit: 100 };
    const all = await listAllOrders(shop.context.ctx, actorOf(admin, 'admin'), query);
    expect(all.items.map((order) => order.id)).toContain(id);
    expect(
      await rows(
        'select event, from_status, to_status, actor from order_events where order_id = $1 order by id desc limit 1',
        [id],
      ),
    ).toEqual([{ event: 'restored', from_status: 'paid', to_status: 'paid', actor: admin.id }]);
    expect(
      await rows(
        "select actor, detail from audit_log where subject = $1 and action = 'order.restore'",
        [id],
      ),
    ).toEqual([{ actor: admin.id, detail: { status: 'paid' } }]);
  });

  test('leaves a cancelled one cancelled, its stock given back once, and hidden from its owner', async () => {
    const id = ids.openDeleted;
    expect(await restore(admin, 'admin', id)).toEqual({ restoredCount: 1 });
    expect(await idsOf({ state: 'cancelled' })).toContain(id);
    const mine = await listMyOrders(shop.context.ctx, actorOf(ann), { limit: 100 });
    expect(mine.items.map((order) => order.id)).not.toContain(id);
    expect(await (await admin.delete(`/orders/${id}`)).json()).toEqual({ deletedCount: 1 });
    expect(await idsOf({ state: 'deleted' })).toContain(id);
  });

  test('is for admins alone, and of orders that exist', async () => {
    await expect(restore(sam, 'shopper', ids.openDeleted)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(restore(admin, 'admin', 'ord_missing')).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await idsOf({ state: 'deleted' })).toContain(ids.openDeleted);
  });

  test('asked for twenty times at once happens once', async () => {
    const id = ids.openDeleted;
    const returns = await Promise.all(
      Array.from({ length: 20 }, () => restore(admin, 'admin', id)),
    );
    expect(returns.filter(({ restoredCount }) => restoredCount === 1)).toHaveLength(1);
  });
});
