import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
} from '#features/accounts/accounts.ts';
import { nameDevice } from '#features/accounts/sessions.ts';
import { requireSession } from '#features/permissions.ts';
import { createApp } from '#server/http/app.ts';
import {
  actorOf,
  Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';

const NEXT = 'a-better-heron-7';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const actorWith = (client: Client) => signedInActorOf(shop, client);
const sessionOf = async (client: Client) => requireSession(await actorWith(client));
const mayAsk = async (client: Client, email: string) =>
  (await client.get(`/orders?email=${email}`)).status === 200;

/** The same account on another device. */
async function elsewhere(account: Client, client = shop.guest()): Promise<Client> {
  const body = { email: account.email, password: PASSWORD };
  await client.post('/api/auth/sign-in/email', body, { 'user-agent': FIREFOX });
  return client;
}

describe('sessions', () => {
  test('are listed with their device, this one first, and nothing that opens them', async () => {
    const sue = await shop.shopper('Sue Several');
    await elsewhere(sue);
    const { id } = await sessionOf(sue);
    const list = await listSessions(shop.context.ctx, await actorWith(sue));
    expect(list).toMatchObject([
      { id, current: true },
      { current: false, device: 'Firefox on Windows' },
    ]);
    const token = decodeURIComponent(sue.cookies.get('shop.session_token') ?? '').split('.')[0];
    expect(JSON.stringify(list)).not.toContain(token);
  });

  test('end one by one or all but this, from their next request on', async () => {
    const sam = await shop.shopper('Sam Several');
    const [one, two, three] = [await elsewhere(sam), await elsewhere(sam), await elsewhere(sam)];
    await endSession(shop.context.ctx, actorOf(sam), (await sessionOf(one)).id);
    const who = [sam, one, two, three];
    const inside = () => Promise.all(who.map((client) => mayAsk(client, sam.email)));
    expect(await inside()).toEqual([true, false, true, true]);
    await endOtherSessions(shop.context.ctx, await actorWith(sam));
    expect(await inside()).toEqual([true, false, false, false]);
  });

  test("of somebody else can't be ended: they look like none", async () => {
    const [victim, other] = [await shop.shopper('Vic Tim'), await shop.shopper('Oda Other')];
    const { id } = await sessionOf(victim);
    const { ctx } = shop.context;
    await expect(endSession(ctx, actorOf(other), id)).rejects.toMatchObject({ code: 'not_found' });
    const guest = { user: null, session: null, cartToken: null };
    await expect(endSession(ctx, guest, id)).rejects.toMatchObject({ code: 'unauthenticated' });
    await endOtherSessions(ctx, await actorWith(other));
    expect(await mayAsk(victim, victim.email)).toBe(true);
  });

  test('that ended since the request began can do nothing to the others', async () => {
    const own = await shop.shopper('Owen Owner');
    const there = await elsewhere(own);
    const { ctx, auth } = shop.context;
    const thrownOut = await actorWith(there);
    await endOtherSessions(ctx, await actorWith(own));
    const refusal = { code: 'unauthenticated' };
    await expect(endOtherSessions(ctx, thrownOut)).rejects.toMatchObject(refusal);
    const input = { current: PASSWORD, next: NEXT, endOthers: true };
    await expect(changePassword(ctx, auth, thrownOut, input)).rejects.toMatchObject(refusal);
    expect(await mayAsk(own, own.email)).toBe(true);
  });

  test('are the newest hundred: a sign-in ends older ones, and however many there are, all others end', async () => {
    const max = await shop.shopper('Max Sessions');
    const own = await sessionOf(max);
    const userId = actorOf(max).user?.id;
    const addOld = (count: number) =>
      shop.database.pool.query(
        `insert into sessions (id, token, user_id, expires_at, created_at)
         select 'old-' || n || $3, 'token-' || n || $3, $1, now() + interval '1 day',
           now() - n * interval '1 second' from generate_series(1, $2) n`,
        [userId, count, String(count)],
      );
    const count = async () => {
      const { rows } = await shop.database.pool.query(
        'select count(*)::int as count from sessions where user_id = $1',
        [userId],
      );
      return rows[0].count;
    };
    await addOld(2_500);
    const newest = await elsewhere(max);
    expect(await count()).toBe(100);
    expect([await mayAsk(max, max.email), await mayAsk(newest, max.email)]).toEqual([true, true]);
    await addOld(3_000);
    await shop.database.pool.query(
      "update sessions set created_at = now() - interval '1 day' where id = $1",
      [own.id],
    );
    await endOtherSessions(shop.context.ctx, await actorWith(max));
    expect(await count()).toBe(1);
    expect(await mayAsk(max, max.email)).toBe(true);
  });

  test('keep of the name of a program what names a device, and no kilobytes', async () => {
    const una = await shop.shopper('Una Agent');
    const body = { email: una.email, password: PASSWORD };
    const agent = `${FIREFOX}${'x'.repeat(15_000)}`;
    const there = shop.guest();
    await there.post('/api/auth/sign-in/email', body, { 'user-agent': agent });
    expect(await mayAsk(there, una.email)).toBe(true);
    const { rows } = await shop.database.pool.query(
      "select max(length(user_agent)) as longest from sessions where user_agent like 'Mozilla%'",
    );
    expect(rows[0].longest).toBe(300);
  });

  test('that end in one process have ended in every other', async () => {
    const pat = await shop.shopper('Pat Processes');
    const app = createApp({
      context: await shop.beside(),
      renderPage: async () => new Response(),
    });
    const there = await elsewhere(pat, new Client(app));
    expect(await mayAsk(there, pat.email)).toBe(true);
    await endOtherSessions(shop.context.ctx, await actorWith(pat));
    expect(await mayAsk(there, pat.email)).toBe(false);
  });
});

describe('changing the password', () => {
  const change = async (client: Client, current: string, endOthers: boolean, next = NEXT) =>
    changePassword(shop.context.ctx, shop.context.auth, await actorWith(client), {
      current,
      next,
      endOthers,
    });
  const signIn = async ({ email }: Client, password: string) =>
    (await shop.guest().post('/api/auth/sign-in/email', { email, password })).status;

  test('needs the current one, and ends the other sessions when asked to', async () => {
    const cho = await shop.shopper('Cho Changer');
    const there = await elsewhere(cho);
    await expect(change(cho, 'not-the-password', true)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await signIn(cho, PASSWORD)).toBe(200);
    await change(cho, PASSWORD, false);
    expect([await signIn(cho, PASSWORD), await signIn(cho, NEXT)]).toEqual([401, 200]);
    expect(await mayAsk(there, cho.email)).toBe(true);
    await change(cho, NEXT, true, `${NEXT}-again`);
    expect([await mayAsk(there, cho.email), await mayAsk(cho, cho.email)]).toEqual([false, true]);
  });

  test('refuses a common one', async () => {
    const com = await shop.shopper('Com Mon');
    await expect(change(com, PASSWORD, false, 'password123')).rejects.toThrow('easy to guess');
  });

  test('slows down who has a session and guesses the password', async () => {
    const gus = await shop.shopper('Gus Guessed');
    for (let i = 0; i < 10; i += 1) {
      await expect(change(gus, `guess-${i}`, false)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    // How long exactly, by a clock that stands still: rate-limits.test.ts.
    await expect(change(gus, PASSWORD, false)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [FIREFOX, 'Firefox on Windows'],
  ['curl/8.9', 'Another program'],
  ['', 'Another program'],
])('%s is called %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});
