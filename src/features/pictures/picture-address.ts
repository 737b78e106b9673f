import { AppError } from '#shared/errors.ts';

/**
 * The address under which a picture is kept: a path of the shop, or https at one of these hosts,
 * written as browsers write it. Refuses every other.
 */
export function pictureAddress(hosts: string[], url: string): string {
  const ours = /^\/[A-Za-z0-9_-][A-Za-z0-9_./-]*$/.test(url) && !url.includes('..');
  if (ours) return url;
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
    `A picture must be an https address at ${hosts.join(', ')} or a path of this shop.`,
  );
}
