import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { submitOrder } from '#features/checkout/checkout.ts';
import { runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { stock } from '../support/goods.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;

beforeEach(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const never = new AbortController().signal;
const runJob = () => runNextJob(shop.context.ctx, jobRunners, never);

interface Counted {
  _id: string;
  counted: number;
  expected: number;
  movement?: number;
}

const send = (variants: Counted[], key: string, by = admin) =>
  by.post('/api/v1/stock-counts', { variants }, { 'idempotency-key': key });
async function start(variants: Counted[], key = 'count') {
  const response = await send(variants, key);
  const job = await response.json();
  expect([response.status, job.detail]).toEqual([201, undefined]);
  return job as { _id: string };
}
const find = async ({ _id }: { _id: string }) => (await admin.get(`/api/v1/jobs/${_id}`)).json();
const act = async ({ _id }: { _id: string }, verb: string) =>
  expect((await admin.post(`/api/v1/jobs/${_id}/${verb}`, {})).status).toBe(200);
const idOf = (product: ProductDetail) => product.variants[0]?.id ?? '';
const shirt = (sku: string, inventory = 9) =>
  stock(shop, { name: sku, variants: [{ sku, inventory }] });
/** What can be sold of each SKU. */
const available = async () =>
  Object.fromEntries(
    (await shop.query('select sku, on_hand from variants')).map((r) => [r.sku, r.on_hand]),
  );
const buy = async (product: ProductDetail, quantity: number, key: string) => {
  const sam = await shop.shopper(`Sam ${key}`);
  const cart = [{ _id: product.id, quantity }];
  return submitOrder(shop.context.ctx, actorOf(sam), { cart, city: 'Dhaka' }, key);
};

test('a count is one job, which counts what is to be shipped as well, and records each variant', async () => {
  const [more, fewer, same] = [await shirt('MORE'), await shirt('FEWER'), await shirt('SAME')];
  const { variants: sent } = await placeOrderOf(shop, await shop.shopper('Pia Paid'), [3]);
  // Three of these ten are sold and lie on the shelf.
  const paid = { _id: sent[0] ?? '', counted: 9, expected: 10 };
  await buy(fewer, 2, 'unpaid');
  const counts = [
    { _id: idOf(more), counted: 12, expected: 9 },
    { _id: idOf(fewer), counted: 4, expected: 9 },
    { _id: idOf(same), counted: 9, expected: 9 },
    paid,
  ];
  const job = await start(counts);
  await runJob();
  expect(await find(job)).toMatchObject({
    ...{ kind: 'stockCount', status: 'done', done: 4, total: 4, problems: [] },
    result: { changed: 3, unchanged: 1, leftOut: 0 },
  });
  expect(await available()).toMatchObject({ MORE: 12, FEWER: 2, SAME: 9 });
  const moved = await shop.query(
    `select quantity, m.actor from stock_movements m where reason = 'counted' order by id`,
  );
  expect(moved).toEqual([3, -5, 0, -1].map((quantity) => ({ quantity, actor: admin.id })));
  expect(
    await shop.query(
      `select detail from audit_log where action = 'stock.adjust' and subject = $1`,
      [paid._id],
    ),
  ).toEqual([{ detail: expect.objectContaining({ before: 7, after: 6, counted: 9, toShip: 3 }) }]);

  // A repeat finds the job, also when that was long ago; with other counts the key is refused.
  expect((await start(counts))._id).toBe(job._id);
  expect(await runJob()).toBe(false);
  expect((await send([{ ...paid, counted: 8 }], 'count')).status).toBe(422);
  const another = await Promise.all([start([paid], 'another'), start([paid], 'another')]);
  expect(new Set([job._id, ...another.map(({ _id }) => _id)]).size).toBe(2);
  // All staff find it by its key and its sender. Without the sender, only the sender does.
  const colleague = await shop.admin('Colleague');
  const found = async (by: Client, query = '') => {
    const response = await by.get(`/api/v1/stock-counts/count${query}`);
    return [response.status, (await response.json())._id];
  };
  expect(await found(admin)).toEqual([200, job._id]);
  expect(await found(colleague)).toEqual([404, undefined]);
  expect(await found(colleague, `?sender=${admin.id}`)).toEqual([200, job._id]);
  expect((await admin.get('/api/v1/stock-counts/never')).status).toBe(404);
});

test('what changed since it was compared, was counted since, is promised, gone or counted twice is left out and named', async () => {
  const [moved, promised, good, newer] = [
    await shirt('MOVED'),
    await shirt('PROMISED'),
    await shirt('GOOD'),
    await shirt('NEWER'),
  ];
  const count = (sku: string) =>
    admin.post('/api/v1/stock-adjustments', { sku, setTo: 9, reason: 'counted' });
  // Before the job, this makes no difference.
  await count('GOOD');
  await buy(promised, 3, 'three');
  const job = await start([
    { _id: idOf(moved), counted: 5, expected: 9 },
    { _id: idOf(promised), counted: 2, expected: 9 },
    { _id: 'var_gone', counted: 1, expected: 1 },
    { _id: idOf(good), counted: 8, expected: 9 },
    { _id: idOf(newer), counted: 7, expected: 9 },
  ]);
  // Another count finds the expected number, and is the newer one.
  await count('NEWER');
  await admin.post('/api/v1/stock-adjustments', { sku: 'MOVED', quantity: 4, reason: 'received' });
  // An order does not change what lies on the shelf.
  await buy(good, 1, 'one');
  await runJob();
  const { problems, result } = await find(job);
  expect(result).toEqual({ changed: 1, unchanged: 0, leftOut: 4 });
  expect(problems).toEqual([
    { line: 1, reason: expect.stringMatching(/^MOVED: .* 9 on the shelf then, 13 now\. 5 were/) },
    { line: 2, reason: expect.stringMatching(/^2 of PROMISED were counted, but 3 are promised/) },
    { line: 3, reason: 'This variant is no longer in the shop, so its count is left out.' },
    { line: 5, reason: expect.stringMatching(/^NEWER: Staff counted .* 9 on the .* 7 were/) },
  ]);
  expect(await available()).toMatchObject({ MOVED: 13, PROMISED: 6, GOOD: 7, NEWER: 9 });
  const twice = [1, 2].map((counted) => ({ _id: idOf(good), counted, expected: 9 }));
  expect((await send(twice, 'twice')).status).toBe(422);
  const many = Array.from({ length: 2_001 }, (_, i) => ({ _id: `v${i}`, counted: 0, expected: 0 }));
  expect((await send(many, 'many')).status).toBe(422);
  expect((await send(many, 'many', await shop.shopper('Not Staff'))).status).toBe(403);
});

test('what staff counted after it was compared and before it was sent is left out', async () => {
  const compared = async (sku: string): Promise<Counted> => {
    const [row] = await (await admin.get(`/api/v1/stock?code=${sku}`)).json();
    return { _id: row._id, counted: 7, expected: row.onHand + row.toShip, movement: row.movement };
  };
  const count = (sku: string) =>
    admin.post('/api/v1/stock-adjustments', { sku, setTo: 9, reason: 'counted' });
  await Promise.all(['RECOUNTED', 'SOLD', 'BEFORE'].map((sku) => shirt(sku)));
  await count('BEFORE');
  const counts = [await compared('RECOUNTED'), await compared('BEFORE'), await compared('SOLD')];
  const [recounted, ...rest] = counts as [Counted, Counted, Counted];
  // It finds the number that the first count expects, and is the newer one.
  await count('RECOUNTED');
  await stock(shop, { name: 'Other', variants: [{ sku: 'OTHER', inventory: 1 }] });
  const job = await start([recounted, ...rest]);
  // Earlier versions compare all variants with one movement.
  const movements = [recounted, ...rest].map(({ movement }) => movement ?? 0);
  const [{ input }] = await shop.query('select input from staff_jobs where id = $1', [job._id]);
  expect(input.movement).toBe(Math.min(...movements));
  await runJob();
  const { problems, result } = await find(job);
  // Who looks again reads what staff did since, and nothing of what they did before.
  const since = async (movement: number | undefined) =>
    (await (await admin.get(`/api/v1/stock?code=RECOUNTED&since=${movement}`)).json())[0];
  const { adjusted, movement: newest } = await since(recounted.movement);
  expect(adjusted).toEqual({
    ...{ reason: 'counted', by: expect.stringContaining('@') },
    at: expect.stringMatching(/^2\d{3}-.*Z$/),
  });
  expect((await since(newest)).adjusted).toBeNull();
  expect((await admin.get('/api/v1/stock?code=RECOUNTED&since=-1')).status).toBe(422);
  expect(result).toEqual({ changed: 2, unchanged: 0, leftOut: 1 });
  const reason = expect.stringMatching(
    /^RECOUNTED: Staff counted .* after this count was compared/,
  );
  expect(problems).toEqual([{ line: 1, reason }]);
  expect(await available()).toMatchObject({ RECOUNTED: 9, BEFORE: 7, SOLD: 7 });
  // Without the movement, as older clients send it, only what comes after the call counts.
  const { movement: _, ...older } = recounted;
  const next = await start([older], 'older');
  await runJob();
  expect((await find(next)).result).toEqual({ changed: 1, unchanged: 0, leftOut: 0 });
});

test('the undo takes differences back, and leaves what was sold or changed since and names it', async () => {
  const skus = ['ADDED', 'TAKEN', 'SOLD', 'EMPTIED', 'CHANGED'];
  const goods = [];
  for (const sku of skus) goods.push(await shirt(sku));
  const [, , sold, emptied] = goods as [never, never, ProductDetail, ProductDetail];
  const job = await start(
    goods.map((one, at) => ({ _id: idOf(one), counted: at === 1 ? 5 : 12, expected: 9 })),
  );
  await runJob();
  await buy(sold, 2, 'two');
  await buy(emptied, 10, 'ten');
  await admin.post('/api/v1/stock-adjustments', {
    sku: 'CHANGED',
    quantity: 1,
    reason: 'received',
  });
  await act(job, 'undo');
  await runJob();
  const undone = await find(job);
  expect(undone).toMatchObject({ status: 'undone', result: { takenBack: 3, kept: 2 } });
  const named = undone.notUndone.map(({ name, reason }: Record<string, string>) => [name, reason]);
  expect(Object.fromEntries(named)).toEqual({
    // Of the twelve units ten are sold, so the three that were added are no longer there.
    'EMPTIED, EMPTIED': 'It has been sold since.',
    'CHANGED, CHANGED': 'Its stock has been changed since.',
  });
  const left = { ADDED: 9, TAKEN: 9, SOLD: 7, EMPTIED: 2, CHANGED: 13 };
  expect(await available()).toEqual(left);
});

test('an undo is in the history and in the audit log under the name of the one who asked for it', async () => {
  const [hat, cap] = [await shirt('HAT'), await shirt('CAP')];
  const counts = [hat, cap].map((one) => ({ _id: idOf(one), counted: 12, expected: 9 }));
  const job = await start(counts);
  await runJob();
  const colleague = await shop.admin('Colin Colleague');
  expect((await colleague.post(`/api/v1/jobs/${job._id}/undo`, {})).status).toBe(200);
  await runJob();
  const made = await shop.query(
    "select reason, actor from stock_movements where reason <> 'opening' order by id",
  );
  expect(made).toEqual([
    ...[1, 2].map(() => ({ reason: 'counted', actor: admin.id })),
    ...[1, 2].map(() => ({ reason: 'correction', actor: colleague.id })),
  ]);
  const entries = await shop.query(
    "select actor from audit_log where action = 'stock.adjust' order by id",
  );
  expect(entries.map(({ actor }) => actor)).toEqual([
    ...[admin.id, admin.id],
    ...[colleague.id, colleague.id],
  ]);
});

test('a long count that stopped goes on where it was, as does an undo that failed, or is cancelled and undone', async () => {
  const sizes = Array.from({ length: 250 }, (_, i) => ({
    sku: `L-${i}`,
    size: `${i}`,
    inventory: 1,
  }));
  const long = await stock(shop, { name: 'Long', variants: sizes });
  const counts = (counted: number, expected: number) =>
    long.variants.map(({ id }) => ({ _id: id, counted, expected }));
  const units = async () => (await shop.query('select sum(on_hand)::int as n from variants'))[0].n;
  /** Runs the first batch of a job, whose process is then closed. */
  async function begin(): Promise<void> {
    const closing = new AbortController();
    const { ctx } = shop.context;
    const now = () => {
      closing.abort();
      return ctx.now();
    };
    await runNextJob({ ...ctx, now }, jobRunners, closing.signal);
  }
  const first = await start(counts(2, 1), 'first');
  await begin();
  expect([(await find(first)).done, await units()]).toEqual([200, 450]);
  await runJob();
  expect([(await find(first)).status, await units()]).toEqual(['done', 500]);
  const movements = "select count(*)::int as n from stock_movements where reason = 'counted'";
  expect(await shop.query(movements)).toEqual([{ n: 250 }]);

  const second = await start(counts(3, 2), 'second');
  await begin();
  await act(second, 'cancel');
  expect([(await find(second)).status, await units()]).toEqual(['cancelled', 700]);
  await act(second, 'undo');
  await runJob();
  expect([(await find(second)).status, await units()]).toEqual(['undone', 500]);

  const third = await start(counts(4, 2), 'third');
  await runJob();
  await act(third, 'undo');
  await begin();
  expect(await units()).toBe(600);
  await shop.query('update staff_jobs set attempts = 5 where id = $1', [third._id]);
  await runJob();
  const failed = { status: 'failed', done: 200, total: 250 };
  expect(await find(third)).toMatchObject({ ...failed, result: { takenBack: 200, kept: 0 } });
  await act(third, 'undo');
  await runJob();
  const undone = { status: 'undone', done: 250, notUndone: [] };
  expect(await find(third)).toMatchObject({ ...undone, result: { takenBack: 250, kept: 0 } });
  expect(await units()).toBe(500);

  // All that a count left out are named once it has ended, and some of them before.
  const stale = await start(counts(9, 8), 'stale');
  await begin();
  expect((await find(stale)).problems.length).toBe(100);
  await runJob();
  const { problems, problemCount, status } = await find(stale);
  expect([status, problemCount, problems.length, problems.at(-1).line]).toEqual([
    'done',
    250,
    250,
    250,
  ]);
  expect(problems[0].reason).toMatch(/8 on the shelf then, 2 now\. 9 were counted\.$/);
  const one = await start(counts(1, 8).slice(0, 1), 'one');
  await runJob();
  expect((await find(one)).problems[0].reason).toMatch(/ 1 was counted\.$/);
});
