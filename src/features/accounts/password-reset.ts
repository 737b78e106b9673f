/** Password reset: sending the link, and following it. */

import { inTransaction, type Tx } from '#db/client.ts';
import { HOUR_S } from '#shared/durations.ts';
import { findRefusal } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { inEqualTime } from '#shared/in-equal-time.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { clearAttempts, enforceNetworkLimit, limitKey } from '../rate-limits/rate-limits.ts';
import {
  deleteSessions,
  deleteVerificationsOf,
  lockUserForNoKeyUpdate,
  markEmailVerified,
  selectUserByEmail,
  upsertPassword,
} from './accounts.store.ts';
import type { Auth } from './auth.ts';
import { makeDeviceCookies } from './device-cookie.ts';
import { findLink, issueLink, spendLink, spentLink } from './emailed-links.ts';
import { ASKED_FOR_TOO_MANY, limitLinks } from './link-rate-limits.ts';
import { hashPassword, requireUncommonPassword } from './passwords.ts';
import { endSurplusSessions } from './sessions.ts';

const OF_ONE_ADDRESS = { most: 10, seconds: HOUR_S };

/**
 * Sends a password reset link if the account exists. Known and unknown addresses get the same
 * response after the same time. 429 when the caller asks too often.
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email, address, baseUrl }: { email: string; address: string; baseUrl: string },
): Promise<void> {
  await enforceNetworkLimit(ctx, 'reset-by-address', address, OF_ONE_ADDRESS, ASKED_FOR_TOO_MANY);
  await inEqualTime(mailLink(ctx, email, baseUrl));
}

async function mailLink(ctx: Ctx, email: string, baseUrl: string): Promise<void> {
  const user = await selectUserByEmail(ctx.db, email);
  if (!user) return;
  // This is no refusal: somebody who has received that many links has one that still works.
  const isWithinLimit = await limitLinks(ctx, 'reset', user).then(
    () => true,
    (error: unknown) => {
      if (findRefusal(error)?.code === 'rate_limited') return false;
      throw error;
    },
  );
  if (!isWithinLimit) return;
  await inTransaction(ctx.db, async (tx) => {
    // It may have got another email meanwhile, and this one may be somebody else's.
    if ((await lockUserForNoKeyUpdate(tx, user.id))?.email !== user.email) return;
    const at = ctx.now();
    const token = await issueLink(tx, 'reset-password', { userId: user.id, newEmail: null }, at);
    const url = `${baseUrl}/resetPassword?${new URLSearchParams({ token })}`;
    const payload = { email: user.email, url };
    await enqueue(tx, { kind: 'account.reset-password', payload }, at);
  });
}

/** Whether a password reset link is still valid. */
export async function isResetLinkGood(ctx: Ctx, token: string): Promise<boolean> {
  return (await findLink(ctx.db, 'reset-password', token, ctx.now())) !== null;
}

export interface NewPassword {
  /** The secret of the link. */
  token: string;
  password: string;
  /**
   * Runs in the same transaction when nobody had verified the email before. Somebody who does not
   * own the address may have registered it and put data into the account.
   */
  onFirstProof(tx: Tx, userId: string): Promise<void>;
}

/**
 * Sets the password of the link's account, once. Ends all of its sessions and marks its email as
 * verified, because the link was sent to it. This also locks out somebody who registered the
 * address without owning it. Returns the cookie that makes this browser known to the account, so
 * that other people's failed sign-ins can't slow it down.
 */
export async function resetPassword(
  ctx: Ctx,
  auth: Auth,
  { token, password, onFirstProof }: NewPassword,
): Promise<{ cookies: string[] }> {
  requireUncommonPassword(password);
  const link = await findLink(ctx.db, 'reset-password', token, ctx.now());
  if (!link) throw spentLink('reset-password');
  const { userId } = link;
  const hash = await hashPassword(password);
  await endSurplusSessions(ctx, userId);
  const email = await inTransaction(ctx.db, async (tx) => {
    // Locks the account before its links, as a sign-in does. So two links of one account wait for
    // each other.
    const user = await lockUserForNoKeyUpdate(tx, userId);
    if (!user || !(await spendLink(tx, 'reset-password', token, ctx.now())))
      throw spentLink('reset-password');
    await upsertPassword(tx, { id: newId('usr'), userId, hash });
    if (!user.emailVerified) await onFirstProof(tx, userId);
    await markEmailVerified(tx, userId);
    await deleteSessions(tx, userId);
    await deleteVerificationsOf(tx, userId);
    return user.email;
  });
  await clearAttempts(ctx, [limitKey('sign-in-all', email), limitKey('reset', email)]);
  return { cookies: await makeDeviceCookies(ctx, auth, email) };
}
