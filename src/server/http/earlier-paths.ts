import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { shortRedirect } from './short-redirect.ts';

/** The paths that pages of staff had in earlier releases: bookmarks, logs and emails name them. */
const EARLIER: [path: string, now: string][] = [
  ['/auditlog', '/admin/audit-log'],
  ['/emails', '/admin/emails'],
  ['/mailbox', '/admin/emails'],
  ['/paymentproblems', '/admin/payment-problems'],
  ['/status', '/admin/status'],
  ['/admin/heldstock', '/admin/held-stock'],
  ['/admin/releasestock', '/admin/held-stock/release'],
];

/** Redirects them. A form of a page that was open during the update is sent again by the browser. */
export const earlierPaths = createMiddleware<AppEnv>((c, next) => {
  const { pathname, search } = new URL(c.req.url);
  for (const [path, now] of EARLIER) {
    if (!pathname.toLowerCase().startsWith(path)) continue;
    const rest = pathname.slice(path.length);
    if (rest !== '' && !rest.startsWith('/')) continue;
    const status = c.req.method === 'GET' || c.req.method === 'HEAD' ? 301 : 308;
    return Promise.resolve(shortRedirect(c.redirect(`${now}${rest}${search}`, status)));
  }
  return next();
});
