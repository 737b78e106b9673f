import { expect, test } from 'vitest';
import { getTag, listTags, previewTagChange } from '#features/product-management/product-management.ts';
import { offerValues } from '#features/merchandising/merchandising.ts';
import { selectTaggedAfter } from '#features/product-management/tags/product-tags.store.ts';
import { actorOf, openTestShop } from '../support/shop.ts';

test('scale', async () => {
  const shop = await openTestShop();
  const admin = actorOf(await shop.admin(), 'admin');
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set session_replication_role = replica");
  await client.query(`insert into products (id, slug, name, category, descriptions, price_minor, currency, status, version, created_at, updated_at, tags)
    select 'prd_' || lpad(n::text, 10, '0'), 'slug-' || n, 'Name ' || n, 'Cloths', repeat('Some words about it. ', 30), 1000, 'USD', case when n % 9 = 0 then 'draft' else 'active' end, 1,
      now() - n * interval '1 second', now(), array['Use ' || (n % 16), 'Demo ' || ((n * 7) % 40), 'Rare ' || (n / 20)]
    from generate_series(1, 400000) n`);
  await client.query('set session_replication_role = origin');
  await client.query("insert into tag_spellings select distinct lower(tag), tag from products, unnest(tags) tag on conflict do nothing");
  await client.query('vacuum analyze products'); await client.query('vacuum analyze tag_spellings');
  client.release();
  const time = async (what: string, work: () => Promise<unknown>) => {
    for (let i = 0; i < 3; i += 1) {
      const at = performance.now();
      const value = await work();
      console.log(what, (performance.now() - at).toFixed(0), JSON.stringify(value).slice(0, 150));
    }
  };
  await time('first page', () => listTags(ctx, admin, { start: '', limit: 50, after: null }));
  await time('u', () => listTags(ctx, admin, { start: 'u', limit: 50, after: null }));
  await time('rare', () => listTags(ctx, admin, { start: 'rare 1', limit: 50, after: null }));
  await time('none', () => listTags(ctx, admin, { start: 'zzz', limit: 50, after: null }));
  await time('one frequent', () => getTag(ctx, admin, 'Use 3'));
  await time('one rare', () => getTag(ctx, admin, 'Rare 77'));
  await time('preview', () => previewTagChange(ctx, admin, { tag: 'Rare 77', to: 'RARE 78' }));
  await time('offer', () => offerValues(ctx, admin, 'tag', 'rare 199'));
  await time('next frequent', () => selectTaggedAfter(ctx.db, 'Use 3', 'prd_0000200000', 100));
  await time('next demo', () => selectTaggedAfter(ctx.db, 'Demo 3', 'prd_0000200000', 100));
  await time('next rare', () => selectTaggedAfter(ctx.db, 'Rare 77', '', 100));
  expect(1).toBe(1);
  await shop.close();
}, 600_000);
