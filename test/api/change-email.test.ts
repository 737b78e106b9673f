import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeEmail,
  findEmailChange,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
} from '#features/accounts/accounts.ts';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { createDemoAccounts } from '#features/accounts/demo-accounts.ts';
import type { Actor } from '#features/actor.ts';
import { deliverHeld } from '#features/emails/deliver-held.ts';
import { moveToNewEmail, removeUnprovenData } from '#features/privacy/privacy.ts';
import { limitKey } from '#features/rate-limits/rate-limits.ts';
import { emailsTo, newestLink } from '../support/emails.ts';
import { beginGoogle, chooseAtGoogle, endOf, FAILURE } from '../support/google.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import {
  type Client,
  openTestShop,
  PASSWORD,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';

const baseUrl = 'http://shop.test';
let shop: TestShop;
let now = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, hashesFully: true });
});
afterAll(() => shop.close());

/** The client as its next request is seen. */
async function actorOf(client: Client): Promise<Actor> {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const { user, session } = await shop.context.visitors.find(new Headers({ cookie }));
  return { user, session, cartToken: null };
}
const ask = async (client: Client, email: string, password = PASSWORD) =>
  requestEmailChange(shop.context.ctx, await actorOf(client), { email, password, baseUrl });
const link = (email: string) => newestLink(shop, email, 'account.change-email');
const follow = async (client: Client, token: string, ctx = shop.context.ctx) =>
  changeEmail(ctx, shop.context.auth, await actorOf(client), { token, moveData: moveToNewEmail });
const userOf = async ({ id }: Client) =>
  (await shop.query('select email, email_verified, role from users where id = $1', [id]))[0];
const signIn = async (email: string) =>
  (await shop.guest().post('/api/auth/sign-in/email', { email, password: PASSWORD })).status;
describe('another email', () => {
  test('replaces the former one everywhere once its link is followed, and its owner is told', async () => {
    const mo = await shop.shopper('Mo Ved');
    await verifyEmailOf(shop, mo);
    const former = mo.email;
    const order = await placeOrderOf(shop, mo, [1]);
    await shop.query(
      "insert into contact_messages (id, name, email, message, created_at) values ('msg_mo', 'Mo', $1, 'Hello', now())",
      [former.toUpperCase()],
    );
    await ask(mo, 'new.mo@example.com');
    expect((await emailsTo(shop, 'new.mo@example.com'))[0]?.payload.url).toMatch(
      /^http:\/\/shop\.test\/account\/email\?token=[\w-]{43}$/,
    );
    expect((await userOf(mo)).email).toBe(former);
    const token = await link('new.mo@example.com');
    expect(await findEmailChange(shop.context.ctx, await actorOf(mo), token)).toBe(
      'new.mo@example.com',
    );
    await follow(mo, token);
    expect(await userOf(mo)).toMatchObject({ email: 'new.mo@example.com', email_verified: true });
    expect(await shop.query('select email from orders where id = $1', [order.id])).toEqual([
      { email: 'new.mo@example.com' },
    ]);
    expect(await shop.query("select email from contact_messages where id = 'msg_mo'")).toEqual([
      { email: 'new.mo@example.com' },
    ]);
    expect((await emailsTo(shop, former)).map(({ kind }) => kind)).toContain(
      'account.email-changed',
    );
    expect([await signIn(former), await signIn('new.mo@example.com')]).toEqual([401, 200]);
    expect(await shop.query('select 1 from audit_log where subject = $1', [mo.id])).toEqual([]);
    await expect(follow(mo, token)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('corrects an address that nobody verified, which is told nothing', async () => {
    const ty = await shop.shopper('Ty Po');
    await ask(ty, 'right@example.com');
    await follow(ty, await link('right@example.com'));
    expect(await userOf(ty)).toMatchObject({ email: 'right@example.com', email_verified: true });
    expect((await emailsTo(shop, ty.email)).map(({ kind }) => kind)).not.toContain(
      'account.email-changed',
    );
  });

  test('ends all other links and sessions of the account', async () => {
    const una = await shop.shopper('Una Wanted');
    const { email } = una;
    await ask(una, 'una.one@example.com');
    await ask(una, 'una.two@example.com');
    await requestPasswordReset(shop.context.ctx, { email, address: '10.1.1.1', baseUrl });
    const elsewhere = shop.guest();
    await elsewhere.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    await follow(una, await link('una.one@example.com'));
    expect(await (await elsewhere.get('/api/auth/get-session')).json()).toBeNull();
    expect((await (await una.get('/api/auth/get-session')).json()).user.email).toBe(
      'una.one@example.com',
    );
    const token = await newestLink(shop, email, 'account.reset-password');
    await expect(
      resetPassword(shop.context.ctx, shop.context.auth, {
        token,
        password: 'a-better-heron-7',
        onFirstProof: removeUnprovenData,
      }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const other = await link('una.two@example.com');
    await expect(follow(una, other)).rejects.toThrow();
  });

  test('of two links that are followed at once, one is used', async () => {
    const dos = await shop.shopper('Dos Links');
    await ask(dos, 'dos.one@example.com');
    await ask(dos, 'dos.two@example.com');
    const tokens = [await link('dos.one@example.com'), await link('dos.two@example.com')];
    const ends = await Promise.allSettled(tokens.map((token) => follow(dos, token)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('ends the sign-in with Google, which belongs to the former one', async () => {
    const gia = await shop.shopper('Gia Google');
    await shop.query(
      "insert into auth_accounts (id, account_id, provider_id, user_id) values ('aut_gia', 'g-1', 'google', $1)",
      [gia.id],
    );
    await ask(gia, 'new.gia@example.com');
    await follow(gia, await link('new.gia@example.com'));
    expect(
      await shop.query('select provider_id from auth_accounts where user_id = $1', [gia.id]),
    ).toEqual([{ provider_id: 'credential' }]);
  });

  test('gets the emails that were held for the former one, and the next owner of that gets none', async () => {
    const hal = await shop.shopper('Hal Held');
    const former = hal.email;
    const held = async (order: { id: string }) =>
      shop.query(
        "update outbox set held_for = $2, send_after = $3 where kind = 'order.placed' and payload->>'orderId' = $1",
        [order.id, limitKey('held', former), now],
      );
    await held(await placeOrderOf(shop, hal, [1], { isPaid: false }));
    await held(await placeOrderOf(shop, hal, [1], { isPaid: false }));
    await ask(hal, 'new.hal@example.com');
    await follow(hal, await link('new.hal@example.com'));
    // One was being held at that moment, and so has the former key.
    await shop.query(
      'update outbox set held_for = $1 where id = (select min(id) from outbox where held_for = $2)',
      [limitKey('held', former), limitKey('held', 'new.hal@example.com')],
    );
    const next = shop.guest();
    await next.post('/api/auth/sign-up/email', { name: 'Next', email: former, password: PASSWORD });
    next.user = {
      id: (await (await next.get('/api/auth/get-session')).json()).user.id,
      email: former,
      name: 'Next',
    };
    await held(await placeOrderOf(shop, next, [1], { isPaid: false }));
    await deliverHeld(shop.context.ctx, ['order.placed']);
    const sent = await shop.query(
      'select "to", count(*)::int as count from mailbox_mails where "to" = any($1) group by "to" order by "to"',
      [[former, 'new.hal@example.com']],
    );
    expect(sent.map(({ to }) => to)).toEqual([former, 'new.hal@example.com'].toSorted());
    const [toNext] = await shop.query('select text from mailbox_mails where "to" = $1', [former]);
    expect(toNext.text).not.toContain('updates on your orders');
  });

  test('gets no password link that was asked for before it changed', async () => {
    const rae = await shop.shopper('Rae Race');
    const client = await shop.database.pool.connect();
    await client.query('begin');
    await client.query("update users set email = 'new.rae@example.com' where id = $1", [rae.id]);
    const asked = requestPasswordReset(shop.context.ctx, {
      email: rae.email,
      address: '10.1.1.2',
      baseUrl,
    });
    await expect
      .poll(() =>
        shop.query(`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1);
    await client.query('commit');
    client.release();
    await asked;
    expect(await newestLink(shop, rae.email, 'account.reset-password')).toBe('');
  });

  test.each(['no', 'a'])(
    'lets nobody in who returned from Google as the former one meanwhile (with %s link before)',
    async (isLinked) => {
      const gus = await shop.shopper(`Gus ${isLinked} Link`);
      await verifyEmailOf(shop, gus);
      const reader = shop.guest();
      const comeBack = async () => {
        const person = { email: gus.email, name: 'Reader', verified: 'yes' };
        return chooseAtGoogle(reader, await beginGoogle(shop, reader), person);
      };
      if (isLinked === 'a') await reader.get(await comeBack());
      reader.cookies.clear();
      const back = await comeBack();
      const sessionsOf = async () =>
        (await shop.query('select 1 from sessions where user_id = $1', [gus.id])).length;
      const before = await sessionsOf();
      const client = await shop.database.pool.connect();
      await client.query('begin');
      await client.query('select from users where id = $1 for update', [gus.id]);
      const returned = reader.get(back);
      await expect
        .poll(() =>
          shop.query(`select 1 from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database()`),
        )
        .toHaveLength(1);
      await client.query("update users set email = 'new.' || email where id = $1", [gus.id]);
      await client.query(
        "delete from auth_accounts where provider_id = 'google' and user_id = $1",
        [gus.id],
      );
      await client.query('commit');
      client.release();
      expect(endOf(await returned)).toContain(`${FAILURE}&error=email_changed`);
      expect(await (await reader.get('/api/auth/get-session')).json()).toBeNull();
      expect(await sessionsOf()).toBe(before);
      expect(
        await shop.query('select provider_id from auth_accounts where user_id = $1', [gus.id]),
      ).toEqual([{ provider_id: 'credential' }]);
    },
  );

  test('lets nobody stay in who was signing in with the former one meanwhile', async () => {
    const sia = await shop.shopper('Sia Stale');
    const { email } = sia;
    await ask(sia, 'new.sia@example.com');
    const token = await link('new.sia@example.com');
    await Promise.all([
      follow(sia, token),
      ...Array.from({ length: 8 }, (_, i) => sleep(i * 6).then(() => signIn(email))),
    ]);
    expect(
      await shop.query('select count(*)::int from sessions where user_id = $1', [sia.id]),
    ).toEqual([{ count: 1 }]);
  });

  test('is one account’s when two follow links to it at once', async () => {
    const pair = [await shop.shopper('Uno Same'), await shop.shopper('Due Same')] as const;
    const tokens: string[] = [];
    for (const one of pair) {
      await ask(one, 'same@example.com');
      tokens.push(await link('same@example.com'));
      now = new Date(now.getTime() + 1_000);
    }
    const ends = await Promise.allSettled(pair.map((one, at) => follow(one, tokens[at] ?? '')));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'invalid_request' })]);
  });

  test('is that of an order that was being placed meanwhile', async () => {
    const pat = await shop.shopper('Pat Placing');
    await ask(pat, 'new.pat@example.com');
    const token = await link('new.pat@example.com');
    const [placed, changed] = await Promise.allSettled([
      placeOrderOf(shop, pat, [1]),
      follow(pat, token),
    ]);
    expect([placed.status, changed.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await shop.query('select email from orders where user_id = $1', [pat.id])).toEqual([
      { email: 'new.pat@example.com' },
    ]);
  });
});

describe('a request', () => {
  test('needs the password, another address and no account of the demo', async () => {
    const cy = await shop.shopper('Cy Careful');
    await expect(ask(cy, 'cy2@example.com', 'wrong')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(ask(cy, cy.email)).rejects.toMatchObject({ code: 'invalid_request' });
    await createDemoAccounts(shop.context.ctx);
    const demo = shop.guest();
    await demo.post('/api/auth/sign-in/email', {
      email: 'shopper@example.com',
      password: DEMO_PASSWORD,
    });
    await expect(ask(demo, 'mine@example.com')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('for an email of another account sends nothing, and says the same', async () => {
    const [ann, bob] = [await shop.shopper('Ann Asks'), await shop.shopper('Bob Has')];
    const before = (await emailsTo(shop, bob.email)).length;
    await ask(ann, bob.email);
    expect((await emailsTo(shop, bob.email)).length).toBe(before);
    // Somebody registered it after the link was sent.
    await ask(ann, 'late@example.com');
    await shop.guest().post('/api/auth/sign-up/email', {
      name: 'Late',
      email: 'late@example.com',
      password: PASSWORD,
    });
    const token = await link('late@example.com');
    await expect(follow(ann, token)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await userOf(ann)).email).toBe(ann.email);
  });

  test('sends five links an hour, to one address three', async () => {
    const max = await shop.shopper('Max Mails');
    for (let i = 0; i < 3; i += 1) await ask(max, 'max2@example.com');
    await expect(ask(max, 'max2@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
    await ask(max, 'max3@example.com');
    await expect(ask(max, 'max4@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
    now = new Date(now.getTime() + 3_660_000);
    await ask(max, 'max4@example.com');
    expect(await emailsTo(shop, 'max4@example.com')).toHaveLength(1);
  });

  test('link is followed by its own account alone, within the hour', async () => {
    const [own, other] = [await shop.shopper('Own Link'), await shop.shopper('Other Link')];
    await ask(own, 'own2@example.com');
    const token = await link('own2@example.com');
    expect(await findEmailChange(shop.context.ctx, await actorOf(other), token)).toBeNull();
    await expect(follow(other, token)).rejects.toMatchObject({ code: 'invalid_request' });
    now = new Date(now.getTime() + 3_660_000);
    await expect(follow(own, token)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('an email of ADMIN_EMAILS makes an admin when it is verified that way', async () => {
  const boss = await shop.shopper('Boss');
  await ask(boss, 'chief@example.com');
  const configured = { ...shop.context.ctx, adminEmails: ['chief@example.com'] };
  await follow(boss, await link('chief@example.com'), configured);
  expect((await userOf(boss)).role).toBe('admin');
  await ask(boss, 'head@example.com');
  await follow(boss, await link('head@example.com'));
  expect(await shop.query("select detail from audit_log where action = 'account.email'")).toEqual([
    { detail: {} },
  ]);
});
