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

/** A new token: 32 random bytes. */
export function newCartToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Has the browser keep a cart token. Call it when the answer is there: pages bring their own. */
export function keepCartToken(c: Context<AppEnv>, token: string, secure: boolean): void {
  setCookie(c, COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: NINETY_DAYS,
  });
}
