import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { limitSeries } from '#features/documents/documents.ts';
import { refundOrder, settle } from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let staff: ReturnType<typeof actorOf>;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
  sam = await shop.shopper('Sam Numbered');
  staff = actorOf(await shop.admin('Ada Numbered'), 'admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const numbersOf = async (kind: string) =>
  (await shop.query(`select number from documents where kind = '${kind}' order by number`)).map(
    ({ number }) => number,
  );
const upTo = (count: number) => Array.from({ length: count }, (_, n) => 1001 + n);

/** Orders whose payment was captured, and that the shop has not settled. */
async function captured(count: number) {
  const orders = [];
  for (let nr = 0; nr < count; nr += 1) {
    const order = await placeOrderOf(shop, sam, [1], { isPaid: false });
    const { id: orderId, totalAmount } = order;
    orders.push({ ...order, transaction: await payIntent(sam, { totalAmount, orderId }) });
  }
  return orders;
}

test('payments and refunds at once, in two processes and each one twice, have numbers without a gap', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const orders = await captured(12);
  await Promise.all(
    orders.flatMap(({ transaction }) => [
      settle(ctx, transaction, { actor: 'webhook' }),
      settle(other, transaction, { actor: 'page' }),
    ]),
  );
  expect(await numbersOf('invoice')).toEqual(upTo(12));
  const later = await captured(4);
  const refund = (orderId: string, key: string, of: typeof ctx) =>
    refundOrder(of, staff, orderId, { amountMinor: 100, reason: 'Raced', key });
  await Promise.all([
    ...orders.flatMap(({ id }) => [
      refund(id, 'a', ctx),
      refund(id, 'a', other),
      refund(id, 'b', ctx),
    ]),
    ...later.map(({ transaction }) => settle(other, transaction, { actor: 'page' })),
  ]);
  expect(await numbersOf('invoice')).toEqual(upTo(16));
  expect(await numbersOf('credit_note')).toEqual(upTo(24));
});

test('a document has no earlier time than the one before it, also when it waited for that one', async () => {
  const { ctx } = shop.context;
  const [first, second] = await captured(2);
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query('select from document_series for update');
  const waiting = () =>
    shop.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  const settling = [settle(ctx, first?.transaction ?? '', { actor: 'page' })];
  try {
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const slowClock = { ...ctx, now: () => new Date(Date.now() - 60_000) };
    settling.push(settle(slowClock, second?.transaction ?? '', { actor: 'page' }));
    await expect.poll(async () => (await waiting()).length).toBe(2);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await Promise.all(settling);
  const times = await shop.query(
    "select issued_at from documents where kind = 'invoice' order by number",
  );
  const [last, newest] = times.map(({ issued_at: at }) => Number(at)).slice(-2);
  expect(newest).toBeGreaterThanOrEqual(last ?? Number.NaN);
});

test('a process whose clock is ahead gives no document a time that is still to come', async () => {
  const { ctx } = shop.context;
  const [one] = await captured(1);
  const fastClock = { ...ctx, now: () => new Date(Date.now() + 2 * 86_400_000) };
  await settle(fastClock, one?.transaction ?? '', { actor: 'page' });
  expect(await shop.query(`select from documents where order_id = '${one?.id}'`)).toHaveLength(1);
  expect(await shop.query('select from documents where issued_at > now()')).toEqual([]);
});

test('a payment that fails after its number was taken leaves no gap', async () => {
  const { ctx } = shop.context;
  const [broken, next] = await captured(2);
  const before = await numbersOf('invoice');
  await shop.database.pool.query(`
    create function fail_once() returns trigger language plpgsql as $$ begin
      if new.order_id = '${broken?.id}' then raise exception 'the process ends here'; end if;
      return new; end $$;
    create constraint trigger fail_once after insert on documents deferrable initially deferred
      for each row execute function fail_once()`);
  const settled = await Promise.allSettled(
    [broken, next].map((one) => settle(ctx, one?.transaction ?? '', { actor: 'page' })),
  );
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await shop.database.pool.query('drop trigger fail_once on documents');
  expect(await shop.query(`select status from orders where id = '${broken?.id}'`)).toEqual([
    { status: 'pending' },
  ]);
  await settle(ctx, broken?.transaction ?? '', { actor: 'page' });
  expect(await numbersOf('invoice')).toEqual(upTo(before.length + 2));
});

test('a payment waits for no other one that is not at its last step', async () => {
  const { ctx } = shop.context;
  const [first, slow] = await captured(2);
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query(`select from outbox where payload->>'orderId' = '${slow?.id}' for update`);
  const waiting = settle(ctx, slow?.transaction ?? '', { actor: 'page' });
  try {
    const blocked =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await shop.query(blocked)).length).toBe(1);
    await settle(ctx, first?.transaction ?? '', { actor: 'page' });
  } finally {
    await client.query('rollback');
    client.release();
  }
  await waiting;
});

test('a payment gives up soon when somebody holds the numbers, and is settled later', async () => {
  const { ctx } = shop.context;
  const [one] = await captured(1);
  const client = await shop.database.pool.connect();
  await client.query('begin');
  await client.query('select from document_series for update');
  try {
    // Its limit for a statement is 8 seconds, as for any other.
    const started = performance.now();
    await expect(settle(ctx, one?.transaction ?? '', { actor: 'page' })).rejects.toMatchObject({
      cause: { code: '55P03' },
    });
    expect(performance.now() - started).toBeLessThan(7_000);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await settle(ctx, one?.transaction ?? '', { actor: 'job' });
});

test('a process that hangs with a number is cut off, and the next payment gets it', async () => {
  const { ctx } = shop.context;
  const [one] = await captured(1);
  const hangs = inTransaction(ctx.db, async (tx) => {
    await limitSeries(tx);
    await tx.execute("update document_series set last_number = last_number where kind = 'invoice'");
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await tx.execute('select 1');
  });
  const cut = hangs.then(
    () => null,
    (error: unknown) => error,
  );
  // The first attempt may give up at the moment when the other is cut off.
  await settle(ctx, one?.transaction ?? '', { actor: 'page' }).catch(() =>
    settle(ctx, one?.transaction ?? '', { actor: 'page' }),
  );
  expect(await shop.query(`select status from orders where id = '${one?.id}'`)).toEqual([
    { status: 'paid' },
  ]);
  expect(await cut).not.toBeNull();
});
