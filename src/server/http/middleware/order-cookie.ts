import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { AppEnv } from '#features/app-env.ts';

/** The most orders that a browser has links of. The oldest ones leave. */
const MAX_ORDERS = 5;

/** The cookie that holds the tokens of guests' orders until the browser is closed. */
export interface OrderCookie {
  /** The tokens in a Cookie header, the newest first. */
  read(cookies: string): string[];
  /** Adds a token. Call it when the response exists: pages bring their own. */
  keep(c: Context<AppEnv>, tokens: string[]): void;
}

/** Over HTTPS only a name with `__Host-` counts, as for the cookie of a cart. */
export function createOrderCookie({ secure }: { secure: boolean }): OrderCookie {
  const name = secure ? '__Host-shop.orders' : 'shop.orders';
  return {
    read(cookies) {
      // Most requests don't have it.
      if (!cookies.includes(name)) return [];
      const tokens = (parse(cookies, name)[name] ?? '').split('.');
      return tokens.filter((token) => /^[A-Za-z0-9_-]{43}$/.test(token)).slice(0, MAX_ORDERS);
    },
    keep(c, tokens) {
      const newest = [...new Set(tokens)].slice(0, MAX_ORDERS);
      setCookie(c, name, newest.join('.'), { path: '/', httpOnly: true, sameSite: 'Lax', secure });
    },
  };
}
