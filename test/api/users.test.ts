import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, nameAccounts, removeAdmin } from '#features/accounts/accounts.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Shopper');
  await shop.shopper('Ann Other');
  admin = await shop.admin();
});
afterAll(() => shop.close());

const userOf = async (email: string) =>
  (
    await shop.query('select id, email, name, role, email_verified from users where email = $1', [
      email,
    ])
  )[0];
const auditOf = (id: string) =>
  shop.query('select actor, action, detail from audit_log where subject = $1 order by id', [id]);

describe('GET /users', () => {
  test('shows a guest and a customer nobody [2.61, 7.5]', async () => {
    for (const client of [shop.guest(), sam]) {
      const response = await client.get('/users');
      expect([response.status, await response.text()]).toEqual([200, '[]']);
    }
  });

  test('shows an admin the admins, with id, email and name alone [2.61, 2.62, 4.38, 7.5]', async () => {
    const response = await admin.get('/users');
    expect(await response.json()).toEqual([
      { _id: admin.id, email: admin.email, name: 'Ada Admin' },
    ]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('POST and PUT /users', () => {
  test.each(['POST', 'PUT'])(
    '%s saves the own record, once or again [3.14, 4.22, 7.6]',
    async (method) => {
      const record = { email: sam.email, name: `Sam by ${method}` };
      for (const _ of [1, 2]) {
        const response = await sam.request(method, '/users', record);
        expect([response.status, await response.json()]).toEqual([200, { _id: sam.id, ...record }]);
      }
      expect(await userOf(sam.email)).toMatchObject({ id: sam.id, name: record.name });
      expect(
        await shop.query('select count(*)::int from users where email = $1', [sam.email]),
      ).toEqual([{ count: 1 }]);
    },
  );

  test('takes the own email in capitals and with spaces around it', async () => {
    const response = await sam.post('/users', { email: ` ${sam.email.toUpperCase()} ` });
    expect([response.status, (await response.json()).email]).toEqual([200, sam.email]);
  });

  test('takes what the sign-in helpers send [7.6]', async () => {
    const before = await userOf(sam.email);
    const response = await sam.put('/users', { email: sam.email, displayName: 'Somebody' });
    expect(response.status).toBe(200);
    expect(await userOf(sam.email)).toEqual(before);
  });

  test.each(['POST', 'PUT'])("%s refuses another's email, known or not", async (method) => {
    const before = await userOf('ann.other@example.com');
    const bodies = [];
    for (const email of ['ann.other@example.com', 'nobody@example.com']) {
      const response = await sam.request(method, '/users', { email, name: 'Taken Over' });
      expect(response.status).toBe(403);
      bodies.push({ ...(await response.json()), requestId: null });
    }
    expect(bodies[0]).toEqual(bodies[1]);
    expect(await userOf('ann.other@example.com')).toEqual(before);
    expect(await userOf('nobody@example.com')).toBeUndefined();
  });

  test('ignores every other field', async () => {
    const before = await userOf(sam.email);
    const response = await sam.put(
      '/users',
      `{"email":"${sam.email}","name":"Sam Plain","role":"admin","admin":true,"_id":"usr_mine",
        "id":"usr_mine","emailVerified":true,"email_verified":true,"image":"javascript:alert(1)",
        "__proto__":{"role":"admin"}}`,
    );
    expect(await response.json()).toEqual({ _id: sam.id, email: sam.email, name: 'Sam Plain' });
    expect(await userOf(sam.email)).toEqual({ ...before, name: 'Sam Plain' });
    expect(await shop.query('select image from users where id = $1', [sam.id])).toEqual([
      { image: null },
    ]);
    expect((await sam.get('/orders')).status).toBe(403);
  });

  test.each([
    ['no email', { name: 'x' }],
    ['an email that is none', { email: 'sam' }],
    ['a list for an email', { email: ['sam.shopper@example.com'] }],
    ['an object for an email', { email: { $ne: null } }],
    ['a blank name', { email: 'sam.shopper@example.com', name: ' ' }],
    ['a name of invisible characters', { email: 'sam.shopper@example.com', name: '\u200b\u3164' }],
    ['a name with a line break', { email: 'sam.shopper@example.com', name: 'a\r\nBcc: b' }],
    ['a name of 121 characters', { email: 'sam.shopper@example.com', name: 'x'.repeat(121) }],
  ])('refuses %s and changes nothing', async (_, record) => {
    const before = await userOf(sam.email);
    const response = await sam.put('/users', record);
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid_request']);
    expect(await userOf(sam.email)).toEqual(before);
  });
});

describe('PUT /users/admin', () => {
  test('makes an account with a verified email an admin, once, with an audit row, from its next request on [4.38, 6.10, 7.7]', async () => {
    const eve = await shop.shopper('Eve Elected');
    expect((await eve.get('/orders')).status).toBe(403);
    const make = async () => (await admin.put('/users/admin', { email: eve.email })).json();
    expect(await make()).toMatchObject({ status: 409, code: 'email_unverified', modifiedCount: 0 });
    expect(await auditOf(eve.id)).toEqual([]);
    await verifyEmailOf(shop, eve);
    expect(await make()).toEqual({ matchedCount: 1, modifiedCount: 1 });
    expect(await make()).toEqual({ matchedCount: 1, modifiedCount: 0 });
    expect((await userOf(eve.email)).role).toBe('admin');
    expect((await eve.get('/orders')).status).toBe(200);
    expect(await auditOf(eve.id)).toEqual([
      { actor: admin.id, action: 'account.role', detail: { role: 'admin' } },
    ]);
    const listed = await (await admin.get('/users')).json();
    expect(listed.map(({ email }: { email: string }) => email)).toContain(eve.email);
  });

  test('leaves names that staff alone read in the audit log', async () => {
    const { ctx } = shop.context;
    const { name } = await userOf(sam.email);
    const ids = [sam.id, sam.id, 'make-admin'];
    expect(await nameAccounts(ctx, actorOf(admin, 'admin'), ids)).toEqual(
      new Map([[sam.id, `${name}, ${sam.email}`]]),
    );
    expect(await nameAccounts(ctx, actorOf(admin, 'admin'), [])).toEqual(new Map());
    await expect(nameAccounts(ctx, actorOf(sam), ids)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('finds the account in whatever case the email is typed', async () => {
    const cas = await shop.shopper('Cas Typed');
    await verifyEmailOf(shop, cas);
    const response = await admin.put('/users/admin', { email: ` ${cas.email.toUpperCase()}` });
    expect(await response.json()).toEqual({ matchedCount: 1, modifiedCount: 1 });
  });

  test('responds with 404 and modifiedCount 0 for an email without account', async () => {
    const before = await shop.query('select count(*) from audit_log');
    const response = await admin.put('/users/admin', { email: 'nobody@example.com' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      matchedCount: 0,
      modifiedCount: 0,
    });
    expect(await userOf('nobody@example.com')).toBeUndefined();
    expect(await shop.query('select count(*) from audit_log')).toEqual(before);
  });

  test('is refused to a customer, for themselves and for others', async () => {
    for (const email of [sam.email, 'ann.other@example.com']) {
      expect((await sam.put('/users/admin', { email })).status).toBe(403);
      expect((await userOf(email)).role).toBe('shopper');
    }
  });
});

describe('taking the admin role away', () => {
  test('works from the next request on, with an audit row', async () => {
    const former = await shop.admin('Former Admin');
    await removeAdmin(shop.context.ctx, actorOf(admin, 'admin'), former.email);
    expect((await former.get('/orders')).status).toBe(403);
    expect((await auditOf(former.id)).at(-1)).toEqual({
      actor: admin.id,
      action: 'account.role',
      detail: { role: 'shopper' },
    });
  });

  test('is refused to customers, for oneself, and for accounts that are no admins', async () => {
    const { ctx } = shop.context;
    await shop.admin('Another Admin');
    await expect(removeAdmin(ctx, actorOf(sam), admin.email)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(removeAdmin(ctx, actorOf(admin, 'admin'), admin.email)).rejects.toMatchObject({
      code: 'forbidden',
    });
    for (const email of [sam.email, 'nobody@example.com']) {
      await expect(removeAdmin(ctx, actorOf(admin, 'admin'), email)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect((await userOf(admin.email)).role).toBe('admin');
  });

  test('never takes it from the last one, even when all are asked for at once', async () => {
    const small = await openTestShop();
    const admins = [await small.admin('One'), await small.admin('Two'), await small.admin('Three')];
    // Open connections, so that the three really meet.
    await Promise.all(admins.map(() => small.database.pool.query('select pg_sleep(0.1)')));
    const results = await Promise.allSettled(
      admins.map(({ email }, i) =>
        removeAdmin(small.context.ctx, actorOf(admins[(i + 1) % 3] as Client, 'admin'), email),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.code, reason.status])).toEqual([
      ['last_admin', 409],
    ]);
    const { rows } = await small.database.pool.query("select id from users where role = 'admin'");
    expect(rows).toHaveLength(1);
    const last = actorOf(admins.find(({ id }) => id === rows[0].id) as Client, 'admin');
    await expect(
      removeAdmin(small.context.ctx, last, last.user?.email ?? ''),
    ).rejects.toMatchObject({ code: 'last_admin' });
    await small.close();
  });

  test('and giving it at once leave the role that came last, both on record', async () => {
    const { ctx } = shop.context;
    const busy = await shop.admin('Busy Admin');
    const by = actorOf(admin, 'admin');
    await verifyEmailOf(shop, busy);
    await Promise.allSettled([removeAdmin(ctx, by, busy.email), makeAdmin(ctx, by, busy.email)]);
    const trail = await auditOf(busy.id);
    expect(trail.at(-1)?.detail).toEqual({ role: (await userOf(busy.email)).role });
  });
});

test('no role can be chosen at sign-up', async () => {
  const response = await shop.guest().post('/api/auth/sign-up/email', {
    name: 'Cunning',
    email: 'cunning@example.com',
    password: PASSWORD,
    role: 'admin',
    emailVerified: true,
    id: 'usr_mine',
  });
  const made = await userOf('cunning@example.com');
  if (response.status !== 200) return expect(made).toBeUndefined();
  expect(made).toMatchObject({ role: 'shopper', email_verified: false });
  expect(made.id).not.toBe('usr_mine');
});

test('no role can be chosen afterwards', async () => {
  for (const body of [{ role: 'admin' }, { name: 'Sam', role: 'admin' }, { emailVerified: true }]) {
    await sam.post('/api/auth/update-user', body);
    expect(await userOf(sam.email)).toMatchObject({ role: 'shopper', email_verified: false });
  }
});
