/** The cookie of a browser that has signed in to an account before. See sign-in-rate-limits.ts. */

import type { BetterAuthOptions } from 'better-auth';
import { DAY_S } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { deviceFor } from './sign-in-rate-limits.ts';

/** How long an account knows a browser: as long as browsers store a cookie. */
export const DEVICE_KNOWN_SECONDS = 400 * DAY_S;

/** The cookie's name, after the common prefix. */
export const deviceCookieName = (cookiePrefix: string) => `${cookiePrefix}.device`;

/**
 * The Set-Cookie header that makes a browser known to the account of this email. Returns none when
 * that fails, because the request itself has succeeded by then.
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
