/** Another email for an account: sending the link to it, and following it. */
import { inTransaction, type Tx } from '#db/client.ts';
import { HOUR_S } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { inEqualTime } from '#shared/in-equal-time.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireUser } from '../permissions.ts';
import { clearAttempts, enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';
import {
  deleteSessions,
  deleteVerificationsOf,
  lockUserForUpdate,
  selectUserByEmail,
  updateVerifiedEmail,
} from './accounts.store.ts';
import { requirePassword } from './change-password.ts';
import { DEMO_ACCOUNTS } from './demo-account-list.ts';
import { findLink, issueLink, spendLink } from './emailed-links.ts';
import { limitLinks } from './link-limits.ts';
import { endSurplusSessions, requireLiveSession } from './sessions.ts';

const OF_ONE_ACCOUNT = { most: 5, seconds: HOUR_S };

/**
 * Sends a link to the new email, which the caller's account gets when the caller follows it. An
 * email that another account has gets none, after the same time, so that nobody learns who has an
 * account. 422 for a wrong password, 429 for too many links or passwords.
 */
export async function requestEmailChange(
  ctx: Ctx,
  actor: Actor,
  wanted: { email: string; password: string; baseUrl: string },
): Promise<void> {
  const user = requireUser(actor);
  if (wanted.email === user.email) {
    throw new AppError('invalid_request', 'Your account has that email address already.');
  }
  // Everybody knows their passwords.
  if (DEMO_ACCOUNTS.some(({ email }) => email === user.email)) {
    throw new AppError('forbidden', 'The accounts of the demo shop keep their email addresses.');
  }
  await requirePassword(ctx, user.id, wanted.password);
  await enforceRateLimit(
    ctx,
    limitKey('change-email', user.id),
    OF_ONE_ACCOUNT,
    'You have asked for too many emails in an hour. Please wait a while and try again.',
  );
  await limitLinks(ctx, 'change', { email: wanted.email, emailVerified: false });
  await requireLiveSession(ctx, ctx.db, actor);
  await inEqualTime(mailLink(ctx, user.id, wanted));
}

async function mailLink(
  ctx: Ctx,
  userId: string,
  { email, baseUrl }: { email: string; baseUrl: string },
): Promise<void> {
  if (await selectUserByEmail(ctx.db, email)) return;
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.now();
    const token = await issueLink(tx, 'change-email', { userId, newEmail: email }, at);
    const url = `${baseUrl}/account/email?${new URLSearchParams({ token })}`;
    await enqueue(tx, { kind: 'account.change-email', payload: { email, url } }, at);
  });
}

/** The email of the caller's link; null for a used, expired or unknown one, and somebody else's. */
export async function findEmailChange(
  ctx: Ctx,
  actor: Actor,
  token: string,
): Promise<string | null> {
  const link = await findLink(ctx.db, 'change-email', token, ctx.now());
  return link?.userId === requireUser(actor).id ? link.newEmail : null;
}

export interface NewEmail {
  userId: string;
  /** The former email, if it was verified. */
  from: string | null;
  to: string;
}

export interface EmailChange {
  /** The secret of the link. */
  token: string;
  /** Runs first in the transaction, because placing an order locks the customer before the account. */
  moveData(tx: Tx, email: NewEmail): Promise<void>;
}

/**
 * Uses up the link and returns the account's new email, which is verified by it. Earlier links of
 * the account end: they were sent to its former email, which may belong to somebody else by now.
 */
export async function spendEmailChange(
  ctx: Ctx,
  actor: Actor,
  { token, moveData }: EmailChange,
): Promise<string> {
  const user = requireUser(actor);
  const email = await findEmailChange(ctx, actor, token);
  if (email === null) throw spent();
  const { id } = await requireLiveSession(ctx, ctx.db, actor);
  await endSurplusSessions(ctx, user.id, { except: id });
  await inTransaction(ctx.db, async (tx) => {
    await moveData(tx, {
      userId: user.id,
      from: user.emailVerified ? user.email : null,
      to: email,
    });
    // The account before its sessions, as at a reset of its password.
    const before = await lockUserForUpdate(tx, user.id);
    await requireLiveSession(ctx, tx, actor);
    // Another link was followed meanwhile.
    if (before?.email !== user.email || before.emailVerified !== user.emailVerified) throw spent();
    if (!(await spendLink(tx, 'change-email', token, ctx.now()))) throw spent();
    if (await selectUserByEmail(tx, email)) throw taken();
    await updateVerifiedEmail(tx, user.id, email);
    await deleteVerificationsOf(tx, user.id);
    await deleteSessions(tx, user.id, { except: id });
    await recordAudit(tx, user.id, 'account.email', user.id, {});
    // An address that nobody verified may be anybody's.
    if (!user.emailVerified) return;
    const payload = { email: user.email };
    await enqueue(tx, { kind: 'account.email-changed', payload }, ctx.now());
  });
  await clearAttempts(ctx, [limitKey('sign-in-all', email)]);
  return email;
}

function taken(): AppError {
  return new AppError('invalid_request', 'Another account has that email address by now.');
}

function spent(): AppError {
  return new AppError(
    'invalid_request',
    'That link has already been used, is more than an hour old, or belongs to another account. Please ask for a new one.',
  );
}
