import { beforeAll, describe, expect, test } from 'vitest';
import { page, rename, respond, run, shirt, shopper, shops } from './world.ts';

/** Categories and collections. */
export function testSections(): void {
  describe('what staff do with categories and collections', () => {
    let cookie: string;
    beforeAll(async () => {
      cookie = await shops.admit({ ...shopper, name: 'Cara Curator', role: 'admin' });
    });

    async function send(method: string, path: string, body: object, version = 0) {
      const headers = {
        cookie,
        origin: 'http://shop.test',
        'content-type': 'application/json',
        'if-match': `"${version}"`,
      };
      const init = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${shops.running[0]?.url}/api/v1${path}`, init);
      expect(response.ok, await response.clone().text()).toBe(true);
      return response.json();
    }

    /** Which of these pages have a text, in both processes; each page is cached by then. */
    async function where(text: string, ...paths: string[]): Promise<string[]> {
      const found: string[] = [];
      for (const shop of [0, 1]) {
        for (const path of paths) {
          if ((await page(shop, path, cookie)).includes(text)) found.push(`${shop} ${path}`);
        }
      }
      return found;
    }

    const moveShirt = (category: string) =>
      run('update products set category = $2 where id = $1', [shirt.id, category]);

    test('a new category has its page, menu entry and tab at once, and follows its products', async () => {
      const pages = ['/', '/home.data', '/shoes', '/shoppingCart', '/login', '/shoes?stock=in'];
      expect(await where('/fresh-hats', ...pages)).toEqual([]);
      const status = async () =>
        Promise.all(
          [0, 1].map(async (shop) => (await respond(shop, '/fresh-hats', { cookie })).status),
        );
      expect(await status()).toEqual([404, 404]);
      const { _id: id } = await send('POST', '/categories', { name: 'Fresh Hats' });
      // Who is signed in is sent away from the page to sign in.
      const shown = pages.filter((path) => path !== '/login').length * 2;
      expect(await where('/fresh-hats', ...pages)).toHaveLength(shown);
      expect(await where('?tab=fresh-hats', '/')).toHaveLength(2);
      expect(await status()).toEqual([200, 200]);
      const lists = ['/?tab=fresh-hats', '/fresh-hats', '/home.data'];
      await rename('Hat of a Shirt');
      await moveShirt(id);
      expect(await where('Hat of a Shirt', ...lists)).toHaveLength(6);
      await rename('Hat of Another');
      expect(await where('Hat of Another', ...lists)).toHaveLength(6);
      expect(await where('Hat of Another', '/cloths')).toEqual([]);

      await send('PATCH', `/categories/${id}`, { name: 'Warm Hats' }, 1);
      for (const shop of [0, 1]) {
        const moved = await respond(shop, '/fresh-hats?size=M', { cookie });
        expect([moved.status, moved.headers.location]).toEqual([301, '/warm-hats?size=M']);
      }
      const product = `/product/${shirt.slug}`;
      expect(await where('Warm Hats', product, '/warm-hats', '/shoes')).toHaveLength(6);
      await moveShirt('Cloths');
      await rename(shirt.name);
      await send('DELETE', `/categories/${id}`, {});
      expect(await where('Warm Hats', product, '/', '/shoes')).toEqual([]);
      expect((await respond(1, '/warm-hats', { cookie })).status).toBe(404);
    });

    test('a collection shows what fits it now, by rules and by hand', async () => {
      const named = { name: 'Fresh Finds', inMenu: true, rule: { tags: ['found'] } };
      const { _id: id } = await send('POST', '/collections', named);
      expect(await where('/collections/fresh-finds', '/', '/cloths')).toHaveLength(4);
      const list = '/collections/fresh-finds';
      expect(await where(shirt.name, list)).toEqual([]);
      await run("update products set tags = '{found}' where id = $1", [shirt.id]);
      expect(await where(shirt.name, list, `${list}.data?sort=name`)).toHaveLength(4);
      const [other] = (
        await run("select id, name from products where category = 'Shoes' and status = 'active'")
      ).rows;
      await send('PATCH', `/collections/${id}`, { rule: null, products: [other.id] }, 1);
      expect(await where(shirt.name, list)).toEqual([]);
      expect(await where(other.name, list)).toHaveLength(2);
      await send('PATCH', `/collections/${id}`, { products: [shirt.id, other.id] }, 2);
      expect(await where(shirt.name, list)).toHaveLength(2);
      await run("update products set tags = '{}' where id = $1", [shirt.id]);
      await send('DELETE', `/collections/${id}`, {});
      expect(await where('Fresh Finds', '/', '/cloths')).toEqual([]);
    });
  });
}
