import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { deleteVerification, insertVerification, selectVerification } from './accounts.store.ts';
import { LINK_ENDED, LINK_LASTS_MS, OWN_LINK_ENDED } from './emailed-links.schema.ts';

/** What a mailed link does. */
export type LinkPurpose = 'reset-password' | 'verify-email' | 'change-email';

/** Whose link it is. One that changes an account's email has the new one. */
export interface Link {
  userId: string;
  newEmail: string | null;
}

/**
 * Creates the secret of a link for an account. The link is valid for `LINK_LASTS_MS` and can be used once.
 * The database stores only the hash of the secret.
 */
export async function issueLink(
  db: Executor,
  purpose: LinkPurpose,
  { userId, newEmail }: Link,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_LASTS_MS);
  const identifier = identify(purpose, token);
  const id = newId('req');
  await insertVerification(db, { id, identifier, value: userId, newEmail, expiresAt });
  return token;
}

/** The link with this secret; null for a used, expired or unknown one. */
export async function findLink(
  db: Executor,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<Link | null> {
  return toLink(await selectVerification(db, identify(purpose, token), now));
}

/** Uses up the link with this secret and returns it; null for a used, expired or unknown one. */
export async function spendLink(
  db: Executor,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<Link | null> {
  return toLink(await deleteVerification(db, identify(purpose, token), now));
}

/** The refusal of a used, expired or unknown link. */
export function spentLink(purpose: LinkPurpose): AppError {
  const why = purpose === 'reset-password' ? LINK_ENDED : OWN_LINK_ENDED;
  return new AppError('invalid_request', `That link ${why} Please ask for a new one.`);
}

const toLink = (row: { value: string; newEmail: string | null } | undefined): Link | null =>
  row ? { userId: row.value, newEmail: row.newEmail } : null;

function identify(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('hex')}`;
}
