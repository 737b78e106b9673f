import { consoleCookie, readConsoleCookie } from './console-cookie.ts';

/** The heights of rows in the tables of the console. A cookie of the browser remembers the chosen one. */
export type RowHeight = 'usual' | 'compact';

const COOKIE = 'shop.rowHeight';

/** The chosen height; the usual one without a cookie. */
export const readRowHeight = (cookieHeader: string | null): RowHeight =>
  readConsoleCookie(cookieHeader, COOKIE) === 'compact' ? 'compact' : 'usual';

/** The `Set-Cookie` header for this height. */
export const rowHeightCookie = (height: RowHeight, baseUrl: string): string =>
  consoleCookie(COOKIE, height, baseUrl);
