import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { reloadDocument } from '#web/router-internals/reload-document.ts';
import { isDataAddress, pagePath, redirectIn } from '#web/router-internals/route-data.ts';
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

/**
 * Redirects them. A page that was open during the update knows none of the paths of now. So when it
 * requests data of its path, or a form that it sent leads to another page, it loads that page as a
 * document. Its form is sent again by the browser, so nothing that was typed is lost; the message of
 * a refused form is shown in the open page.
 */
export const earlierPaths = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const isData = isDataAddress(c.req.url);
  const now = pathNow(url.pathname);
  if (now === null) {
    await next();
    const isFollowed = isData && !isRead && c.res.status === 202;
    if (!isFollowed || !comesFromEarlier(c.req.header('Referer'))) return;
    const { headers } = c.res;
    const to = redirectIn(await textOf(c.res));
    // Without this, the response below would get all headers of the other.
    c.res = undefined;
    c.res = reloadDocument(to ?? pagePath(url.pathname), headers.getSetCookie());
    return;
  }
  if (!isRead || !isData) {
    return shortRedirect(c.redirect(now + url.search, isRead ? 301 : 308));
  }
  // The routes that the page asks for.
  url.searchParams.delete('_routes');
  const page = shortRedirect(c.redirect(pagePath(now) + url.search));
  return reloadDocument(page.headers.get('Location') ?? '/');
});

/** The path of now for one of an earlier release; null for every other path. */
function pathNow(pathname: string): string | null {
  const lower = pathname.toLowerCase();
  for (const [path, now] of EARLIER) {
    const rest = pathname.slice(path.length);
    if (lower.startsWith(path) && /^(?:$|\/|\.data$)/.test(rest)) return now + rest;
  }
  return null;
}

/** `pageResponse` has compressed it already. */
function textOf({ headers, body }: Response): Promise<string> {
  const isZipped = headers.get('Content-Encoding') === 'gzip';
  return new Response(isZipped ? body?.pipeThrough(new DecompressionStream('gzip')) : body).text();
}

/** Whether a page with an earlier path sent the request. */
function comesFromEarlier(referer: string | undefined): boolean {
  return (
    referer !== undefined && URL.canParse(referer) && pathNow(new URL(referer).pathname) !== null
  );
}
