import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmCard } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

// What holds even against a mistake in the code: the database itself says no.
let shop: TestShop;
let sam: Client;
/** One order of each state, of two units of one shirt. */
let ids: { pending: string; paid: string; cancelled: string; variant: string };

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Solid');
  const shirt = await stock(shop, { name: 'Solid Shirt', inventory: 50 });
  const place = async () =>
    (
      await (
        await sam.post('/orders', orderOf(shirt, 2), { 'idempotency-key': crypto.randomUUID() })
      ).json()
    )._id;
  const [pending, paid, cancelled] = [await place(), await place(), await place()];
  const request = { totalAmount: 160, orderId: paid };
  const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
  const { id } = await (await confirmCard(sam, clientSecret)).json();
  await sam.put(`/orders/${paid}`, { transaction: id });
  await sam.delete(`/orders/${cancelled}`);
  ids = { pending, paid, cancelled, variant: shirt.variants[0]?.id ?? '' };
});
afterAll(() => shop.close());

/** Runs a statement that must be refused, under this constraint or with these words. */
async function expectRefusal(statement: string, by: string | RegExp) {
  const error = await shop.database.pool.query(statement).then(
    () => null,
    (reason: { constraint?: string; message: string }) => reason,
  );
  expect(error, `nothing refused: ${statement}`).not.toBeNull();
  if (typeof by === 'string') expect(error?.constraint).toBe(by);
  else expect(error?.message).toMatch(by);
}

test('the orders of this file are in the states that they are named after', async () => {
  expect(await shop.query('select status from orders order by created_at')).toEqual([
    { status: 'pending' },
    { status: 'paid' },
    { status: 'cancelled' },
  ]);
});

describe('an order that replaces another', () => {
  const again = (id: string, replaces: string, change = '') => `
    insert into orders (id, number, user_id, email, name, city, country, currency, subtotal_minor,
      shipping_minor, total_minor, status, fingerprint, created_at, payment_due_at, replaces_id)
    select '${id}', '${id}', user_id, email, name, city, country, currency, subtotal_minor ${change},
      shipping_minor, total_minor ${change}, 'pending', 'x', now(), now(), id
    from orders where id = '${replaces}'`;

  test('replaces a cancelled one, of the same total', async () => {
    await expectRefusal(again('new-1', ids.pending), /can not replace/);
    await expectRefusal(again('new-1', ids.paid), /can not replace/);
    await expectRefusal(again('new-1', ids.cancelled, '- 1'), /can not replace/);
  });

  test('replaces it once, and for good', async () => {
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(again('new-1', ids.cancelled));
      await client.query('savepoint one');
      await expect(client.query(again('new-2', ids.cancelled))).rejects.toMatchObject({
        constraint: 'orders_replaced_once',
      });
      await client.query('rollback to one');
      const forget = "update orders set replaces_id = null where id = 'new-1'";
      await expect(client.query(forget)).rejects.toThrow(/never changed/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('stock', () => {
  test('is never negative', async () => {
    await expectRefusal(
      `update variants set on_hand = -1 where id = '${ids.variant}'`,
      'variants_on_hand_not_negative',
    );
  });

  test('is given back once, taken once, and only with a reason that fits', async () => {
    const move = (order: string, quantity: number, reason: string) => `
      insert into stock_movements (variant_id, quantity, reason, order_id, actor)
      values ('${ids.variant}', ${quantity}, '${reason}', ${order && `'${order}'`}, 'test')`;
    await expectRefusal(
      move(ids.cancelled, 2, 'given_back'),
      'stock_movements_once_per_order_and_key',
    );
    await expectRefusal(move(ids.pending, -1, 'sold'), 'stock_movements_once_per_order_and_key');
    await expectRefusal(move(ids.pending, -2, 'given_back'), 'stock_movements_sign');
    await expectRefusal(move(ids.pending, 0, 'given_back'), 'stock_movements_not_zero');
    await expectRefusal(move('', -1, 'sold').replace(', ,', ', null,'), 'stock_movements_order');
    await expectRefusal(move(ids.pending, 5, 'lost'), /stock_movements_/);
  });
});

describe('books', () => {
  test.each(['order_lines', 'order_events', 'stock_movements', 'ledger_entries', 'audit_log'])(
    '%s are neither changed nor removed',
    async (table) => {
      const before = await shop.query(`select * from ${table}`);
      expect(before.length).toBeGreaterThan(0);
      const column = Object.keys(before[0])[1];
      await expectRefusal(`update ${table} set ${column} = ${column}`, /never changed or removed/);
      await expectRefusal(`delete from ${table}`, /never changed or removed/);
      await expectRefusal(`truncate ${table} cascade`, /never changed or removed/);
      expect(await shop.query(`select * from ${table}`)).toEqual(before);
    },
  );

  test('orders are not removed while their lines stand', async () => {
    await expectRefusal(`delete from orders where id = '${ids.pending}'`, /foreign key/);
  });
});

describe('an order', () => {
  const copy = (changes: Record<string, string>) => {
    const columns: Record<string, string> = {
      id: "'ord_copy'",
      number: "'COPY-COPY'",
      idempotency_key: 'null',
      cart_id: 'null',
      ...changes,
    };
    const rest = [
      ['user_id', 'email', 'name', 'city', 'zip', 'country', 'currency', 'subtotal_minor'],
      ['shipping_minor', 'total_minor', 'status', 'fingerprint', 'created_at', 'payment_due_at'],
    ]
      .flat()
      .filter((name) => !(name in columns));
    return `insert into orders (${[...Object.keys(columns), ...rest]})
      select ${[...Object.values(columns), ...rest]} from orders where id = '${ids.pending}'`;
  };

  test('costs its lines and the shipping', async () => {
    await expectRefusal(copy({ total_minor: 'total_minor + 1' }), 'orders_total_adds_up');
    await expectRefusal(
      copy({ shipping_minor: '-1', total_minor: 'subtotal_minor - 1' }),
      'orders_amounts_not_negative',
    );
  });

  test('without lines, or with lines that do not add up, does not get past the commit', async () => {
    await expectRefusal(copy({}), /do not add up/);
    const line = (total: number) => `
      insert into order_lines (order_id, position, product_id, variant_id, sku, name, category,
        unit_price_minor, quantity, line_total_minor)
      select 'ord_copy', 0, product_id, variant_id, sku, name, category, ${total}, 1, ${total}
      from order_lines where order_id = '${ids.pending}'`;
    await expectRefusal(`begin; ${copy({})}; ${line(3_999)}; commit`, /do not add up/);
    // The same with the right sum goes through, so it is the sum that was refused.
    await shop.query(`begin; ${copy({})}; ${line(4_000)}; set constraints all immediate; rollback`);
    expect(await shop.query("select id from orders where id = 'ord_copy'")).toEqual([]);
  });

  test('takes no further line once it is placed', async () => {
    const further = `
      insert into order_lines (order_id, position, product_id, variant_id, sku, name, category,
        unit_price_minor, quantity, line_total_minor)
      select '${ids.pending}', 9, v.product_id, v.id, v.sku, 'More', 'Cloths', 100, 1, 100
      from variants v where v.id not in (
        select variant_id from order_lines where order_id = '${ids.pending}') limit 1`;
    await shop.query(`insert into variants (id, product_id, sku, size, on_hand, position)
      select 'var_further', product_id, 'FURTHER', 'further', 0, 99 from variants limit 1`);
    await expectRefusal(further, /do not add up/);
  });

  test('has lines of 1 to 99 units, each unit price times quantity', async () => {
    const line = (changes: string) => `
      insert into order_lines (order_id, position, product_id, variant_id, sku, name, category,
        unit_price_minor, quantity, line_total_minor)
      select order_id, 1, product_id, variant_id, sku, name, category, ${changes}
      from order_lines where order_id = '${ids.pending}'`;
    await expectRefusal(line('2000, 2, 4001'), 'order_lines_total_adds_up');
    await expectRefusal(line('2000, 0, 0'), 'order_lines_quantity_in_range');
    await expectRefusal(line('1, 100, 100'), 'order_lines_quantity_in_range');
    await expectRefusal(line('2000, 2, 4000'), 'order_lines_one_per_variant');
  });

  test('keeps its amounts', async () => {
    const update = (set: string) => `update orders set ${set} where id = '${ids.pending}'`;
    await expectRefusal(
      update('total_minor = total_minor - 1, subtotal_minor = subtotal_minor - 1'),
      /are final/,
    );
    await expectRefusal(update("currency = 'EUR'"), /are final/);
    await expectRefusal(update('created_at = now()'), /are final/);
  });

  test.each([
    ['paid', "status = 'pending', paid_at = null"],
    ['paid', "status = 'cancelled', paid_at = null, cancelled_at = now()"],
    ['cancelled', "status = 'pending', cancelled_at = null"],
    ['cancelled', "status = 'paid', cancelled_at = null, paid_at = now()"],
  ] as const)('that is %s stays so: not %s', async (state, set) => {
    await expectRefusal(`update orders set ${set} where id = '${ids[state]}'`, /stays so/);
  });

  test('has the time of its state and a state that is known', async () => {
    const update = (set: string) => `update orders set ${set} where id = '${ids.pending}'`;
    await expectRefusal(update("status = 'paid'"), 'orders_paid_has_time');
    await expectRefusal(update("status = 'cancelled'"), 'orders_cancelled_has_time');
    await expectRefusal(update("status = 'lost'"), 'orders_status_is_known');
  });

  test('has a key and a number that no other has', async () => {
    const { pending, paid } = ids;
    const take = (column: string) => `update orders set ${column} =
      (select ${column} from orders where id = '${paid}') where id = '${pending}'`;
    await expectRefusal(take('idempotency_key'), 'orders_one_per_key');
    await expectRefusal(copy({ number: 'number' }), 'orders_number_unique');
  });
});

describe('a payment', () => {
  const pay = (changes: string) => `
    insert into payments (id, provider, intent_id, order_id, user_id, status, amount_minor,
      currency, idempotency_key, created_at, next_check_at)
    select ${changes}, currency, 'another-key', created_at, next_check_at from payments where order_id = '${ids.paid}'`;

  test('is captured once an order', async () => {
    await expectRefusal(
      pay("'pay_2', provider, 'pi_2', order_id, user_id, 'captured', amount_minor"),
      'payments_one_capture_per_order',
    );
  });

  test('has a transaction of its own, an amount, and an intent once captured', async () => {
    const rest = "null, user_id, 'captured'";
    await expectRefusal(
      pay(`'pay_2', provider, intent_id, ${rest}, 1`),
      'payments_intent_id_unique',
    );
    await expectRefusal(pay(`'pay_2', provider, 'pi_2', ${rest}, 0`), 'payments_amount_positive');
    await expectRefusal(pay(`'pay_2', provider, null, ${rest}, 1`), 'payments_captured_is_known');
  });

  test('is in the ledger once, with the sign of what it was', async () => {
    const entry = (kind: string, amount: string) => `
      insert into ledger_entries (kind, payment_id, order_id, amount_minor, currency, at)
      select '${kind}', payment_id, order_id, ${amount}, currency, at from ledger_entries`;
    await expectRefusal(entry('capture', 'amount_minor'), 'ledger_one_capture_per_payment');
    await expectRefusal(entry('capture', '-1'), 'ledger_sign');
    await expectRefusal(entry('refund', '-1'), 'ledger_refund_is_named');
    await expectRefusal(entry('refund-failed', '1'), 'ledger_refund_is_named');
  });

  test('has a refund in the ledger once, until it comes back', async () => {
    await shop.database.pool.query(`
      insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at)
      select 'rfd_twice', id, 10, currency, 'once', 'done', now()
      from payments where order_id = '${ids.paid}'`);
    const entry = (kind: string, amount: number) => `
      insert into ledger_entries (kind, payment_id, refund_id, amount_minor, currency, at)
      select '${kind}', payment_id, id, ${amount}, currency, created_at from refunds
      where id = 'rfd_twice'`;
    await expectRefusal(entry('refund', -9), 'ledger_refund_once');
    await expectRefusal(entry('refund-failed', 10), 'ledger_refund_once');
    for (const [kind, amount] of [
      ['refund', -10],
      ['refund-failed', 10],
      ['refund', -10],
    ] as const) {
      await shop.database.pool.query(entry(kind, amount));
      await expectRefusal(entry(kind, amount), 'ledger_refund_once');
    }
  });
});
