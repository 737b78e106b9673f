import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { siteOf } from '#shared/network.ts';
import type { ShopContext } from '../../start/create-context.ts';
import { newCartToken } from './cart-token.ts';

/** Finds who sends the request: the session's user, or a guest by the cart cookie. */
export function visitor({ visitors, ctx, cartCookie, orderCookie }: ShopContext) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { headers } = c.req.raw;
    const { method } = c.req;
    // An action may change the cart before the page shows the count.
    const needsCount = method === 'GET' || method === 'HEAD';
    const found = await visitors.find(headers, c.env?.incoming, { needsCount });
    const { user, session, cartCount, cookies } = found;
    const known = cartCookie.read(c.req.header('cookie') ?? '');
    // A guest who adds something needs a cart. The cookie is set only when the cart is not empty.
    const given = !user && !known && method === 'POST' ? newCartToken() : null;
    c.set('ctx', ctx);
    let keep = false;
    const cartToken = known ?? given;
    const network = siteOf(c.get('clientAddress'));
    const orderTokens = orderCookie.read(c.req.header('cookie') ?? '');
    let orderToken: string | null = null;
    c.set('actor', { user, session, cartToken, orderTokens, network });
    c.set('cartCount', needsCount ? cartCount : null);
    c.set('keepCartCookie', () => {
      keep = true;
    });
    c.set('keepOrderLink', (token) => {
      orderToken = token;
    });
    await next();
    if (orderToken) orderCookie.keep(c, [orderToken, ...orderTokens]);
    // Also sets a known cookie again, so that it lasts as long as the cart is stored.
    if (cartToken && keep && !user) cartCookie.keep(c, cartToken);
    for (const cookie of cookies) {
      // A cookie that the response sets itself takes precedence: signing out ends a session that
      // was just prolonged.
      const isSet = c.res.headers.getSetCookie().some((own) => nameOf(own) === nameOf(cookie));
      if (!isSet) c.header('Set-Cookie', cookie, { append: true });
    }
  });
}

function nameOf(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='));
}
