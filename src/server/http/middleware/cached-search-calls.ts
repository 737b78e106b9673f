import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import type { OwnResponse, SearchCache } from '../../cache/search-cache.ts';

/**
 * Caches the responses to calls that search, and makes each once for all who wait for it. Comes after
 * the turns of searches.
 */
export function cachedSearchCalls(cache: Pick<SearchCache, 'respondWithCall'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const cached = await cache.respondWithCall(c.env?.incoming, async () => {
      await next();
      return readResponse(c);
    });
    if (cached === 'own') return;
    if (cached) return cached;
    await next();
  });
}

/**
 * The response of the app, with its body if there is anything to cache. The body is read whole and put
 * back. Reading a clone instead would wait for a reader of the other half.
 */
async function readResponse(c: Context<AppEnv>): Promise<OwnResponse> {
  const { status, headers } = c.res;
  if (status !== 200) return { status, headers, bytes: null };
  const bytes = Buffer.from(await c.res.arrayBuffer());
  c.res = new Response(bytes, { status, headers });
  return { status, headers, bytes };
}
