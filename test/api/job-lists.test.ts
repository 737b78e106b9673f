import { expect, test } from 'vitest';
import { listImportItems } from '#features/product-management/product-management.ts';
import { readItems } from '#web/routes/console/import/read-items.ts';
import { readJobs } from '#web/routes/console/import/read-jobs.ts';
import type { Visit } from '#web/shop-context.ts';
import { stock } from '../support/goods.ts';
import { admin, many, query, runImport, shop, shopForEachTest } from '../support/importing.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

const visit = (role: 'admin' | 'shopper' = 'admin') =>
  ({ ctx: shop.context.ctx, actor: actorOf(admin, role) }) as unknown as Visit;

test('an import lists what it added and changed in pages, by the ids of the products', async () => {
  await stock(shop, { name: 'Product 0', variants: [{ sku: 'SKU-0', inventory: 1 }] });
  const { _id, result } = await runImport(many(60));
  expect(result).toMatchObject({ added: 59, changed: 1 });
  const read = (outcome: 'new' | 'changed', address = '', role?: 'shopper') => {
    const { ctx, actor } = visit(role);
    return readItems(new URLSearchParams(address), outcome, (...which) =>
      listImportItems(ctx, actor, _id, ...which),
    );
  };
  const first = await read('new');
  expect([first.items.length, first.pages.limit]).toEqual([50, 50]);
  const next = encodeURIComponent(first.pages.next ?? '');
  const rest = await read('new', `after-added=${next}`);
  expect([rest.items.length, rest.pages.next]).toEqual([9, null]);
  const ids = [...first.items, ...rest.items].map(({ subject }) => subject);
  const added = await query("select id from products where name <> 'Product 0'");
  expect(ids.toSorted()).toEqual(added.map(({ id }) => id).toSorted());
  // Each list has its own place in the address.
  const changed = await read('changed', `after-added=${next}&after=%00`);
  expect(changed.items.map(({ label }) => label)).toEqual(['Product 0']);
  // Another import of the same product does not count.
  await runImport(many(1, () => ({ 'Variant Price': '77' })));
  const again = await read('changed');
  expect(again).toEqual(changed);
  expect(again.items[0]?.differences).toMatchObject({ 'SKU-0 available': [1, 3] });
  await expect(read('new', '', 'shopper')).rejects.toMatchObject({ code: 'forbidden' });
});

test('the jobs of a kind are listed in pages, newest first, with who started each', async () => {
  // Several began in the same millisecond.
  await query(
    `insert into staff_jobs (id, kind, status, input, created_by, created_at)
      select 'job_' || lpad(i::text, 3, '0'), case when i > 120 then 'bulkEdit' else 'import' end, 'done',
        '{}', case when i = 1 then 'import command' else $1 end, '2026-05-01'::timestamptz + i / 7 * interval '1 hour'
      from generate_series(1, 123) i`,
    [actorOf(admin, 'admin').user?.id],
  );
  const page = (address: string, role?: 'shopper') =>
    readJobs(visit(role), ['import'], new URLSearchParams(address));
  const ids: string[] = [];
  const by = new Set<string>();
  let after = '';
  const sizes: number[] = [];
  do {
    const { jobs, pages } = await page(`after=${after}`);
    sizes.push(jobs.length);
    ids.push(...jobs.map(({ id }) => id));
    for (const job of jobs) by.add(job.by);
    after = pages.next ?? '';
  } while (after !== '');
  expect(sizes).toEqual([50, 50, 20]);
  const all = Array.from({ length: 120 }, (_, i) => `job_${String(120 - i).padStart(3, '0')}`);
  expect(ids).toEqual(all);
  const [{ name, email }] = await query("select name, email from users where role = 'admin'");
  expect([...by].toSorted()).toEqual([`${name}, ${email}`, 'import command'].toSorted());
  expect((await page('after=broken')).jobs[0]?.id).toBe('job_120');
  expect((await page('show=100')).jobs).toHaveLength(100);
  const plan = await query(`explain select * from staff_jobs where kind = 'import'
    and (created_at, id) < ('2026-05-01'::timestamptz, 'job_1')
    order by created_at desc nulls last, id desc nulls last limit 50`);
  expect(JSON.stringify(plan)).not.toContain('Sort');
});
