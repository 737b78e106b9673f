import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nonceOf } from './same-page.ts';
import { ask, type CallResponse, openShops, type Shops, type Somebody } from './shops.ts';

let shops: Shops;
let shirt: { id: string; slug: string; name: string };

beforeAll(async () => {
  shops = await openShops([64, 64]);
  const { pool } = shops.database;
  [shirt] = (
    await pool.query(
      "select id, slug, name from products where category = 'Cloths' order by created_at desc, id desc",
    )
  ).rows;
});
afterAll(() => shops.close());

const shopper: Somebody = {
  name: 'Sam Customer',
  email: 'sam@example.com',
  image: null,
  role: 'shopper',
  count: 0,
};
const run = (statement: string, values: unknown[] = []) =>
  shops.database.pool.query(statement, values);
const rename = (name: string) =>
  run('update products set name = $2 where id = $1', [shirt.id, name]);

async function page(shop: number, path: string, cookie = ''): Promise<string> {
  return (await respond(shop, path, { cookie })).body.toString();
}

function respond(shop: number, path: string, headers = {}, method = 'GET'): Promise<CallResponse> {
  const asked = shops.running[shop];
  if (!asked) throw new Error('There is no such shop.');
  return ask(asked, path, headers, method);
}

/** Changes the goods behind the back of the triggers, as nothing in the shop does. */
async function silently(statement: string, values: unknown[]): Promise<void> {
  await run('alter table products disable trigger user');
  await run(statement, values).finally(() => run('alter table products enable trigger user'));
}

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
    const stocked = await run('select id, on_hand from variants where product_id = $1', [shirt.id]);
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
      for (const name of [to, shirt.id]) expect(await statusOf(shop, `/product/${name}`)).toBe(200);
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
    const log = await page(0, '/auditLog', cookie);
    for (const said of ['Edited a product', `href="/admin/products/${shirt.id}"`, '$12.34']) {
      expect(log).toContain(said);
    }
  });
});

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

describe('who asks', () => {
  test('is known anew at each request: cart, role, name and session', async () => {
    const cookie = await shops.admit({ ...shopper, name: 'Changing Person' });
    expect(await page(0, '/cloths', cookie)).toContain('Cart, empty');
    await run(`insert into cart_lines (cart_id, variant_id, quantity, seen_price_minor)
      select c.id, (select id from variants limit 1), 7, 0
      from carts c join users u on u.id = c.user_id where u.name = 'Changing Person'`);
    expect(await page(0, '/cloths', cookie)).toContain('Cart, 7 items');
    await run("update users set role = 'admin' where name = 'Changing Person'");
    expect(await page(0, '/cloths', cookie)).toContain('Make Admin');
    await run("update users set role = 'shopper' where name = 'Changing Person'");
    expect(await page(0, '/cloths', cookie)).not.toContain('Make Admin');
    await run("update users set name = 'Changed Person' where name = 'Changing Person'");
    expect(await page(0, '/cloths', cookie)).toContain('Changed Person');
    await run(
      "delete from sessions using users u where u.id = user_id and u.name = 'Changed Person'",
    );
    const after = await respond(0, '/cloths', { cookie });
    expect([after.status, after.headers.location]).toEqual([302, '/login?from=%2Fcloths']);
    expect(await page(0, '/', cookie)).not.toContain('Changed Person');
  });

  test('needs a signature that is right', async () => {
    const cookie = await shops.admit(shopper);
    // The first character of the signature: not every bit of its last one counts.
    const forged = cookie.replace(/(?<=session_token=[^;]*\.)./, (first) =>
      first === 'A' ? 'B' : 'A',
    );
    expect((await respond(0, '/cloths', { cookie })).status).toBe(200);
    expect((await respond(0, '/cloths', { cookie: forged })).status).toBe(302);
    expect((await respond(0, '/cloths', { cookie: `${forged}; ${cookie}` })).status).toBe(302);
  });

  test.each(['/cloths', '/cloths.data', '/account'])(
    'is nobody at %s by a cookie that browsers take for another one',
    async (path) => {
      const cookie = await shops.admit(shopper);
      const known = await respond(0, path, { cookie });
      const guest = await respond(0, path);
      const odd = await respond(0, path, { cookie: `\u00a0${cookie}` });
      expect(known.status).toBe(200);
      expect([odd.status, odd.headers.location]).toEqual([guest.status, guest.headers.location]);
      expect(odd.body.toString()).not.toContain(shopper.name);
    },
  );

  const sessionCookies = (cookies: string[]) =>
    cookies.filter((cookie) => cookie.startsWith('shop.session_token='));
  const setEnd = async (name: string, end: string) =>
    (
      await run(
        `update sessions set expires_at = ${end} from users u
         where u.id = user_id and u.name = $1 returning expires_at - now() as rest`,
        [name],
      )
    ).rows;

  test('is prolonged by the library when that is due, and the browser told', async () => {
    const name = 'Old Session';
    const cookie = await shops.admit({ ...shopper, name });
    await setEnd(name, "now() + interval '20 days'");
    const due = await respond(0, '/cloths', { cookie });
    expect(due.body.toString()).toContain(name);
    expect(sessionCookies([due.headers['set-cookie'] ?? []].flat())).toEqual([
      expect.stringContaining('Max-Age=2592000'),
    ]);
    const [{ rest }] = await setEnd(name, 'expires_at');
    expect(rest.days).toBeGreaterThanOrEqual(29);
    expect(await page(0, '/cloths', cookie)).toContain(name);
    await setEnd(name, "now() - interval '1 second'");
    expect((await respond(0, '/cloths', { cookie })).status).toBe(302);
  });

  test('is out when they sign out, also when the session was due', async () => {
    const name = 'Leaving Session';
    const cookie = await shops.admit({ ...shopper, name });
    await setEnd(name, "now() + interval '20 days'");
    const out = await fetch(`${shops.running[0]?.url}/signOut`, {
      method: 'POST',
      headers: { cookie, origin: 'http://shop.test' },
      redirect: 'manual',
    });
    expect(out.status).toBe(302);
    expect(sessionCookies(out.headers.getSetCookie())).toEqual([
      expect.stringContaining('Max-Age=0'),
    ]);
    expect(await setEnd(name, 'expires_at')).toEqual([]);
  });

  test('gets a nonce of their own, in the policy and in every script', async () => {
    const cookie = await shops.admit(shopper);
    const returns = await Promise.all([1, 2, 3].map(() => respond(0, '/cloths', { cookie })));
    expect(new Set(returns.map(nonceOf)).size).toBe(3);
    for (const kept of returns) {
      const scripts = kept.body.toString().match(/<script[^>]*>/g) ?? [];
      const run = scripts.filter((script) => !script.includes('ld+json'));
      expect(run.length).toBeGreaterThan(4);
      for (const script of run) expect(script).toContain(`nonce="${nonceOf(kept)}"`);
    }
  });
});

describe('what is kept', () => {
  const rows = ['/', '/home.data', '/cloths', '/cloths.data', '/cloths?sort=newest&show=48'];

  test.each(rows)('%s is rendered once for everyone who looks alike', async (path) => {
    const cookie = await shops.admit(shopper);
    expect(await page(0, path, cookie)).toContain(shirt.name);
    await silently('update products set name = $2 where id = $1', [shirt.id, 'Not Told']);
    const other = await shops.admit({ ...shopper, name: 'Somebody Else' });
    const text = await page(0, path, other);
    await silently('update products set name = $2 where id = $1', [shirt.id, shirt.name]);
    expect(text).toContain('Somebody Else');
    expect(text).not.toContain('Not Told');
    expect(text).not.toContain('Sam Customer');
  });

  test.each(['/cloths?notice=added', '/cloths?size=M', '/cloths?stock=in', '/Cloths', '/?x=1'])(
    '%s is rendered each time',
    async (path) => {
      const cookie = await shops.admit(shopper);
      expect(await page(0, path, cookie)).not.toContain('Told Later');
      await silently('update products set name = $2 where id = $1', [shirt.id, 'Told Later']);
      const text = await page(0, path, cookie);
      await silently('update products set name = $2 where id = $1', [shirt.id, shirt.name]);
      expect(text).toContain('Told Later');
    },
  );

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
    await run("update products set status = 'active', deleted_at = null where id = $1", [shirt.id]);
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
    expect(headers.link).toMatch(/^<\/products\?category=Cloths&limit=2&after=[^>]+>; rel="next"$/);
    const bySlug = await respond(0, `/products/${shirt.slug}`);
    const byId = await respond(0, `/products/${shirt.id}`);
    expect(bySlug.headers.etag).toBe(byId.headers.etag);
    expect(JSON.parse(byId.body.toString())._id).toBe(shirt.id);
    expect((await respond(0, '/products/none')).status).toBe(404);
  });
});

test('where only members may browse, the count of products is as closed to guests as its list', async () => {
  const cookie = await shops.admit(shopper);
  const path = '/productCount/cloths?size=M';
  const data = '/productCount/cloths.data?size=M';
  const signIn = `/login?${new URLSearchParams({ from: '/cloths?size=M' })}`;
  expect(await respond(0, path)).toMatchObject({ status: 302, headers: { location: signIn } });
  const refused = await respond(0, data);
  expect([refused.status, refused.body.includes(signIn)]).toEqual([202, true]);
  for (const open of [path, data]) expect((await respond(0, open, { cookie })).status).toBe(200);
});
