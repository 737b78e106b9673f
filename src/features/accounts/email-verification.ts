/** Email verification: sending the link, and following it. */
import { inTransaction } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireUser } from '../permissions.ts';
import { lockUserForNoKeyUpdate, markEmailVerified, selectUser } from './accounts.store.ts';
import { findLink, issueLink, spendLink, spentLink } from './emailed-links.ts';
import { limitLinks } from './link-rate-limits.ts';

/** Sends the link that verifies an account's email. Skips a verified one. */
export async function sendVerification(ctx: Ctx, userId: string, baseUrl: string): Promise<void> {
  const user = await selectUser(ctx.db, userId);
  if (!user || user.emailVerified) return;
  await limitLinks(ctx, 'verify', user);
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.now();
    const token = await issueLink(tx, 'verify-email', { userId, newEmail: null }, at);
    const url = `${baseUrl}/verifyEmail?${new URLSearchParams({ token })}`;
    const payload = { email: user.email, url };
    await enqueue(tx, { kind: 'account.verify-email', payload }, at);
  });
}

/** Sends the caller the link that verifies their email. Skips a verified one. */
export function resendVerification(ctx: Ctx, actor: Actor, baseUrl: string): Promise<void> {
  return sendVerification(ctx, requireUser(actor).id, baseUrl);
}

/**
 * Whether the link is the caller's and still valid. Only a caller who can sign in to the account
 * may follow it. Otherwise somebody could register another person's address, and that person would
 * verify it with a careless click.
 */
export async function isVerificationLinkGood(
  ctx: Ctx,
  actor: Actor,
  token: string,
): Promise<boolean> {
  const link = await findLink(ctx.db, 'verify-email', token, ctx.now());
  return link?.userId === requireUser(actor).id;
}

/** Uses up the link and marks the caller's email as verified. */
export async function spendVerificationLink(ctx: Ctx, actor: Actor, token: string): Promise<void> {
  const user = requireUser(actor);
  if (!(await isVerificationLinkGood(ctx, actor, token))) throw spentLink('verify-email');
  await inTransaction(ctx.db, async (tx) => {
    // The account before its links, as at a reset of its password.
    await lockUserForNoKeyUpdate(tx, user.id);
    const link = await spendLink(tx, 'verify-email', token, ctx.now());
    if (link?.userId !== user.id) throw spentLink('verify-email');
    await markEmailVerified(tx, user.id);
  });
}
