import { AppError } from '#shared/errors.ts';

/** An image in the shop's `public/pictures` folder. */
const SHOP_IMAGE = /^\/pictures\/(?:[A-Za-z0-9_-]+\/)*[A-Za-z0-9_-]+\.(?:avif|gif|jpe?g|png|webp)$/;

/**
 * An address as browsers write it, so that one image has one address. One without a scheme, such as
 * `//host/a.jpg`, is read as https.
 */
export function browserSpelling(url: string): string {
  if (url.startsWith('//')) return browserSpelling(`https:${url}`);
  return !url.startsWith('/') && URL.canParse(url) ? new URL(url).href : url;
}

/** Whether the shop can try to fetch this address: one of the web, without a password. */
export function isFetchable(url: string): boolean {
  const parsed = url.length <= 2_000 && URL.canParse(url) ? new URL(url) : null;
  return /^https?:$/.test(parsed?.protocol ?? '') && !parsed?.username && !parsed?.password;
}

/**
 * The address of an image that was not uploaded, as browsers write it: one of the shop's own, or
 * https at one of these hosts. Refuses all others.
 */
export function imageAddress(hosts: string[], url: string): string {
  if (SHOP_IMAGE.test(url)) return url;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const allowed =
    parsed?.protocol === 'https:' &&
    parsed.port === '' &&
    parsed.username === '' &&
    parsed.password === '' &&
    hosts.includes(parsed.hostname);
  if (allowed) return parsed.href;
  throw new AppError(
    'invalid_request',
    `An image must be one that was uploaded, one of the shop, or an https address at ${hosts.join(', ')}.`,
  );
}
