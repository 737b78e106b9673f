import type { IncomingMessage } from 'node:http';

/** A valid cookie name by RFC 6265. */
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** Contains no character that a program may treat as a space but a browser treats as a letter. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Removes cookies with an invalid name before anything reads them. Programs trim every kind of
 * space from names. To a browser U+00A0 is a letter, so it lets any host of the domain set a cookie
 * named U+00A0 and `__Host-shop.session_token`, which would then count as the shop's own.
 */
export function keepPlainCookies(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  const { headers, rawHeaders } = request;
  if (headers.cookie === undefined || PLAIN.test(headers.cookie)) return;
  headers.cookie = plain(headers.cookie);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'cookie') {
      rawHeaders[at + 1] = plain(rawHeaders[at + 1] ?? '');
    }
  }
}

function plain(cookies: string): string {
  return cookies
    .split(';')
    .map((cookie) => cookie.replace(/^[ \t]+/, ''))
    .filter((cookie) => NAME.test(cookie.split('=', 1)[0] ?? ''))
    .join('; ');
}
