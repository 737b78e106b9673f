/** Shows that an e-mail address is its account's: a mail with a link, and what following it does. */
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { mailboxOf } from '#shared/mailbox.ts';
import { type Actor, requireUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { limitKey, requireFew } from '../limits/limits.ts';
import { enqueue } from '../outbox/outbox.ts';
import { markEmailVerified, selectUser } from './accounts.store.ts';
import { findLink, issueLink, spendLink } from './mailed-links.ts';

/** Has the link sent that shows that an account's e-mail is its owner's. A verified one needs none. */
export async function sendVerification(ctx: Ctx, userId: string, baseUrl: string): Promise<void> {
  const user = await selectUser(ctx.db, userId);
  if (!user || user.emailVerified) return;
  const most = ctx.shop.emails.linksPerHour;
  // By the address: an account that is deleted and made anew is another one. And by the mailbox:
  // anyone can make accounts for `ann+1@…`, `ann+2@…` and so on.
  await requireFewLinks(ctx, limitKey('verify', user.email), most);
  await requireFewLinks(ctx, limitKey('verify-mailbox', mailboxOf(user.email)), 4 * most);
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.now();
    const token = await issueLink(tx, 'verify-email', userId, at);
    const url = `${baseUrl}/verifyEmail?${new URLSearchParams({ token })}`;
    const payload = { email: user.email, url };
    await enqueue(tx, { kind: 'account.verify-email', payload }, at);
  });
}

function requireFewLinks(ctx: Ctx, key: string, most: number): Promise<void> {
  return requireFew(
    ctx,
    key,
    { most, seconds: 3_600 },
    'We have already sent you several emails. Please look for them, in your spam folder as well.',
  );
}

/** The same for the account that asks. */
export function resendVerification(ctx: Ctx, actor: Actor, baseUrl: string): Promise<void> {
  return sendVerification(ctx, requireUser(actor).id, baseUrl);
}

/**
 * Whether the link is the caller's and still good. It has to be followed by whoever can sign in to
 * the account: else somebody who registered another person's address could have that person verify
 * it for them by a careless click.
 */
export async function isVerificationLinkGood(
  ctx: Ctx,
  actor: Actor,
  token: string,
): Promise<boolean> {
  const userId = await findLink(ctx.db, 'verify-email', token, ctx.now());
  return userId === requireUser(actor).id;
}

/** Spends the link, and with it marks the caller's e-mail as verified. */
export async function spendVerificationLink(ctx: Ctx, actor: Actor, token: string): Promise<void> {
  const user = requireUser(actor);
  if (!(await isVerificationLinkGood(ctx, actor, token))) throw spent();
  await inTransaction(ctx.db, async (tx) => {
    if ((await spendLink(tx, 'verify-email', token, ctx.now())) !== user.id) throw spent();
    await markEmailVerified(tx, user.id);
  });
}

function spent(): AppError {
  return new AppError(
    'invalid_request',
    'That link has already been used, is more than an hour old, or belongs to another account. Please ask for a new one.',
  );
}
