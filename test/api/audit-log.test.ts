import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameAccounts } from '#features/accounts/accounts.ts';
import { type AuditFilter, EVERY_ENTRY } from '#features/audit-log/audit-log.schema.ts';
import { listActors, listAudit, recordAudit } from '#features/audit-log/audit-log.ts';
import {
  addCollection,
  addPins,
  nameRecords,
  removePins,
} from '#features/merchandising/merchandising.ts';
import { addShopPage, nameShopPages, removeShopPage } from '#features/shop-pages/shop-pages.ts';
import { storedJobs } from '#features/staff-jobs/staff-jobs.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
let sam: Client;
const staff = () => actorOf(admin, 'admin');

beforeAll(async () => {
  shop = await openTestShop();
  [sam, admin] = [await shop.shopper('Sam Curious'), await shop.admin()];
  const { ctx } = shop.context;
  for (const [actor, action, subject] of [
    ['usr_ann', 'product.edit', 'prd_1'],
    ['usr_ann', 'stock.adjust', 'var_1'],
    ['usr_bob', 'product.edit', 'prd_1'],
    ['import', 'return-policy.edit', 'policy'],
    ['usr_bob', 'return.approve', 'ord_1'],
  ] as const) {
    await recordAudit(ctx.db, actor, action, subject, {});
  }
  await shop.database.pool.query('alter table audit_log disable trigger user');
  await shop.database.pool.query(
    "update audit_log set at = '2026-03-01T23:59:59.999Z' where subject = 'var_1'",
  );
  await shop.database.pool.query(
    "update audit_log set at = '2026-03-02T00:00:00Z' where subject = 'policy'",
  );
  await shop.database.pool.query('alter table audit_log enable trigger user');
});
afterAll(() => shop.close());

const list = async (part: Partial<AuditFilter>, limit = 20, after: string | null = null) =>
  listAudit(shop.context.ctx, staff(), { filter: { ...EVERY_ENTRY, ...part }, limit, after });
const found = async (part: Partial<AuditFilter>) =>
  (await list(part)).items.map(({ actor, subject }) => `${actor} ${subject}`);

test('the audit log is filtered by who did what to which record, and on which days', async () => {
  expect(await found({ actor: 'usr_bob' })).toEqual(['usr_bob ord_1', 'usr_bob prd_1']);
  expect(await found({ area: 'product' })).toEqual(['usr_bob prd_1', 'usr_ann prd_1']);
  expect(await found({ area: 'return' })).toEqual(['usr_bob ord_1']);
  expect(await found({ area: 'return-policy' })).toEqual(['import policy']);
  expect(await found({ subject: 'prd_1' })).toEqual(['usr_bob prd_1', 'usr_ann prd_1']);
  expect(await found({ actor: 'usr_ann', area: 'product' })).toEqual(['usr_ann prd_1']);
  expect(await found({ actor: 'nobody' })).toEqual([]);
  expect(await found({ to: '2026-03-01' })).toEqual(['usr_ann var_1']);
  expect(await found({ to: '2026-03-02' })).toEqual(['import policy', 'usr_ann var_1']);
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['import policy']);
});

test('its pages have every entry once, newest first; a broken cursor means the first page', async () => {
  const { items: all } = await list({});
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  for (const part of [{}, { subject: 'prd_1' }]) {
    const paged: string[] = [];
    for (let after: string | null = null, rest = true; rest; rest = after !== null) {
      const page = await list(part, 1, after);
      paged.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(paged).toEqual((await list(part)).items.map(({ id }) => id));
  }
  const key = ['newest', '2026-03-02T00:00:00.000Z', '1 or 1=1'];
  const broken = Buffer.from(JSON.stringify(key)).toString('base64url');
  expect((await list({}, 20, broken)).items).toEqual(all);
  expect((await list({}, 20, 'garbage')).items).toEqual(all);
});

test('everyone who did something is named once, to admins only', async () => {
  const actors = await listActors(shop.context.ctx, staff());
  expect(actors).toEqual([...new Set(actors)].sort());
  expect(actors).toEqual(expect.arrayContaining(['import', 'usr_ann', 'usr_bob']));
  // A scheduled product goes live by itself.
  const named = await nameAccounts(shop.context.ctx, staff(), ['jobs', admin.id, 'usr_no']);
  expect([...named.keys()].sort()).toEqual(['jobs', admin.id].sort());
  expect(named.get('jobs')).toBe('The shop');
  const shopper = actorOf(sam);
  const page = { filter: EVERY_ENTRY, limit: 1, after: null };
  for (const read of [
    () => listActors(shop.context.ctx, shopper),
    () => listAudit(shop.context.ctx, shopper, page),
  ]) {
    await expect(read()).rejects.toThrow('Only admins can do that.');
  }
});

test('records that were removed have no name, and jobs that were deleted are not stored', async () => {
  const { ctx } = shop.context;
  const page = await addShopPage(ctx, staff(), { name: 'Log Page', text: 'Read me.' });
  const collection = await addCollection(ctx, staff(), { name: 'Log Picks' });
  const pins = await addPins(ctx, staff(), 'log coat');
  const [category] = await shop.query('select id, name from categories limit 1');
  const ids = [collection.id, pins.id, category.id];
  const named = async () => (await nameRecords(ctx, staff(), ids)).names;
  const image = '/img/of-log-picks.jpg';
  await shop.query('update collections set image_url = $2 where id = $1', [collection.id, image]);
  expect([...(await nameRecords(ctx, staff(), [collection.id])).images]).toEqual([image]);
  expect([...(await named())].sort()).toEqual(
    [
      [collection.id, 'Log Picks'],
      [pins.id, 'log coat'],
      [category.id, category.name],
    ].sort(),
  );
  expect((await nameShopPages(ctx, staff())).get(page.id)).toBe('Log Page');
  await shop.query('delete from collections where id = $1', [collection.id]);
  await removePins(ctx, staff(), { id: pins.id, shown: [] });
  await removeShopPage(ctx, staff(), page.id);
  expect([...(await named())]).toEqual([[category.id, category.name]]);
  expect((await nameShopPages(ctx, staff())).has(page.id)).toBe(false);
  await shop.query(
    "insert into staff_jobs (id, kind, input, created_by) values ('job_kept', 'import', '{}', 'test')",
  );
  expect([...(await storedJobs(ctx, staff(), ['job_kept', 'job_gone']))]).toEqual(['job_kept']);
});
