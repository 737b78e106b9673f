import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import type { SearchCache } from '../../cache/search-cache.ts';

/**
 * Caches the responses to calls that search, and makes each once for all who wait for it. Comes after
 * the turns of searches.
 */
export function cachedSearchCalls(cache: Pick<SearchCache, 'respondWithCall'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    let isOwn = false;
    const cached = await cache.respondWithCall(c.env?.incoming, async () => {
      isOwn = true;
      await next();
      return c.res.clone();
    });
    if (cached) return cached;
    if (!isOwn) await next();
  });
}
