import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { newRequestId } from '#shared/ids.ts';

/** Gives each request an id, for the response's X-Request-Id, error bodies and the log. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = newRequestId();
  c.set('requestId', id);
  await next();
  c.res.headers.set('X-Request-Id', id);
});
