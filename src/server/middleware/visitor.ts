import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import type { ShopContext } from '../create-context.ts';
import { keepCartToken, newCartToken, readCartToken } from './cart-token.ts';

/** Finds out who asks: the session's account, and for visitors the cart cookie. */
export function visitor({ sessions, ctx, config }: ShopContext) {
  const secure = config.baseUrl.startsWith('https:');
  return createMiddleware<AppEnv>(async (c, next) => {
    const user = await sessions.findUser(c.req.raw.headers);
    const known = readCartToken(c.req.header('cookie') ?? '');
    // What a visitor adds has to have somewhere to go; the cookie comes once something is there.
    const given = !user && !known && c.req.method === 'POST' ? newCartToken() : null;
    c.set('ctx', ctx);
    let keep = false;
    c.set('actor', { user, cartToken: known ?? given });
    c.set('keepCart', () => {
      keep = true;
    });
    await next();
    if (given && keep) keepCartToken(c, given, secure);
  });
}
