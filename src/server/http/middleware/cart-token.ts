import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { AppEnv } from '#features/app-env.ts';
import { DAY_S } from '#shared/durations.ts';

/** Browsers store no cookie for longer (RFC 6265bis). */
const MAX_DAYS = 400;

/** The cookie that holds the token of a guest's cart. */
export interface CartCookie {
  /** The token in a Cookie header; null when there is none of the shop's form. */
  read(cookies: string): string | null;
  /** Sets the cookie. Call it when the response exists: pages bring their own. */
  keep(c: Context<AppEnv>, token: string): void;
}

/**
 * Over HTTPS the name begins with `__Host-`, so no other host of the domain can set the cookie.
 * There, a cookie without the prefix is ignored, because another host may have set it. It lasts as
 * long as the cart is kept; 0 days mean for ever.
 */
export function createCartCookie({ secure, days }: { secure: boolean; days: number }): CartCookie {
  const name = secure ? '__Host-shop.cart' : 'shop.cart';
  return {
    read(cookies) {
      const token = parse(cookies, name)[name];
      return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
    },
    keep(c, token) {
      setCookie(c, name, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: Math.min(days || MAX_DAYS, MAX_DAYS) * DAY_S,
      });
    },
  };
}

export function newCartToken(): string {
  return randomBytes(32).toString('base64url');
}
