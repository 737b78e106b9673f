import { createMiddleware } from 'hono/factory';
import type { Auth } from '#features/accounts/auth.ts';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';

/** The sign-in library serves everything below this path. */
export const AUTH_PATH = '/api/auth';

/**
 * The paths of the sign-in library that are open: the calls of the shop's own pages, and the path
 * that Google redirects to. The shop has its own pages and use cases for everything else.
 */
const OPEN_PATHS: Record<string, string[]> = {
  '/callback/google': ['GET'],
  '/get-session': ['GET', 'POST'],
  '/sign-in/email': ['POST'],
  '/sign-out': ['POST'],
  '/sign-up/email': ['POST'],
  '/update-user': ['POST'],
};

/**
 * Refuses every other path with 404. Mount it before anything that counts or stores requests: the
 * library writes each requested path into its rate limits. It compares the path as it was sent, so
 * no other spelling of a closed path gets through.
 */
export const requireOpenPath = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.slice(AUTH_PATH.length);
  const methods = ownValue(OPEN_PATHS, path);
  if (!methods) throw new AppError('not_found', 'There is nothing at this address.');
  if (!methods.includes(c.req.method)) {
    c.header('Allow', methods.join(', '));
    throw new AppError('method_not_allowed', `Only ${methods.join(' and ')} can be used here.`);
  }
  // Without this, the library would log the database's message about it as an error.
  if (/%00/.test(search)) throw new AppError('invalid_request', 'That address is not complete.');
  await next();
});

/**
 * Calls the library. The library reports the wait in its own header; clients look for
 * `Retry-After`.
 */
export async function handleAuth(auth: Auth, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  const wait = response.headers.get('X-Retry-After');
  if (wait) response.headers.set('Retry-After', wait);
  return response;
}
