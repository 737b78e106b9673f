/**
 * Slows down who guesses passwords. A browser that has signed in to an account before carries a
 * cookie that says so, and is counted by itself; everyone else is counted by account and network, and
 * all of them together by account. So a stranger, or many, can't keep an account's owner out of it.
 * A change of password ends what the cookies are good for: who had the old one is a stranger again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { networkOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { type BackOff, forgetTries, limitKey, requireTurn } from '../limits/limits.ts';
import { selectPasswordHashByEmail } from './accounts.store.ts';

/** The header in which the server hands over the address it trusts; inbound ones are stripped. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address';

const DAY = 86_400;
const OF_ONE: BackOff = {
  free: 10,
  firstWaitSeconds: 10,
  longestWaitSeconds: 900,
  forgottenAfterSeconds: DAY,
};
const OF_ALL_GUESTS: BackOff = { ...OF_ONE, free: 100 };

const SENTENCE =
  'Too many attempts. Please wait a while, or choose a new password with “Forgot password?”.';

/** Who tries to sign in to what. */
export interface SignInTry {
  /** As it was typed, known or not: both count alike. */
  email: string;
  address: string;
  /** The browser's device cookie, if it has one. */
  device: string | null;
  /** Signs device cookies. */
  secret: string;
}

/** Counts a try before its password is looked at; 429 while there is still a wait. */
export async function requireSignInTurn(ctx: Ctx, attempt: SignInTry): Promise<void> {
  const { own, guests } = await keysOf(ctx, attempt);
  await requireTurn(ctx, own, OF_ONE, SENTENCE);
  if (guests) await requireTurn(ctx, guests, OF_ALL_GUESTS, SENTENCE);
}

/** Forgets the tries that led to a sign-in. */
export async function forgetSignInTries(ctx: Ctx, attempt: SignInTry): Promise<void> {
  const { own, guests } = await keysOf(ctx, attempt);
  return forgetTries(ctx, guests ? [own, guests] : [own]);
}

/** The same for a change of password, or what else asks for the current one, of one account. */
export function requirePasswordTurn(ctx: Ctx, userId: string): Promise<void> {
  return requireTurn(ctx, limitKey('password', userId), OF_ONE, SENTENCE);
}

export function forgetPasswordTries(ctx: Ctx, userId: string): Promise<void> {
  return forgetTries(ctx, [limitKey('password', userId)]);
}

/**
 * What a browser keeps to be known again at the account it has signed in to: what it has, if that is
 * still good. Else each sign-in would give it tries of its own.
 */
export async function deviceFor(ctx: Ctx, attempt: SignInTry): Promise<string> {
  const hash = await selectPasswordHashByEmail(ctx.db, plain(attempt.email));
  const id = knownDevice(attempt, hash) ?? randomBytes(16).toString('base64url');
  return `${id}.${seal(attempt, id, hash)}`;
}

async function keysOf(ctx: Ctx, attempt: SignInTry) {
  const email = plain(attempt.email);
  const id = attempt.device && knownDevice(attempt, await selectPasswordHashByEmail(ctx.db, email));
  if (id) return { own: limitKey('sign-in-device', id), guests: null };
  return {
    own: limitKey('sign-in', `${email} ${networkOf(attempt.address)}`),
    guests: limitKey('sign-in-all', email),
  };
}

function knownDevice(attempt: SignInTry, hash: string | null): string | null {
  const [id = '', seen = ''] = attempt.device?.split('.') ?? [];
  const expected = Buffer.from(seal(attempt, id, hash));
  const given = Buffer.from(seen);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}

function seal({ secret, email }: SignInTry, id: string, hash: string | null): string {
  const sealed = `device ${id} ${plain(email)} ${hash ?? ''}`;
  return createHmac('sha256', secret).update(sealed).digest('base64url');
}
