/**
 * Slows down who guesses passwords. A browser that has signed in to an account before carries a
 * cookie that says so, and is counted by itself; everyone else is counted by account and network, and
 * all of them together by account. So a stranger, or many, can't keep an account's owner out of it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { networkOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { type BackOff, forgetTries, limitKey, requireTurn } from '../limits/limits.ts';

const DAY = 86_400;
const OF_ONE: BackOff = {
  free: 10,
  firstWaitSeconds: 10,
  longestWaitSeconds: 900,
  forgottenAfterSeconds: DAY,
};
const OF_ALL_STRANGERS: BackOff = { ...OF_ONE, free: 100 };

const SENTENCE =
  'Too many tries. Please wait a while, or choose a new password by “Forgot password?”.';

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
  const { own, strangers } = keysOf(attempt);
  await requireTurn(ctx, own, OF_ONE, SENTENCE);
  if (strangers) await requireTurn(ctx, strangers, OF_ALL_STRANGERS, SENTENCE);
}

/** Forgets the tries that led to a sign-in. */
export function forgetSignInTries(ctx: Ctx, attempt: SignInTry): Promise<void> {
  const { own, strangers } = keysOf(attempt);
  return forgetTries(ctx, strangers ? [own, strangers] : [own]);
}

/** The same for a change of password, or what else asks for the current one, of one account. */
export function requirePasswordTurn(ctx: Ctx, userId: string): Promise<void> {
  return requireTurn(ctx, limitKey('password', userId), OF_ONE, SENTENCE);
}

export function forgetPasswordTries(ctx: Ctx, userId: string): Promise<void> {
  return forgetTries(ctx, [limitKey('password', userId)]);
}

/** What a browser keeps to be known again at the account of this e-mail. */
export function newDevice(secret: string, email: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${seal(secret, email, id)}`;
}

function keysOf({ email: typed, address, device, secret }: SignInTry) {
  const email = typed.trim().toLowerCase();
  const [id = '', seen = ''] = device?.split('.') ?? [];
  const expected = Buffer.from(seal(secret, email, id));
  const given = Buffer.from(seen);
  if (given.length === expected.length && timingSafeEqual(given, expected)) {
    return { own: limitKey('sign-in-device', id), strangers: null };
  }
  return {
    own: limitKey('sign-in', `${email} ${networkOf(address)}`),
    strangers: limitKey('sign-in-all', email),
  };
}

function seal(secret: string, email: string, id: string): string {
  return createHmac('sha256', secret).update(`device ${id} ${email}`).digest('base64url');
}
