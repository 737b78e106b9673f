/** Cookies that remember how a browser shows the console. Scripts of pages can't read them. */
import { DAY_S } from '#shared/durations.ts';

const YEAR_S = 365 * DAY_S;

/** The value of a cookie in a `Cookie` header; null without it. */
export function readConsoleCookie(cookieHeader: string | null, name: string): string | null {
  const cookie = (cookieHeader ?? '').split('; ').find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? null;
}

/** The `Set-Cookie` header that keeps a value for a year; it goes to addresses below `/admin`. */
export function consoleCookie(name: string, value: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${YEAR_S}; Path=/admin; HttpOnly; SameSite=Lax${secure}`;
}
