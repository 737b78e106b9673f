/**
 * Slows down password guessing. A browser that has signed in to an account before has a cookie that
 * says so, and is counted by itself. All others are counted by account and network (for IPv6 also by
 * account and site), and together by account. So other people's attempts can't lock out an
 * account's owner. A password change invalidates the cookies, because whoever knew the old password
 * may have one.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_S } from '#shared/durations.ts';
import { countedNetworks, networkOf, siteOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import {
  type BackOff,
  clearAttempts,
  countAttempt,
  enforceRateLimit,
  limitKey,
} from '../rate-limits/rate-limits.ts';
import { selectPasswordHashByEmail } from './accounts.store.ts';

/**
 * The header with the client address that the server trusts. The server strips it from requests.
 */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address';

const OF_ONE: BackOff = {
  free: 10,
  firstWaitSeconds: 10,
  longestWaitSeconds: 900,
  forgottenAfterSeconds: DAY_S,
};
const OF_ALL_GUESTS: BackOff = { ...OF_ONE, free: 100 };

const SENTENCE =
  'Too many attempts. Please wait a while, or choose a new password with “Forgot password?”.';

/** One attempt to sign in. */
export interface SignInAttempt {
  /** As typed; unknown addresses count like known ones. */
  email: string;
  address: string;
  /** The browser's device cookie, if any. */
  device: string | null;
  /** Signs device cookies. */
  secret: string;
}

/**
 * Sign-ins of one network, successful ones included. The library counts a network, which is a /64 for
 * IPv6; here its /48 is counted, with twice the limit.
 */
export const SIGN_INS_OF_ONE = { most: 30, seconds: 60 };
const SIGN_INS_OF_SITE = { ...SIGN_INS_OF_ONE, most: 2 * SIGN_INS_OF_ONE.most };

/** Counts an attempt before its password is checked; 429 while a wait is in force. */
export async function countSignInAttempt(ctx: Ctx, attempt: SignInAttempt): Promise<void> {
  const { isKnown, counters } = await countersOf(ctx, attempt);
  const site = siteOf(attempt.address);
  // Other people at its site can't lock out a browser that has signed in before.
  if (!isKnown && site !== networkOf(attempt.address)) {
    await enforceRateLimit(ctx, limitKey('sign-in-site', site), SIGN_INS_OF_SITE, SENTENCE);
  }
  for (const { key, rule } of counters) await countAttempt(ctx, key, rule, SENTENCE);
}

/** Clears the count of attempts after a successful sign-in. */
export async function clearSignInAttempts(ctx: Ctx, attempt: SignInAttempt): Promise<void> {
  const { counters } = await countersOf(ctx, attempt);
  return clearAttempts(
    ctx,
    counters.map(({ key }) => key),
  );
}

/**
 * Counts an attempt of an action that needs the current password of one account, such as a password
 * change; 429 while a wait is in force.
 */
export function countPasswordAttempt(ctx: Ctx, userId: string): Promise<void> {
  return countAttempt(ctx, limitKey('password', userId), OF_ONE, SENTENCE);
}

export function clearPasswordAttempts(ctx: Ctx, userId: string): Promise<void> {
  return clearAttempts(ctx, [limitKey('password', userId)]);
}

/**
 * The device cookie to set after a sign-in: the current one while it is valid. A new one each time
 * would give each sign-in its own count.
 */
export async function deviceFor(ctx: Ctx, attempt: SignInAttempt): Promise<string> {
  const hash = await selectPasswordHashByEmail(ctx.db, plain(attempt.email));
  const id = knownDevice(attempt, hash) ?? randomBytes(16).toString('base64url');
  return `${id}.${seal(attempt, id, hash)}`;
}

/**
 * What counts an attempt, in this order. The count of all guests comes last: an attempt that has to
 * wait for its own network or site doesn't add to it.
 */
async function countersOf(
  ctx: Ctx,
  attempt: SignInAttempt,
): Promise<{ isKnown: boolean; counters: { key: string; rule: BackOff }[] }> {
  const email = plain(attempt.email);
  const id = attempt.device && knownDevice(attempt, await selectPasswordHashByEmail(ctx.db, email));
  if (id) {
    return { isKnown: true, counters: [{ key: limitKey('sign-in-device', id), rule: OF_ONE }] };
  }
  const own = countedNetworks(attempt.address).map(({ network, times }) => ({
    key: limitKey('sign-in', `${email} ${network}`),
    rule: { ...OF_ONE, free: OF_ONE.free * times },
  }));
  const all = { key: limitKey('sign-in-all', email), rule: OF_ALL_GUESTS };
  return { isKnown: false, counters: [...own, all] };
}

function knownDevice(attempt: SignInAttempt, hash: string | null): string | null {
  const [id = '', seen = ''] = attempt.device?.split('.') ?? [];
  const expected = Buffer.from(seal(attempt, id, hash));
  const given = Buffer.from(seen);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}

function seal({ secret, email }: SignInAttempt, id: string, hash: string | null): string {
  const sealed = `device ${id} ${plain(email)} ${hash ?? ''}`;
  return createHmac('sha256', secret).update(sealed).digest('base64url');
}
