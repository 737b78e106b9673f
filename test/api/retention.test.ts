import { createHash } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteBatch } from '#db/delete-in-batches.ts';
import type { Actor } from '#features/actor.ts';
import { createChangesCleaner } from '#features/cache-invalidation/cache-invalidation.ts';
import { addToCart, getCart, setQuantity } from '#features/cart/cart.ts';
import { dueRows } from '#features/retention/retention.store.ts';
import { listRemovals, removeOld } from '#features/retention/retention.ts';
import { type RuleName, ruleNames, ruleOf } from '#features/retention/retention-rules.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { silentLog } from '#shared/log.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { findBreaches } from '../support/sound-ledger.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-21T10:00:00Z');
let now = START;
let shop: TestShop;
let sam: Client;
let variantId: string;
let shirt: Awaited<ReturnType<typeof stock>>;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  shop = await openTestShop({
    now: () => new Date(now),
    sessionDays: 14,
    log: { ...silentLog, info: (event, fields) => logged.push({ event, ...fields }) },
  });
  sam = await shop.shopper('Sam Stays');
  shirt = await stock(shop, { name: 'Kept Shirt', inventory: 50 });
  variantId = shirt.variants[0]?.id ?? '';
});
afterAll(() => shop.close());

let guests = 0;
function newGuest(): Actor {
  guests += 1;
  return { user: null, session: null, cartToken: String(guests).padStart(43, 'g') };
}
const count = async (from: string) =>
  Number((await shop.query(`select count(*) from ${from}`))[0].count);
const add = (actor: Actor) => addToCart(shop.context.ctx, actor, { variantId, quantity: 1 });
const unitsOf = async (actor: Actor) => (await getCart(shop.context.ctx, actor)).count;
const runRound = () => runJobs(shop.context);

test('a session lasts as many days after its last use as is set', async () => {
  const [session] = await shop.query(
    'select expires_at, created_at from sessions where user_id = $1',
    [sam.id],
  );
  expect(Math.round((session.expires_at - session.created_at) / DAY)).toBe(14);
});

describe('the cart of a guest', () => {
  test('goes 60 days after it was last used, and one of an account stays', async () => {
    const guest = newGuest();
    await add(guest);
    await add(actorOf(sam));
    now += 60 * DAY;
    await runRound();
    expect(await count('carts')).toBe(2);
    now += 1;
    await runRound();
    expect(await shop.query('select user_id from carts')).toEqual([{ user_id: sam.id }]);
    expect(await count('cart_lines')).toBe(1);
    expect(await unitsOf(guest)).toBe(0);
    expect(await unitsOf(actorOf(sam))).toBe(1);
  });

  test.each<[string, (guest: Actor) => Promise<unknown>]>([
    ['added to', add],
    ['changed', (guest) => setQuantity(shop.context.ctx, guest, { variantId, quantity: 2 })],
    ['looked at', unitsOf],
  ])('stays when it is %s every month', async (_, use) => {
    const guest = newGuest();
    await add(guest);
    for (let month = 0; month < 5; month += 1) {
      now += 30 * DAY;
      await use(guest);
      await runRound();
    }
    expect(await unitsOf(guest)).toBeGreaterThan(0);
  });

  test('that is being changed while it is removed stays, with the change', async () => {
    const guest = newGuest();
    await add(guest);
    now += 61 * DAY;
    const { pool } = shop.database;
    const client = await pool.connect();
    const hash = createHash('sha256')
      .update(guest.cartToken ?? '')
      .digest('base64url');
    try {
      await client.query('begin');
      await client.query('select from carts where token_hash = $1 for update', [hash]);
      await runRound();
      await client.query('commit');
    } finally {
      client.release();
    }
    await add(guest);
    await runRound();
    expect(await unitsOf(guest)).toBe(2);
  });
});

test('thousands of carts, sessions, links and counters that are over go in one round, young ones stay', async () => {
  const old = new Date(now - 61 * DAY);
  const gone = new Date(now - 1);
  const young = new Date(now + DAY);
  await shop.query('delete from carts');
  await shop.query(
    `insert into carts (id, token_hash, updated_at)
     select 'crt_old_' || n, 'old_' || n, $1::timestamptz from generate_series(1, 2500) n
     union all select 'crt_young', 'young', $2`,
    [old, new Date(now)],
  );
  await shop.query(
    `insert into sessions (id, token, user_id, expires_at)
     select 'ses_' || n, 'token_' || n, $1, case when n = 1 then $2::timestamptz else $3 end
     from generate_series(1, 2501) n`,
    [sam.id, young, gone],
  );
  await shop.query(
    `insert into verifications (id, identifier, value, expires_at)
     select 'ver_' || n, 'link_' || n, $1, case when n = 1 then $2::timestamptz else $3 end
     from generate_series(1, 2501) n`,
    [sam.id, young, gone],
  );
  // A counter is needed for a minute, and the clock of its process may be an hour behind.
  const needed = now - 61 * 60_000;
  await shop.query(
    `insert into rate_limits (id, key, count, last_request)
     select 'lim_' || n, 'address_' || n, 30, case when n = 1 then $1::bigint else $1 - 1 end
     from generate_series(1, 2501) n`,
    [needed],
  );
  await Promise.all([runRound(), runJobs(await shop.beside())]);
  expect(await shop.query('select id from carts')).toEqual([{ id: 'crt_young' }]);
  expect(await shop.query("select id from sessions where id like 'ses\\_%'")).toEqual([
    { id: 'ses_1' },
  ]);
  expect(await shop.query('select id from verifications')).toEqual([{ id: 'ver_1' }]);
  expect(await shop.query("select id from rate_limits where id like 'lim\\_%'")).toEqual([
    { id: 'lim_1' },
  ]);
});

const days = (count: number) => new Date(now - count * DAY);
const ids = async (table: string) =>
  (await shop.query(`select id from ${table} order by id`)).map(({ id }) => id);

test('what was sent, processed or finished goes after its days, and what is needed stays', async () => {
  for (const table of ['outbox', 'mailbox_mails', 'provider_events', 'limits']) {
    await shop.query(`delete from ${table}`);
  }
  await shop.query(
    `insert into outbox (id, kind, payload, created_at, send_after, sent_at, stuck_at, given_up_at)
     values ('old', 'order.placed', '{}', $1, $1, $2, null, null),
       ('young', 'order.placed', '{}', $1, $1, $3, null, null),
       ('stuck', 'order.placed', '{}', $1, $1, null, $1, null),
       ('given-up', 'order.placed', '{}', $1, $1, null, $1, $1)`,
    [days(400), days(90.01), days(89.99)],
  );
  await shop.query(
    `insert into mailbox_mails (id, "from", "to", subject, text, html, received_at)
     values ('old', 'a', 'b', 's', 't', 'h', $1), ('young', 'a', 'b', 's', 't', 'h', $2)`,
    [days(90.01), days(89.99)],
  );
  await shop.query(
    `insert into provider_events (id, provider, type, payload, received_at, processed_at)
     values ('old', 'stripe', 'x', '{}', $1, $2), ('young', 'stripe', 'x', '{}', $1, $3),
       ('waits', 'stripe', 'x', '{}', $1, null)`,
    [days(400), days(90.01), days(89.99)],
  );
  await shop.query(
    `insert into staff_jobs (id, kind, status, input, created_by, created_at, finished_at)
     values ('old', 'import', 'done', '{}', 'me', $1, $2),
       ('young', 'import', 'done', '{}', 'me', $1, $3),
       ('paused', 'import', 'paused', '{}', 'me', $1, null)`,
    [days(400), days(90.01), days(89.99)],
  );
  await shop.query(
    `insert into limits (key, count, wait_until, ends_at)
     values ('old', 1, $1, $1), ('young', 1, $2, $2)`,
    [new Date(now - 1), new Date(now + 1)],
  );
  await shop.query(
    `insert into search_counts (day, query, searches, empty) values ($1, 'old', 1, 0), ($2, 'young', 1, 0)`,
    [days(92), days(91)],
  );
  await shop.query('insert into search_clicks values ($2, $4, $3, 1), ($1, $4, $3, 1)', [
    days(92),
    days(91),
    shirt.id,
    'a',
  ]);
  logged.length = 0;
  await runRound();
  expect(await ids('outbox')).toEqual(['given-up', 'stuck', 'young']);
  expect(await ids('mailbox_mails')).toEqual(['young']);
  expect(await ids('provider_events')).toEqual(['waits', 'young']);
  expect(await ids('staff_jobs')).toEqual(['paused', 'young']);
  expect(await shop.query('select key from limits')).toContainEqual({ key: 'young' });
  expect(await shop.query("select key from limits where key = 'old'")).toEqual([]);
  expect(await shop.query('select query from search_counts')).toEqual([{ query: 'young' }]);
  expect(await shop.query('select day::text from search_clicks')).toEqual([
    { day: days(91).toISOString().slice(0, 10) },
  ]);
  const removed = logged.filter(({ event }) => event === 'retention.removed');
  expect(Object.fromEntries(removed.map(({ rule, rows }) => [rule, rows]))).toEqual({
    sentEmails: 2,
    providerEvents: 1,
    searchCounts: 1,
    searchClicks: 1,
    staffJobs: 1,
  });
  expect(await listRemovals(shop.context.ctx, actorOf(sam, 'admin'))).toContainEqual({
    what: 'Processed messages from the card provider',
    removed: 1,
    lastAt: new Date(now).toISOString(),
  });
});

test('what is to be kept for ever stays, however old it is', async () => {
  await shop.query(
    `insert into outbox (id, kind, payload, created_at, send_after, sent_at)
     values ('ancient', 'order.placed', '{}', $1, $1, $1)`,
    [days(4_000)],
  );
  const { ctx, config } = shop.context;
  const kept = { ...config.retention, KEEP_SENT_EMAILS_DAYS: null };
  expect(await removeOld(ctx, 'sentEmails', kept)).toBe(0);
  await shop.query(
    "insert into carts (id, token_hash, updated_at) values ('crt_ancient', 'a', $1)",
    [days(4_000)],
  );
  const forEver = { ...ctx, shop: { ...ctx.shop, retention: { guestCartDays: 0 } } };
  expect(await removeOld(forEver, 'guestCarts', kept)).toBe(0);
  expect(await ids('outbox')).toContain('ancient');
  expect(await ids('carts')).toContain('crt_ancient');
});

test('processes that remove at once remove each row once, and count it once', async () => {
  await shop.query('delete from provider_events');
  await shop.query('delete from removals');
  await shop.query(
    `insert into provider_events (id, provider, type, payload, received_at, processed_at)
     select 'evt_' || n, 'stripe', 'x', '{}', $1, $1::timestamptz - n * interval '1 second'
     from generate_series(1, 6000) n`,
    [days(91)],
  );
  const { config } = shop.context;
  const processes = [shop.context, await shop.beside(), await shop.beside()];
  const counts = await Promise.all(
    processes.map(({ ctx }) => removeOld(ctx, 'providerEvents', config.retention)),
  );
  const rest = await removeOld(shop.context.ctx, 'providerEvents', config.retention);
  expect(counts.reduce((sum, one) => sum + one, rest)).toBe(6_000);
  expect(await count('provider_events')).toBe(0);
  expect(await shop.query('select rule, removed::int from removals')).toEqual([
    { rule: 'providerEvents', removed: 6_000 },
  ]);
});

test('a job with very many rows goes in several runs, and is not undone meanwhile', async () => {
  await shop.query(
    `insert into staff_jobs (id, kind, status, input, created_by, created_at, finished_at, undoable)
     values ('large', 'import', 'done', '{}', 'me', $1, $1, true)`,
    [days(91)],
  );
  await shop.query(
    `insert into staff_job_items (job_id, subject, label, outcome)
     select 'large', n, '', 'new' from generate_series(1, 50100) n`,
  );
  await shop.query("insert into staff_job_problems (job_id, reason) values ('large', 'a')");
  const { ctx, config } = shop.context;
  expect(await removeOld(ctx, 'staffJobs', config.retention)).toBe(0);
  expect(await count('staff_job_items')).toBe(100);
  expect(await shop.query("select undoable from staff_jobs where id = 'large'")).toEqual([
    { undoable: false },
  ]);
  expect(await removeOld(ctx, 'staffJobs', config.retention)).toBe(1);
  expect([await count('staff_job_items'), await count('staff_job_problems')]).toEqual([0, 0]);
});

test('the rule of jobs removes the rows of every table that belongs to them', async () => {
  const rows = await shop.query(
    "select table_name as name from information_schema.columns where column_name = 'job_id'",
  );
  const parts = ruleOf('staffJobs').parts?.tables.map(({ table }) => getTableName(table));
  expect(parts?.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('changes of the catalog go when every process has read them, in batches', async () => {
  let clock = 0;
  const clean = createChangesCleaner(shop.context.ctx.db, () => clock);
  const change = (times: number) =>
    shop.query(
      'insert into catalog_changes (in_lists) select false from generate_series(1, $1) n',
      [times],
    );
  await change(1_500);
  await clean();
  await change(1);
  clock += 9 * 60_000;
  await clean();
  expect(await count('catalog_changes')).toBeGreaterThan(1_500);
  // Transactions of other test databases keep them, as numbers of transactions are the server's.
  await expect
    .poll(async () => {
      clock += 2 * 60_000;
      await clean();
      return count('catalog_changes');
    })
    .toBeLessThanOrEqual(1);
});

test('the check of the books misses no email that was removed, and every other one', async () => {
  const breaches = () => findBreaches((text) => shop.database.pool.query(text));
  const sue = await shop.shopper('Sue Sent');
  await shop.query("update sessions set expires_at = '2099-01-01'");
  const placed = async () => (await sue.post('/orders', orderOf(shirt))).status;
  expect(await placed()).toBe(201);
  await shop.query('update outbox set sent_at = created_at, given_up_at = null');
  now += 92 * DAY;
  await removeOld(shop.context.ctx, 'sentEmails', shop.context.config.retention);
  expect(await count('outbox')).toBe(0);
  expect(await breaches()).toEqual({});
  expect(await placed()).toBe(201);
  await shop.query('delete from outbox');
  expect(Object.keys(await breaches())).toEqual(['an order was placed without a receipt email']);
});

/** Tables whose rows stay, or go with the rows that they belong to, and those with work of their own. */
const WITHOUT_RULE = {
  books:
    'orders order_lines order_addresses order_events order_comments order_cancellations taken_back_parcels payments refunds refunded_orders refund_lines ledger_entries daily_sales sales_progress documents document_series fulfillments fulfillment_lines open_lines returns return_lines exchanges extra_returns stock_movements audit_log past_prices sandbox_intents sandbox_refunds database_marks',
  accounts: 'users auth_accounts addresses saved_destinations saved_views contact_messages',
  goods:
    'products variants product_slugs product_images description_images products_without_image related_products categories category_slugs collections collection_slugs collection_products tag_spellings search_index search_build search_engine search_removals search_words search_synonyms search_pins search_pinned_products search_boosts hidden_searches delivery_settings delivery_zones delivery_places delivery_methods delivery_steps shop_texts shop_pages tax_settings tax_rates return_policy',
  rowsOfOthers:
    'cart_lines cart_addresses cart_guests order_links staff_job_items staff_job_problems staff_job_keys bulk_edit_products stock_count_lines import_images staff_file_parts fetched_images',
  ownWork:
    'uploads staff_files catalog_changes mailbox_mails search_sums search_click_sums search_sum_periods',
  ofRetention: 'removals',
};

test('each table has a rule, or it is known that it needs none', async () => {
  const rows = await shop.query(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const ruled = ruleNames.map((name) => getTableName(ruleOf(name).table));
  const others = Object.values(WITHOUT_RULE).flatMap((names) => names.split(' '));
  expect([...ruled, ...others].sort()).toEqual(rows.map(({ name }) => name).sort());
});

const indexes: Record<RuleName, string> = {
  sentEmails: 'outbox_sent',
  providerEvents: 'provider_events_done',
  returnPhotos: 'return_photos_ended',
  searchCounts: 'search_counts_day_query_pk',
  searchClicks: 'search_clicks_day_query_product_id_pk',
  staffJobs: 'staff_jobs_finished',
  guestCarts: 'carts_of_guests_by_use',
  sessions: 'sessions_by_expiry',
  links: 'verifications_by_expiry',
  signInCounters: 'rate_limits_by_last_request',
  limitCounters: 'limits_by_end',
};

test.each(ruleNames)(
  'of a million rows, those that are due are found by an index: %s',
  async (name) => {
    const at = new Date(now);
    const statement = deleteBatch(dueRows({ name, rule: ruleOf(name), before: at, now: at }));
    const plan = await shop.context.ctx.db.transaction(async (tx) => {
      // The tables of a test are small enough to be read as a whole.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      const { rows } = await tx.execute<Record<'QUERY PLAN', string>>(sql`explain ${statement}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using "?${indexes[name]}`));
    expect(plan).not.toContain('Sort');
    expect(plan).not.toContain('Seq Scan');
  },
);
