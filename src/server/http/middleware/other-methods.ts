import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';

/** Pages can be read, and accept posted forms. */
const PAGE_METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Returns 405 with `Allow` when a call's path is requested with a method that it does not have.
 * Mount it after the calls.
 */
export function refuseOtherMethods(app: OpenAPIHono<AppEnv>): void {
  const allowed = new Map<string, string[]>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const path = definition.route.path.replace(/\{(\w+)\}/g, ':$1');
    const methods = allowed.get(path) ?? [];
    allowed.set(path, [...methods, definition.route.method.toUpperCase()]);
  }
  for (const [path, methods] of allowed) {
    app.all(path, (c) => refuse(c, methods));
  }
}

/** No page is below `/api`, so an unknown address there is a call that does not exist. Mount it after the calls. */
export function refuseUnknownCalls(app: OpenAPIHono<AppEnv>): void {
  app.all('/api/*', () => {
    throw new AppError('not_found', 'There is no such call.');
  });
}

/**
 * Returns 405 with `Allow` when a page is requested with a method that it does not have. The
 * library treats every method but GET and HEAD as a posted form. Mount it before the pages.
 */
export const pageMethods = createMiddleware<AppEnv>(async (c, next) => {
  if (!PAGE_METHODS.includes(c.req.method)) refuse(c, PAGE_METHODS);
  await next();
});

/** The `Request` of the platform can't have these methods. Mount this first. */
const UNKNOWN_TO_THE_PLATFORM = new Set(['TRACE', 'TRACK', 'CONNECT']);

export const refuseTracing = createMiddleware<AppEnv>(async (c, next) => {
  if (UNKNOWN_TO_THE_PLATFORM.has(c.req.method)) refuse(c, PAGE_METHODS);
  await next();
});

function refuse(c: Context<AppEnv>, methods: string[]): never {
  c.header('Allow', methods.join(', '));
  throw new AppError('method_not_allowed', `This address accepts: ${methods.join(', ')}.`);
}
