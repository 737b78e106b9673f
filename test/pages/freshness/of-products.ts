import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, rename, respond, run, shirt, shopper, shops } from './world.ts';

/** What others change of products, and what staff edit. */
export function testProducts(): void {
  describe('what others change', () => {
    test('is seen at the next request by every process, on every page that shows it', async () => {
      const cookie = await shops.admit(shopper);
      for (const [round, path] of [
        '/',
        '/cloths',
        '/cloths.data',
        `/product/${shirt.slug}`,
      ].entries()) {
        for (const shop of [0, 1]) {
          expect(await page(shop, path, cookie)).not.toContain(`Renamed ${round}`);
          await rename(`Renamed ${round}, ${shop}`);
          for (const other of [0, 1]) {
            expect(await page(other, path, cookie)).toContain(`Renamed ${round}, ${shop}`);
          }
          await rename(shirt.name);
        }
      }
    });

    test('is never older than what was committed when the request was sent', async () => {
      const cookie = await shops.admit(shopper);
      const path = `/product/${shirt.slug}`;
      let committed = 0;
      let isOver = false;
      const writer = (async () => {
        for (let nr = 1; nr <= 120; nr += 1) {
          await rename(`Edition ${nr} of it`);
          committed = nr;
          await sleep(nr % 7);
        }
        isOver = true;
      })();
      let seen = 0;
      const readers = [0, 1, 0, 1, 0, 1].map(async (shop, index) => {
        while (!isOver) {
          const before = committed;
          const text = await page(shop, index < 2 ? '/cloths' : path, cookie);
          const edition = Number(/Edition (\d+) of it/.exec(text)?.[1] ?? 0);
          expect(edition).toBeGreaterThanOrEqual(before);
          seen += 1;
        }
      });
      await Promise.all([writer, ...readers]);
      await rename(shirt.name);
      console.log(`${seen} responses while 120 edits were made`);
    });

    test('as a price before it was reduced is on its cards and its page', async () => {
      const cookie = await shops.admit(shopper);
      const reduce = (minor: number | null) =>
        run('update products set compare_at_minor = $2 where id = $1', [shirt.id, minor]);
      const { rows } = await run(
        'select count(distinct price_minor)::int as prices from variants where product_id = $1',
        [shirt.id],
      );
      expect(rows[0].prices).toBeLessThanOrEqual(1);
      const paths = ['/cloths', '/cloths?size=M', `/product/${shirt.slug}`];
      const struck = async () =>
        Promise.all(
          paths.map(async (path) => /<s[ >][^<]*4,321/.test(await page(0, path, cookie))),
        );
      expect(await struck()).toEqual([false, false, false]);
      await reduce(432_100);
      expect(await struck()).toEqual([true, true, true]);
      // One that is not higher than the price is none.
      await reduce(1);
      expect(await struck()).toEqual([false, false, false]);
      await reduce(null);
    });

    test('is seen on the pages that show it as a related product', async () => {
      const cookie = await shops.admit(shopper);
      const { rows } = await run("select id, slug from products where category = 'Shoes' limit 1");
      const other: { id: string; slug: string } = rows[0];
      const path = `/product/${other.slug}`;
      const shows = async (text: string) => {
        const pages = [await page(0, path, cookie), await page(1, `${path}.data`, cookie)];
        return pages.map((body) => body.includes(text));
      };
      expect(await shows(shirt.slug)).toEqual([false, false]);
      await run('insert into related_products values ($1, $2, 0)', [other.id, shirt.id]);
      await run('update products set version = version + 1 where id = $1', [other.id]);
      expect(await shows(shirt.name)).toEqual([true, true]);
      await rename('Renamed and related');
      expect(await shows('Renamed and related')).toEqual([true, true]);
      // Only those are shown that can be bought.
      const stocked = await run('select id, on_hand from variants where product_id = $1', [
        shirt.id,
      ]);
      await run('update variants set on_hand = 0 where product_id = $1', [shirt.id]);
      expect(await shows(shirt.slug)).toEqual([false, false]);
      for (const { id, on_hand } of stocked.rows) {
        await run('update variants set on_hand = $2 where id = $1', [id, on_hand]);
      }
      expect(await shows(shirt.slug)).toEqual([true, true]);
      await run("update products set status = 'draft' where id = $1", [shirt.id]);
      expect(await shows(shirt.slug)).toEqual([false, false]);
      await run("update products set status = 'active', name = $2 where id = $1", [
        shirt.id,
        shirt.name,
      ]);
      await run('delete from related_products', []);
      await run('update products set version = version + 1 where id = $1', [other.id]);
    });

    test('is seen when its transaction ends, however many were quicker', async () => {
      const client = await shops.database.pool.connect();
      try {
        await client.query('begin');
        await client.query("update products set name = 'Slowly Renamed' where id = $1", [shirt.id]);
        for (let nr = 0; nr < 3; nr += 1) {
          await run("update products set descriptions = descriptions || '.' where id <> $1", [
            shirt.id,
          ]);
          expect(await page(0, `/product/${shirt.slug}`, await shops.admit(shopper))).toContain(
            shirt.name,
          );
        }
        await client.query('commit');
      } finally {
        client.release();
      }
      expect(await page(0, `/product/${shirt.slug}`, await shops.admit(shopper))).toContain(
        'Slowly Renamed',
      );
      await rename(shirt.name);
    });

    test('of the stock concerns lists only when there is nothing left, or something again', async () => {
      const noted = async (onHand: number) => {
        await run('delete from catalog_changes');
        await run('update variants set on_hand = $2 where product_id = $1', [shirt.id, onHand]);
        return (await run('select category, in_lists from catalog_changes')).rows;
      };
      await noted(5);
      expect(await noted(4)).toEqual([{ category: 'Cloths', in_lists: false }]);
      expect(await noted(0)).toEqual([{ category: 'Cloths', in_lists: true }]);
      expect(await noted(3)).toEqual([{ category: 'Cloths', in_lists: true }]);
    });
  });

  describe('what staff edit', () => {
    let cookie: string;
    beforeAll(async () => {
      cookie = await shops.admit({ ...shopper, name: 'Ada Admin', role: 'admin' });
    });

    async function edit(changes: object): Promise<void> {
      const url = `${shops.running[0]?.url}/api/v1/products/${shirt.id}`;
      const version = (await fetch(url, { headers: { cookie } })).headers.get('etag') ?? '';
      const headers = {
        cookie,
        origin: 'http://shop.test',
        'content-type': 'application/json',
        'if-match': version,
      };
      const saved = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(changes) });
      expect(saved.status).toBe(200);
    }

    test('is on every page at the next request, and off it when the product is a draft', async () => {
      const everywhere = async (text: string) => {
        const shown = [0, 1].flatMap((shop) =>
          [`/product/${shirt.id}`, '/cloths', '/'].map((path) => page(shop, path, cookie)),
        );
        return (await Promise.all(shown)).map((body) => body.includes(text));
      };
      await edit({ name: 'Saved Shirt', price: 12.34 });
      for (const text of ['Saved Shirt', '$12.34'])
        expect(await everywhere(text)).not.toContain(false);
      await edit({ status: 'draft' });
      expect(await everywhere('Saved Shirt')).not.toContain(true);
      await edit({ status: 'active', name: shirt.name });
      expect(await everywhere(shirt.name)).not.toContain(false);
    });

    test('as the slug redirects from the former one at once, with the query, and back again', async () => {
      const { slug } = shirt;
      const statusOf = async (shop: number, path: string) =>
        (await respond(shop, path, { cookie })).status;
      const redirects = async (shop: number, from: string, to: string) => {
        const moved = await respond(shop, `/product/${from}?size=M&color=a+b`, { cookie });
        const { location, 'cache-control': caching } = moved.headers;
        // A browser that stored it would go in a circle when the slug changes back.
        const expected = [301, `/product/${to}?size=M&color=a+b`, 'private, no-store'];
        expect([moved.status, location, caching]).toEqual(expected);
        const data = await respond(shop, `/product/${from}.data`, { cookie });
        expect([data.status, data.body.includes(`/product/${to}`)]).toEqual([202, true]);
        for (const name of [to, shirt.id])
          expect(await statusOf(shop, `/product/${name}`)).toBe(200);
        const call = async () =>
          JSON.parse((await respond(shop, `/products/${from}`)).body.toString());
        expect(await call()).toMatchObject({ slug: to, name: shirt.name });
        await rename('Changed Behind It');
        expect(await call()).toMatchObject({ name: 'Changed Behind It' });
        await rename(shirt.name);
      };
      for (const path of [slug, `${slug}.data`])
        expect(await statusOf(0, `/product/${path}`)).toBe(200);
      for (const shop of [0, 1]) expect(await statusOf(shop, '/product/renamed-shirt')).toBe(404);
      await edit({ slug: 'renamed-shirt' });
      for (const shop of [0, 1]) await redirects(shop, slug, 'renamed-shirt');
      expect(await page(0, `/quickView/${slug}`, cookie)).toContain('renamed-shirt');
      expect((await respond(0, `/product/${slug}`)).headers.location).toMatch(/^\/login/);
      await edit({ slug });
      for (const shop of [0, 1]) await redirects(shop, 'renamed-shirt', slug);
      const log = await page(0, '/admin/audit-log', cookie);
      for (const said of ['Edited a product', `href="/admin/products/${shirt.id}"`, '$12.34']) {
        expect(log).toContain(said);
      }
    });
  });
}
