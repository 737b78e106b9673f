import { createHash } from 'node:crypto';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import type { AppEnv } from '#features/app-env.ts';
import { lazy } from '#shared/lazy.ts';
import { compressedOnce } from './compressed-once.ts';

/**
 * Describes the app's calls at `/openapi.json`. The document is made at the first request and
 * cached.
 */
export function describeCalls(
  app: OpenAPIHono<AppEnv>,
  about: Parameters<OpenAPIHono<AppEnv>['getOpenAPI31Document']>[0],
): void {
  const made = lazy(() => {
    const body = JSON.stringify(app.getOpenAPI31Document(about));
    const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    return { body, headers: { 'Content-Type': 'application/json', ETag: `W/"${tag}"` } };
  });
  const respond = compressedOnce(async () => made().body);
  app.get('/openapi.json', etag(), (c) => respond(c, made().headers));
}
