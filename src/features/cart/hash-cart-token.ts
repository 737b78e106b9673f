import { createHash } from 'node:crypto';

/** The database stores only the hash of a cookie, so a leaked table opens no cart. */
export function hashCartToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
