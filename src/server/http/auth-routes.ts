import { createMiddleware } from 'hono/factory';
import type { Auth } from '#features/accounts/auth.ts';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';

/** The library serves everything below this path. */
export const AUTH_PATH = '/api/auth';

/**
 * What the shop lets through to the sign-in library: its browsers' calls and the way back from
 * Google. For the rest the shop has pages and use cases of its own.
 */
const OPEN_DOORS: Record<string, string[]> = {
  '/callback/google': ['GET'],
  '/get-session': ['GET', 'POST'],
  '/sign-in/email': ['POST'],
  '/sign-out': ['POST'],
  '/sign-up/email': ['POST'],
  '/update-user': ['POST'],
};

/**
 * Refuses every other path with 404. Mount it before anything that counts or stores requests: the
 * library writes each path it is asked for into its rate limits. Compares the path as it was sent,
 * so that no spelling of a closed one gets through.
 */
export const requireOpenDoor = createMiddleware<AppEnv>(async (c, next) => {
  const door = new URL(c.req.url).pathname.slice(AUTH_PATH.length);
  const methods = Object.hasOwn(OPEN_DOORS, door) ? OPEN_DOORS[door] : undefined;
  if (!methods) throw new AppError('not_found', 'There is nothing at this address.');
  if (!methods.includes(c.req.method)) {
    c.header('Allow', methods.join(', '));
    throw new AppError('method_not_allowed', `Only ${methods.join(' and ')} can be used here.`);
  }
  await next();
});

/** Asks the library. It names the wait in a header of its own; clients look for the standard one. */
export async function handleAuth(auth: Auth, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  const wait = response.headers.get('X-Retry-After');
  if (wait) response.headers.set('Retry-After', wait);
  return response;
}
