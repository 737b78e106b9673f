import { createMiddleware } from 'hono/factory';
import { findSessionUser } from '#features/accounts/accounts.ts';
import type { AppEnv } from '#features/app-env.ts';
import type { ShopContext } from '../create-context.ts';
import { giveCartToken, readCartToken } from './cart-token.ts';

/** Finds out who asks: the session's account, and for visitors the cart cookie. */
export function visitor({ auth, ctx, config }: ShopContext) {
  const secure = config.baseUrl.startsWith('https:');
  return createMiddleware<AppEnv>(async (c, next) => {
    const user = await findSessionUser(auth, c.req.raw.headers);
    let cartToken = readCartToken(c.req.header('cookie') ?? '');
    if (!user && !cartToken && c.req.method === 'POST') cartToken = giveCartToken(c, secure);
    c.set('ctx', ctx);
    c.set('actor', { user, cartToken });
    await next();
  });
}
