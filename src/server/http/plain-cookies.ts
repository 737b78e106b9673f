import type { IncomingMessage } from 'node:http';

/** A cookie's name, as RFC 6265 has it. */
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** What has nothing in it that a program could take for a space, and a browser for a letter. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Takes cookies away whose name is none, before anything reads them. Programs trim names of every
 * space there is; to a browser U+00A0 is a letter, so it lets any host of the domain set a cookie of
 * that and `__Host-shop.session_token`, which would then pass for the shop's own.
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
