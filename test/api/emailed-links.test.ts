import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isResetLinkGood,
  isVerificationLinkGood,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#features/accounts/accounts.ts';
import type { Actor } from '#features/actor.ts';
import { removeUnprovenData } from '#features/privacy/privacy.ts';
import { emailsTo, newestLink } from '../support/emails.ts';
import { signInWithGoogle } from '../support/google.ts';
import { heldBack } from '../support/held-back.ts';
import { actorOf, type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

const NEXT = 'a-better-heron-7';
const baseUrl = 'http://shop.test';

let shop: TestShop;
let now = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, hashesFully: true });
});
afterAll(() => shop.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const ask = (email: string, address = shop.guest().address) =>
  requestPasswordReset(shop.context.ctx, { email, address, baseUrl });
const reset = (token: string, password = NEXT) =>
  resetPassword(shop.context.ctx, shop.context.auth, {
    token,
    password,
    onFirstProof: removeUnprovenData,
  });
const resetLink = (email: string) => newestLink(shop, email, 'account.reset-password');
const signIn = (client: Client, email: string, password: string) =>
  client.post('/api/auth/sign-in/email', { email, password });
const sessionOf = async (client: Client) => (await client.get('/api/auth/get-session')).json();

describe('a forgotten password', () => {
  test('is replaced by a link that was mailed: once, and every session ends', async () => {
    const fay = await shop.shopper('Fay Forgetful');
    await ask(fay.email);
    const [mail] = await emailsTo(shop, fay.email);
    expect(mail).toEqual({
      kind: 'account.reset-password',
      payload: {
        email: fay.email,
        url: expect.stringMatching(/^http:\/\/shop\.test\/resetPassword\?token=[\w-]{43}$/),
      },
    });
    const token = await resetLink(fay.email);
    const stored = JSON.stringify(await shop.query('select * from verifications'));
    expect(stored).not.toContain(token);

    await reset(token);
    expect(await sessionOf(fay)).toBeNull();
    expect((await signIn(shop.guest(), fay.email, PASSWORD)).status).toBe(401);
    expect((await signIn(shop.guest(), fay.email, NEXT)).status).toBe(200);
    expect(await shop.query('select email_verified from users where id = $1', [fay.id])).toEqual([
      { email_verified: true },
    ]);
    await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('lets nobody stay in who was signing in with the old one meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, email } = await shop.shopper(`Stella Stale ${round}`);
      await ask(email);
      const token = await resetLink(email);
      await Promise.all([
        reset(token),
        ...Array.from({ length: 8 }, (_, i) =>
          sleep(i * 8).then(() => signIn(shop.guest(), email, PASSWORD)),
        ),
      ]);
      expect(await shop.query('select id from sessions where user_id = $1', [id])).toEqual([]);
    }
  });

  test('is replaced once by a link that is followed many times at once', async () => {
    const { email } = await shop.shopper('Fritz Racing');
    await ask(email);
    const token = await resetLink(email);
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => reset(token, `${NEXT}-${i}`)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('by two links at once is replaced by one of them, and neither waits for the other', async () => {
    const { email } = await shop.shopper('Tess Twice');
    const links: string[] = [];
    for (let link = 0; link < 2; link += 1) {
      await ask(email);
      links.push(await resetLink(email));
    }
    const holding = { text: 'select from users where email = $1 for update', values: [email] };
    const ended = await heldBack(shop, holding, () =>
      links.map((token) =>
        reset(token).then(
          () => 'reset',
          (error) => error.code,
        ),
      ),
    );
    expect(ended.sort()).toEqual(['invalid_request', 'reset']);
    // PostgreSQL counts what it has undone when the connection that was ended is idle again.
    await sleep(1_200);
    const [{ deadlocks }] = await shop.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(deadlocks).toBe(0);
  });

  test('asks for a link of less than an hour', async () => {
    const { email } = await shop.shopper('Faye Late');
    await ask(email);
    const token = await resetLink(email);
    later(59);
    expect(await isResetLinkGood(shop.context.ctx, token)).toBe(true);
    later(2);
    expect(await isResetLinkGood(shop.context.ctx, token)).toBe(false);
    await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('leaves no older link good, and a bad password does not spend one', async () => {
    const { email } = await shop.shopper('Fern Twice');
    await ask(email);
    const older = await resetLink(email);
    await ask(email);
    const newer = await resetLink(email);
    await expect(reset(newer, 'password123')).rejects.toMatchObject({ code: 'invalid_request' });
    await reset(newer);
    await expect(reset(older)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test.each(['', 'guessed', 'x'.repeat(5_000), "' or true --", '\u0000'])(
    'is not replaced by the link %j',
    async (token) => {
      await expect(reset(token)).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );

  test('gives an account that has only Google a password as well', async () => {
    const client = shop.guest();
    await signInWithGoogle(shop, client, { email: 'only.google@example.com' });
    await ask('only.google@example.com');
    await reset(await resetLink('only.google@example.com'));
    expect((await signIn(shop.guest(), 'only.google@example.com', NEXT)).status).toBe(200);
  });

  test('puts out whoever registered the address without having it', async () => {
    const email = 'real.owner@example.com';
    const thief = shop.guest();
    await thief.post('/api/auth/sign-up/email', { name: 'Thief', email, password: PASSWORD });
    await ask(email);
    await reset(await resetLink(email));
    expect(await sessionOf(thief)).toBeNull();
    expect((await signIn(thief, email, PASSWORD)).status).toBe(401);
    const owner = shop.guest();
    expect(await signInWithGoogle(shop, owner, { email })).toBe('/shoes');
  });

  test('gets the same response for known and unknown addresses, in like time', async () => {
    const { email } = await shop.shopper('Fred Known');
    const timed = async (address: string) => {
      const start = performance.now();
      const response = await ask(address);
      return { response, time: performance.now() - start };
    };
    // The fastest of three: a single one may be held up by something else.
    const known: Awaited<ReturnType<typeof timed>>[] = [];
    const unknown: typeof known = [];
    for (let i = 0; i < 3; i += 1) {
      known.push(await timed(email));
      unknown.push(await timed('nobody@example.com'));
    }
    for (const { response } of unknown) expect(response).toEqual(known[0]?.response);
    const fastest = (returns: { time: number }[]) => Math.min(...returns.map(({ time }) => time));
    expect(Math.abs(fastest(known) - fastest(unknown))).toBeLessThan(150);
    expect(await emailsTo(shop, 'nobody@example.com')).toEqual([]);
  });

  test('brings three emails an hour to an account, and ten from an address', async () => {
    const { email } = await shop.shopper('Flo Flooded');
    for (let i = 0; i < 5; i += 1) await ask(email);
    const links = async () =>
      (await emailsTo(shop, email)).filter(({ kind }) => kind === 'account.reset-password');
    expect(await links()).toHaveLength(3);
    later(61);
    await ask(email);
    expect(await links()).toHaveLength(4);

    const flood = await Promise.allSettled(
      Array.from({ length: 11 }, (_, i) => ask(`anyone.${i}@example.com`, '10.8.8.8')),
    );
    const refused = flood.filter((end) => end.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(refused[0]?.reason.retryAfterSeconds).toBeGreaterThan(3_000);
  });
});

describe('an email address', () => {
  const link = (email: string) => newestLink(shop, email, 'account.verify-email');
  const verified = async ({ id }: Client) =>
    (await shop.query('select email_verified from users where id = $1', [id]))[0].email_verified;

  test('is verified by the link that signing up sends, once, by the account itself', async () => {
    const [vera, other] = [await shop.shopper('Vera Fied'), await shop.shopper('Otto Other')];
    const { ctx } = shop.context;
    const token = await link(vera.email);
    expect((await emailsTo(shop, vera.email))[0]?.payload.url).toMatch(
      /^http:\/\/shop\.test\/verifyEmail\?token=[\w-]{43}$/,
    );
    // Neither a guest nor somebody else can follow it.
    await expect(
      verifyEmail(ctx, { user: null, session: null, cartToken: null }, token),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await isVerificationLinkGood(ctx, actorOf(other), token)).toBe(false);
    await expect(verifyEmail(ctx, actorOf(other), token)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await verified(vera)).toBe(false);
    await verifyEmail(ctx, actorOf(vera), token);
    expect([await verified(vera), await verified(other)]).toEqual([true, false]);
    await expect(verifyEmail(ctx, actorOf(vera), token)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('is not verified by a link for a password, nor the other way round', async () => {
    const mix = await shop.shopper('Mix Up');
    await ask(mix.email);
    const [reset1, verify] = [await resetLink(mix.email), await link(mix.email)];
    await expect(verifyEmail(shop.context.ctx, actorOf(mix), reset1)).rejects.toThrow();
    await expect(reset(verify)).rejects.toThrow();
  });

  test('gets three emails an hour', async () => {
    const many = await shop.shopper('Many Mails');
    const again = () => resendVerification(shop.context.ctx, actorOf(many), baseUrl);
    await again();
    await again();
    await expect(again()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await emailsTo(shop, many.email)).toHaveLength(3);
    later(61);
    await again();
    await verifyEmail(shop.context.ctx, actorOf(many), await link(many.email));
    await again();
    expect(await emailsTo(shop, many.email)).toHaveLength(4);
  });

  test('gets no more of them by being registered anew', async () => {
    const email = 'again.and.again@example.com';
    const mails = async () => (await emailsTo(shop, email)).length;
    for (let i = 0; i < 5; i += 1) {
      const client = shop.guest();
      const response = await client.post('/api/auth/sign-up/email', {
        name: 'Anew',
        email,
        password: PASSWORD,
      });
      expect(response.status).toBe(200);
      await shop.query('delete from users where email = $1', [email]);
    }
    expect(await mails()).toBe(3);
  });

  test('that ADMIN_EMAILS names makes an admin when it is verified, and not before', async () => {
    const { ctx } = shop.context;
    const configured = { ...ctx, adminEmails: ['boss@example.com'] };
    const boss = await shop.shopper('Boss');
    const roleOf = async () =>
      (await shop.query('select role from users where id = $1', [boss.id]))[0].role;
    expect(boss.email).toBe('boss@example.com');
    await expect(verifyEmail(configured, actorOf(boss), 'guessed')).rejects.toThrow();
    expect(await roleOf()).toBe('shopper');
    await verifyEmail(configured, actorOf(boss), await link(boss.email));
    expect(await roleOf()).toBe('admin');
    expect(
      await shop.query('select actor, action from audit_log where subject = $1', [boss.id]),
    ).toEqual([{ actor: 'ADMIN_EMAILS', action: 'account.role' }]);
  });

  test('that the sandbox of Google vouches for makes nobody an admin', async () => {
    const admin = await shop.admin('Root Admin');
    await shop.query('update users set email_verified = true where id = $1', [admin.id]);
    const guest = shop.guest();
    expect(await signInWithGoogle(shop, guest, { email: admin.email })).toMatch(
      'account_not_linked',
    );
    shop.context.ctx.adminEmails.push('chief@example.com');
    await signInWithGoogle(shop, guest, { email: 'chief@example.com' });
    expect((await sessionOf(guest)).user.role).toBe('shopper');
  });
});

// A guest's actor has nobody to look at.
test.each<[string, (actor: Actor) => Promise<unknown>]>([
  ['another mail', (actor) => resendVerification(shop.context.ctx, actor, baseUrl)],
  ['verifying', (actor) => verifyEmail(shop.context.ctx, actor, 'token')],
])('a guest is refused %s', async (_, work) => {
  await expect(
    Promise.resolve().then(() => work({ user: null, session: null, cartToken: null })),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
});
