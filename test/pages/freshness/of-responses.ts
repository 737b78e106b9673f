import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { page, respond, run, shirt, shopper, shops, silently } from './world.ts';

/** What is kept of pages and calls, and what is not. */
export function testResponses(): void {
  describe('what is kept', () => {
    const rows = [
      '/',
      '/home.data',
      '/cloths',
      '/cloths.data',
      '/cloths?sort=newest&show=48',
      '/cloths?size=M',
      '/cloths.data?stock=in',
      '/search?q=cloths&sort=newest',
      '/search.data?q=cloths&sort=newest',
    ];

    test.each(rows)('%s is rendered once for everyone who looks alike', async (path) => {
      const afterSilentChange = async () => {
        const cookie = await shops.admit(shopper);
        expect(await page(0, path, cookie)).toContain(shirt.name);
        await silently('update products set name = $2 where id = $1', [shirt.id, 'Not Told']);
        const other = await shops.admit({ ...shopper, name: 'Somebody Else' });
        const text = await page(0, path, other);
        await silently('update products set name = $2 where id = $1', [shirt.id, shirt.name]);
        return text;
      };
      let text = await afterSilentChange();
      // Searches that are kept go when a job has read the words of the products of earlier tests. It
      // reads them all at once.
      if (text.includes('Not Told')) text = await afterSilentChange();
      expect(text).toContain('Somebody Else');
      expect(text).not.toContain('Not Told');
      expect(text).not.toContain('Sam Customer');
    });

    test.each([
      '/cloths?notice=added',
      '/cloths?size=M&x=1',
      '/search?q=cloths&sort=newest&x=1',
      '/Cloths',
    ])('%s is rendered each time', async (path) => {
      const cookie = await shops.admit(shopper);
      expect(await page(0, path, cookie)).not.toContain('Told Later');
      await silently('update products set name = $2 where id = $1', [shirt.id, 'Told Later']);
      const text = await page(0, path, cookie);
      await silently('update products set name = $2 where id = $1', [shirt.id, shirt.name]);
      expect(text).toContain('Told Later');
    });

    test('a message of one address stays there', async () => {
      const cookie = await shops.admit(shopper);
      expect(await page(0, '/cloths?notice=added', cookie)).toContain('Added to your cart.');
      expect(await page(0, '/cloths', cookie)).not.toContain('Added to your cart.');
    });

    test('a product that comes back is there again', async () => {
      const cookie = await shops.admit(shopper);
      const path = `/product/${shirt.slug}`;
      await run("update products set status = 'archived', deleted_at = now() where id = $1", [
        shirt.id,
      ]);
      expect((await respond(0, path, { cookie })).status).toBe(404);
      expect((await respond(0, path, { cookie })).status).toBe(404);
      await run("update products set status = 'active', deleted_at = null where id = $1", [
        shirt.id,
      ]);
      expect((await respond(0, path, { cookie })).status).toBe(200);
    });
  });

  test('HEAD responds as GET does, without the page', async () => {
    const cookie = await shops.admit(shopper);
    const get = await respond(0, '/cloths', { cookie });
    const head = await respond(0, '/cloths', { cookie }, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect(Object.keys(head.headers).sort()).toEqual(Object.keys(get.headers).sort());
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  describe('the calls', () => {
    const calls = ['/products?category=Cloths&limit=24', '/products'];

    test.each(calls)('%s is 304 until something in it changes, in either process', async (path) => {
      for (const shop of [0, 1]) {
        const first = await respond(shop, path);
        expect(first.headers['cache-control']).toBe('public, no-cache');
        const etag = first.headers.etag ?? '';
        expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
        const again = await respond(shop, path, { 'if-none-match': etag });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        await run('update variants set on_hand = on_hand + 1 where product_id = $1', [shirt.id]);
        const changed = await respond(shop, path, {
          'if-none-match': etag,
          'accept-encoding': 'gzip',
        });
        expect(changed.status).toBe(200);
        expect(changed.headers.etag).not.toBe(etag);
        const list = JSON.parse(gunzipSync(changed.body).toString());
        const { rows } = await run(
          'select sum(on_hand)::int as units from variants where product_id = $1 and active',
          [shirt.id],
        );
        expect(list.find(({ _id }: { _id: string }) => _id === shirt.id).inventory).toBe(
          rows[0].units,
        );
      }
    });

    test('a page of products leads to the next one, and one product is found by both names', async () => {
      const { headers } = await respond(0, '/products?category=Cloths&limit=2');
      expect(headers.link).toMatch(
        /^<\/products\?category=Cloths&limit=2&after=[^>]+>; rel="next"$/,
      );
      const bySlug = await respond(0, `/products/${shirt.slug}`);
      const byId = await respond(0, `/products/${shirt.id}`);
      expect(bySlug.headers.etag).toBe(byId.headers.etag);
      expect(JSON.parse(byId.body.toString())._id).toBe(shirt.id);
      expect((await respond(0, '/products/none')).status).toBe(404);
    });
  });
}
