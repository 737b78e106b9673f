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
import { refusalOfConstraint } from '../refusal-of-constraint.ts';
import {
  deleteProviders,
  deleteSessions,
  deleteVerificationsOf,
  lockUserForUpdate,
  selectUserByEmail,
  updateVerifiedEmail,
} from './accounts.store.ts';
import { requirePassword } from './change-password.ts';
import { DEMO_ACCOUNTS } from './demo-account-list.ts';
import { findLink, issueLink, spendLink, spentLink } from './emailed-links.ts';
import { ASKED_FOR_TOO_MANY, limitLinks } from './link-rate-limits.ts';
import { endSurplusSessions, requireLiveSession } from './sessions.ts';

const OF_ONE_ACCOUNT = { most: 5, seconds: HOUR_S };
const TAKEN = 'Another account has that email address by now.';

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
  if (hasFixedEmail(user)) {
    throw new AppError('forbidden', 'The accounts of the demo shop keep their email addresses.');
  }
  await requirePassword(ctx, user.id, wanted.password);
  await enforceRateLimit(
    ctx,
    limitKey('change-email', user.id),
    OF_ONE_ACCOUNT,
    ASKED_FOR_TOO_MANY,
  );
  await limitLinks(ctx, 'change', { email: wanted.email, emailVerified: false });
  await requireLiveSession(ctx, ctx.db, actor);
  await inEqualTime(mailLink(ctx, user.id, wanted));
}

/** Whether an account keeps its email: one of the demo, because everybody knows its password. */
export function hasFixedEmail(user: { email: string }): boolean {
  return DEMO_ACCOUNTS.some(({ email }) => email === user.email);
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
  /** The former email, and whether it was verified. */
  from: string;
  wasVerified: boolean;
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
 * the account and its sign-in with Google end: they belong to its former email, which may be
 * somebody else's by now.
 */
export async function spendEmailChange(
  ctx: Ctx,
  actor: Actor,
  change: EmailChange,
): Promise<string> {
  const user = requireUser(actor);
  const email = await findEmailChange(ctx, actor, change.token);
  if (email === null) throw spentLink('change-email');
  const { id } = await requireLiveSession(ctx, ctx.db, actor);
  await endSurplusSessions(ctx, user.id, { except: id });
  await inTransaction(ctx.db, (tx) => writeChange(ctx, tx, actor, email, change)).catch(
    (error: unknown) => {
      // Another account got it at the same moment.
      throw refusalOfConstraint(error, { users_email_unique: TAKEN });
    },
  );
  await clearAttempts(ctx, [limitKey('sign-in-all', email)]);
  return email;
}

async function writeChange(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  email: string,
  { token, moveData }: EmailChange,
): Promise<void> {
  const { id: userId, role, email: from, emailVerified: wasVerified } = requireUser(actor);
  await moveData(tx, { userId, from, wasVerified, to: email });
  // The account before its sessions, as at a reset of its password.
  const before = await lockUserForUpdate(tx, userId);
  const session = await requireLiveSession(ctx, tx, actor);
  // Another link was followed meanwhile.
  if (before?.email !== from || before.emailVerified !== wasVerified)
    throw spentLink('change-email');
  if (!(await spendLink(tx, 'change-email', token, ctx.now()))) throw spentLink('change-email');
  if (await selectUserByEmail(tx, email)) throw new AppError('invalid_request', TAKEN);
  await updateVerifiedEmail(tx, userId, email);
  await deleteVerificationsOf(tx, userId);
  await deleteProviders(tx, userId);
  await deleteSessions(tx, userId, { except: session.id });
  // What customers do is not in the log of staff.
  if (role === 'admin') await recordAudit(tx, userId, 'account.email', userId, {});
  // An address that nobody verified may be anybody's.
  if (!wasVerified) return;
  await enqueue(tx, { kind: 'account.email-changed', payload: { email: from } }, ctx.now());
}
