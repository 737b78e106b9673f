import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { isExport } from '#features/exports/exports.api.ts';
import { AppError } from '#shared/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const FOREIGN = new Set(['cross-site', 'same-site']);

/**
 * Refuses changes that come from another site's page. An unsafe method needs this shop's exact
 * `Origin`, or `Sec-Fetch-Site: same-origin`. Browsers send both, and pages can't forge them. It
 * also refuses exports that another site's page opens, because each is recorded in the audit log.
 */
export function sameOrigin(baseUrl: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!SAFE.has(c.req.method)) {
      const origin = c.req.header('origin');
      const fetchSite = c.req.header('sec-fetch-site');
      const same = fetchSite === undefined ? origin === baseUrl : fetchSite === 'same-origin';
      if (!same) {
        throw new AppError('forbidden', 'This request did not come from a page of the shop.');
      }
    } else if (isExport(c.req.path) && FOREIGN.has(c.req.header('sec-fetch-site') ?? '')) {
      throw new AppError('forbidden', 'Please open the export from a page of the shop.');
    }
    await next();
  });
}
