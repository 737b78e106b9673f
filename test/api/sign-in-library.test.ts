import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueLink } from '#features/accounts/emailed-links.ts';
import { ODD_TEXTS } from '../fuzz/values.ts';
import { type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Doors');
});
afterAll(() => shop.close());

const limitsKept = () => shop.query('select key from rate_limits order by key');

/** Each path of the sign-in library over HTTP, with something in the place of its parameters. */
function libraryPaths(): { path: string; methods: string[] }[] {
  return Object.values(shop.context.auth.api).flatMap((endpoint) => {
    const { path, options } = endpoint as {
      path?: string;
      options?: { method?: string | string[]; metadata?: object };
    };
    const isHidden = options?.metadata && 'SERVER_ONLY' in options.metadata;
    return path && !isHidden ? [{ path, methods: [options?.method ?? []].flat() }] : [];
  });
}

describe('the sign-in library', () => {
  test('is open at these paths and no others', async () => {
    const { ctx } = shop.context;
    const link = { userId: sam.id, newEmail: null };
    const token = await issueLink(ctx.db, 'reset-password', link, ctx.now());
    const open: string[] = [];
    for (const { path, methods } of libraryPaths()) {
      const fillings = path.includes(':') ? ['google', token] : [''];
      for (const filling of fillings) {
        const filled = path.replace(/:\w+/, filling);
        const responses = await Promise.all(
          ['GET', 'POST'].map((method) => shop.guest().request(method, `/api/auth${filled}`)),
        );
        const isOpen = responses.some(({ status }) => status !== 404);
        if (isOpen) open.push(`${methods.join('|')} ${filled}`);
      }
    }
    expect(libraryPaths().length).toBeGreaterThan(25);
    expect(open.sort()).toEqual([
      'GET|POST /callback/google',
      'GET|POST /get-session',
      'POST /sign-in/email',
      'POST /sign-out',
      'POST /sign-up/email',
      'POST /update-user',
    ]);
  });

  test.each([
    ['9,000 characters', `/${'a'.repeat(9_000)}`],
    ['9,000 characters in the place of a provider', `/callback/${'a'.repeat(9_000)}`],
    ['a NUL', '/%00'],
    ['a broken escape', '/%ff'],
    ['no path', '/'],
    ['a name of the language', '/constructor'],
    ['the way that a link of the library leads', '/reset-password/some-token'],
    ['the same in another spelling', '/%72eset-password/some-token'],
    ['an open path with an end', '/get-session/'],
    ['an open path in another spelling', '/get-sessio%6e'],
  ])('is 404 at %s, and nothing is counted or kept', async (_, path) => {
    const before = await limitsKept();
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const response = await sam.request(method, `/api/auth${path}`);
      expect(response.status).toBe(404);
      expect((await response.json()).code).toBe('not_found');
    }
    expect(await limitsKept()).toEqual(before);
  });

  test('names the methods of a path that is asked by another one', async () => {
    const response = await sam.request('DELETE', '/api/auth/get-session');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await sam.get('/api/auth/sign-out')).status).toBe(405);
    // The library would redirect with all of the body in the address.
    const code = { code: 'a'.repeat(60_000), state: 'x' };
    const posted = await shop.guest().post('/api/auth/callback/google', code);
    expect([posted.status, posted.headers.get('location')]).toEqual([405, null]);
  });
});

describe('an email of more than 254 characters', () => {
  const long = `${'a'.repeat(60)}@${'b.'.repeat(95)}example.com`;
  const fitting = `${'a'.repeat(60)}@${'b.'.repeat(91)}example.com`;

  test.each(['sign-up/email', 'sign-in/email'])('is refused at %s', async (path) => {
    expect(long.length).toBeGreaterThan(254);
    const body = { name: 'Long', email: long, password: PASSWORD };
    const response = await shop.guest().post(`/api/auth/${path}`, body);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/254 characters at most/);
    expect(await shop.query('select from users where length(email) > 254')).toEqual([]);
  });

  test('is refused by the database, also where an account gets another one', async () => {
    const { pool } = shop.database;
    const change = pool.query('update users set email = $1 where id = $2', [long, sam.id]);
    await expect(change).rejects.toMatchObject({ constraint: 'users_email_fits_mail' });
    const made = pool.query("insert into users (id, name, email) values ('usr_x', 'X', $1)", [
      long,
    ]);
    await expect(made).rejects.toMatchObject({ constraint: 'users_email_fits_mail' });
  });

  test('is refused, and one of 254 characters is taken', async () => {
    const body = { name: 'Fits', email: fitting, password: PASSWORD };
    expect(fitting.length).toBe(254);
    expect((await shop.guest().post('/api/auth/sign-up/email', body)).status).toBe(200);
  });
});

describe('the address of a profile image', () => {
  test.each([
    ['a NUL', 'https://i.ibb.co/a\0b.png', 'https://i.ibb.co/a%00b.png'],
    ['half a surrogate pair', 'https://i.ibb.co/\ud800.png', 'https://i.ibb.co/%EF%BF%BD.png'],
    ['spaces around it', ' \thttps://I.ibb.co/a.png ', 'https://i.ibb.co/a.png'],
    ['a way up', 'https://i.ibb.co/x/../a.png', 'https://i.ibb.co/a.png'],
  ])('with %s is stored as it was checked', async (_, image, stored) => {
    const email = `image.${crypto.randomUUID()}@example.com`;
    const made = await shop
      .guest()
      .post('/api/auth/sign-up/email', { name: 'Image', email, password: PASSWORD, image });
    const changed = await sam.post('/api/auth/update-user', { image });
    expect([made.status, changed.status]).toEqual([200, 200]);
    const rows = await shop.query(
      `select distinct image from users where id = '${sam.id}' or email = '${email}'`,
    );
    expect(rows).toEqual([{ image: stored }]);
  });

  test.each(['/uploads/a\0.png', '/pictures/a\0.png', 'https://i.ibb.co\0/a.png'])(
    'is refused as %j',
    async (image) => {
      expect((await sam.post('/api/auth/update-user', { image })).status).toBe(400);
    },
  );
});

test('no value in any field of the sign-in library makes it fail', async () => {
  // A short password, so that nobody is signed up and nothing is hashed.
  const person = { name: 'Odd', email: 'odd@example.com', password: 'short' };
  const fields = {
    'sign-up/email': ['name', 'email', 'password', 'image', 'callbackURL', 'role'],
    'sign-in/email': ['email', 'callbackURL', 'rememberMe'],
    'update-user': ['name', 'image', 'email'],
  };
  const values = [...ODD_TEXTS, null, 1e308, [], {}, ['\0']];
  const failed: unknown[] = [];
  const ask = async (path: string, body: object) => {
    const client = path === 'update-user' ? sam : shop.guest();
    const { status } = await client.post(`/api/auth/${path}`, body);
    if (status >= 500) failed.push([path, body, status]);
  };
  for (const [path, names] of Object.entries(fields)) {
    // Looking for an account that is not there costs a hash: once is enough.
    const base = path === 'sign-in/email' ? { email: 'none', password: 'short' } : person;
    for (const name of names) {
      await Promise.all(values.map((value) => ask(path, { ...base, [name]: value })));
    }
  }
  // Deeper than what turns it into a text can go.
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const [path, names] of Object.entries(fields)) {
    for (const name of names) {
      const { [name as 'name']: _, ...others } = person;
      const body = JSON.stringify({ ...others, [name]: 'deep' }).replace('"deep"', deep);
      const { status } = await (path === 'update-user' ? sam : shop.guest()).post(
        `/api/auth/${path}`,
        body,
      );
      if (status >= 500) failed.push([path, name, 'deep', status]);
    }
  }
  for (const text of ODD_TEXTS) {
    const odd = encodeURIComponent(text.toWellFormed()).slice(0, 9_000).replace(/%.?$/, '');
    const { status } = await shop.guest().get(`/api/auth/callback/google?state=${odd}&code=${odd}`);
    if (status >= 500) failed.push(['callback', odd, status]);
  }
  expect(failed).toEqual([]);
  // Refused by the shop, because the library would log it as an error.
  const withNul = await shop.guest().get('/api/auth/callback/google?state=%00&code=x');
  expect(withNul.status).toBe(422);
});
