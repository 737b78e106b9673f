import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { AppEnv } from '#features/app-env.ts';

const COOKIE = 'shop.cart';
const NINETY_DAYS = 60 * 60 * 24 * 90;

/** The visitor's cart token in a Cookie header; null when there is none that we could have made. */
export function readCartToken(cookies: string): string | null {
  const token = parse(cookies, COOKIE)[COOKIE];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Gives a visitor a cart token, so that what the request adds has somewhere to go. */
export function giveCartToken(c: Context<AppEnv>, secure: boolean): string {
  const token = randomBytes(32).toString('base64url');
  setCookie(c, COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: NINETY_DAYS,
  });
  return token;
}
