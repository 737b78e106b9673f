/** The cookie of a browser that has signed in to an account before; see sign-in-limits.ts. */

import type { BetterAuthOptions } from 'better-auth';
import type { Ctx } from '../context.ts';
import { deviceFor } from './sign-in-limits.ts';

/** How long a browser is known at an account it has signed in to: as long as browsers keep a cookie. */
export const DEVICE_KNOWN_SECONDS = 400 * 86_400;

/** What the cookie's name is, after the prefix of all of them. */
export const deviceCookieName = (cookiePrefix: string) => `${cookiePrefix}.device`;

/**
 * The Set-Cookie header after which a browser is known at the account of this e-mail. None where it
 * can't be made: what it comes with has been done by then, and must not look as if it had failed.
 */
export async function makeDeviceCookies(
  ctx: Ctx,
  { options }: { options: BetterAuthOptions },
  email: string,
): Promise<string[]> {
  const { cookiePrefix = '', defaultCookieAttributes } = options.advanced ?? {};
  const secure = defaultCookieAttributes?.secure ? '; Secure' : '';
  const attempt = { email, address: '', device: null, secret: options.secret ?? '' };
  const value = await deviceFor(ctx, attempt).catch((error: unknown) => {
    ctx.log.error('device.cookie', error);
    return null;
  });
  if (value === null) return [];
  const cookie = `${deviceCookieName(cookiePrefix)}=${value}; Max-Age=${DEVICE_KNOWN_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return [cookie];
}
