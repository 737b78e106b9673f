import { afterAll, describe, expect, test } from 'vitest';
import { withDatabaseLock } from '#db/database-lock.ts';
import { page, respond, run, shirt, shopper, shops, silently } from './world.ts';

const found = async (shop: number, path: string): Promise<string[]> =>
  JSON.parse(await page(shop, path)).map(({ _id }: { _id: string }) => _id);

/** Searches, which the cache keeps as pages and as calls. */
export function testSearches(): void {
  describe('searches', () => {
    afterAll(async () => {
      await run("delete from search_synonyms where id = 'syn_fresh'");
      await run("delete from search_pins where id = 'pin_fresh'");
    });

    test.each([
      '/products?q=cloths&sort=newest&limit=5',
      '/products/facets?q=cloths',
      '/search/suggestions?q=clo',
    ])(
      '%s is made once, and again after a change of a product, in either process',
      async (path) => {
        // The job that counts new words retires searches. It waits for this lock.
        await withDatabaseLock(shops.database, 'search', async () => {
          for (const shop of [0, 1]) {
            const first = await respond(shop, path);
            const again = await respond(shop, path);
            expect(first.status).toBe(200);
            expect(again.headers.etag).toMatch(/^W\/"[\w-]{27}"$/);
            expect(again.body).toEqual(first.body);
            await silently("update products set name = name || ' Not Told' where id = $1", [
              shirt.id,
            ]);
            expect((await respond(shop, path)).body).toEqual(first.body);
            await silently('update products set name = $2 where id = $1', [shirt.id, shirt.name]);
            await run("update products set status = 'archived', deleted_at = now() where id = $1", [
              shirt.id,
            ]);
            const without = await respond(shop, path);
            await run("update products set status = 'active', deleted_at = null where id = $1", [
              shirt.id,
            ]);
            expect(without.status).toBe(200);
            if (!path.includes('suggestions')) expect(without.body).not.toEqual(first.body);
            expect((await respond(shop, path)).body).toEqual(first.body);
          }
        });
      },
    );

    test('that are refused stay refused, and do not keep others from being cached', async () => {
      for (let nr = 0; nr < 6; nr += 1) {
        for (const path of [`/products?q=cap&limit=bad${nr}`, `/products/facets?q=%00${nr}`]) {
          expect([path, (await respond(0, path)).status]).toEqual([path, 422]);
        }
      }
      await respond(0, '/products?q=cap&limit=3');
      expect((await respond(0, '/products?q=cap&limit=3')).headers.etag).toBeDefined();
    });

    test('synonyms, pinned products and boosts act on cached searches at once, in every process', async () => {
      const call = '/products?q=zzgarment&limit=3';
      const shown = '/search?q=zzgarment';
      const cookie = await shops.admit(shopper);
      for (const shop of [0, 1]) {
        expect(await found(shop, call)).toEqual([]);
        await page(shop, shown, cookie);
      }
      await run(
        "insert into search_synonyms (id, words) values ('syn_fresh', array['zzgarment', 'cloths'])",
      );
      const before = await found(0, call);
      expect(before).toHaveLength(3);
      expect(await found(1, call)).toEqual(before);
      const { rows } = await run(
        `select p.id, p.name from products p join search_index i on i.product_id = p.id
         where p.category = 'Cloths' and i.listed and i.in_stock and p.id <> all($1) order by p.id`,
        [before],
      );
      const [pinned, boosted] = rows;
      await run(
        "insert into search_pins (id, query, key) values ('pin_fresh', 'zzgarment', 'zzgarment')",
      );
      await run(
        "insert into search_pinned_products (pin_id, product_id, position) values ('pin_fresh', $1, 1)",
        [pinned.id],
      );
      for (const shop of [0, 1]) {
        expect((await found(shop, call))[0]).toBe(pinned.id);
        expect(await page(shop, shown, cookie)).toContain(pinned.name);
      }
      await run(
        "insert into search_boosts (pin_id, kind, value, steps) values ('pin_fresh', 'product', $1, 3)",
        [boosted.id],
      );
      for (const shop of [0, 1]) {
        expect((await found(shop, call)).slice(0, 2)).toEqual([pinned.id, boosted.id]);
      }
      await run("delete from search_pins where id = 'pin_fresh'");
      expect(await found(0, call)).toEqual(before);
      await run("delete from search_synonyms where id = 'syn_fresh'");
      for (const shop of [0, 1]) expect(await found(shop, call)).toEqual([]);
    });

    test('a page of the shop is among the results at once, in every process', async () => {
      const cookie = await shops.admit(shopper);
      const shown = '/search?q=zzrefunds';
      const linked = (html: string) => html.includes('href="/pages/zz-help"');
      for (const shop of [0, 1]) expect(linked(await page(shop, shown, cookie))).toBe(false);
      await run(
        `insert into shop_pages (id, name, slug, text, html, position, updated_at, in_footer)
         values ('pag_fresh', 'Help', 'zz-help', 'About zzrefunds.', '', 1, now(), false)`,
      );
      try {
        for (const shop of [0, 1]) {
          const html = await page(shop, shown, cookie);
          expect(linked(html)).toBe(true);
          expect(html).toContain('No product was found for');
          expect(html).not.toContain('Nothing was found');
        }
        // Beside products as well, which are cached.
        const beside = '/search?q=cloths';
        expect(linked(await page(0, beside, cookie))).toBe(false);
        await run("update shop_pages set name = 'Our cloths', version = 2 where id = 'pag_fresh'");
        for (const shop of [0, 1]) expect(linked(await page(shop, beside, cookie))).toBe(true);
      } finally {
        await run("delete from shop_pages where id = 'pag_fresh'");
      }
      for (const shop of [0, 1]) expect(linked(await page(shop, shown, cookie))).toBe(false);
    });

    test('what sells instead of what was not found is never cached', async () => {
      const cookie = await shops.admit(shopper);
      expect(await page(0, '/search?q=qqxxzzy', cookie)).not.toContain('Told Now');
      await silently("update products set name = name || ' Told Now'", []);
      const text = await page(0, '/search?q=qqxxzzy', cookie);
      await silently("update products set name = replace(name, ' Told Now', '')", []);
      expect(text).toContain('Told Now');
    });

    test('each person who opens a cached search counts, and nobody else does', async () => {
      const staff = await shops.admit({ ...shopper, name: 'Ada Search', role: 'admin' });
      const shown = '/search?q=cloths&show=48';
      const counted = async () => {
        const report = JSON.parse(await page(0, '/api/v1/searches?days=7', staff));
        return report.top.find(({ query }: { query: string }) => query === 'cloths')?.searches ?? 0;
      };
      const before = await counted();
      const cookie = await shops.admit(shopper);
      const from = (nr: number) => ({ cookie, 'x-forwarded-for': `192.0.2.${nr}` });
      for (const nr of [1, 2, 3, 3]) await respond(0, shown, from(nr));
      expect(await counted()).toBe(before + 3);
      await respond(0, shown, { ...from(4), 'sec-purpose': 'prefetch' });
      await respond(0, shown, { ...from(5), cookie: staff });
      await respond(0, shown, from(6), 'HEAD');
      const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' };
      await respond(0, shown, { ...from(7), ...frame });
      expect(await counted()).toBe(before + 3);
      await respond(0, '/search.data?q=cloths&show=48', from(8));
      expect(await counted()).toBe(before + 4);
    });
  });
}
