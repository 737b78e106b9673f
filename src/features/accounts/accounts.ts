/**
 * Owns accounts and their roles. Promises: a role changes only here and never without an audit row;
 * a shop that has had an admin always has one; nobody sees another person's email.
 */
import { type Executor, inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { preparedReads } from '#db/prepared.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, SignedInUser } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireUser } from '../permissions.ts';
import {
  countAdmins,
  countUsers,
  deleteUser,
  deleteVerificationsOf,
  lockUserByEmail,
  lockUserForUpdate,
  selectAdmins,
  selectIsVerified,
  selectNames,
  selectPasswordHash,
  selectProviders,
  selectSessions,
  selectUser,
  updateName,
  updateRole,
} from './accounts.store.ts';
import type { Auth } from './auth.ts';
import { callAuth } from './call-auth.ts';
import { type EmailChange, spendEmailChange } from './change-email.ts';
import { DELETED_ACCOUNT } from './deleted-account.schema.ts';
import { makeDeviceCookies } from './device-cookie.ts';
import { spendVerificationLink } from './email-verification.ts';

export {
  findEmailChange,
  hasFixedEmail,
  type NewEmail,
  requestEmailChange,
} from './change-email.ts';
export { changePassword, hasPassword, requirePassword } from './change-password.ts';
export {
  isVerificationLinkGood,
  resendVerification,
  sendVerification,
} from './email-verification.ts';
export { describeGoogleError, startGoogleSignIn } from './google.ts';
export { isResetLinkGood, requestPasswordReset, resetPassword } from './password-reset.ts';
export type { SessionCookies } from './session-cookie.ts';
export {
  endOtherSessions,
  endSession,
  endSurplusSessions,
  listSessions,
  requireLiveSession,
} from './sessions.ts';

/** Creates an account and signs it in. The cookies are for the response's Set-Cookie headers. */
export function signUp(
  auth: Auth,
  input: { name: string; email: string; password: string; image?: string },
  headers: Headers,
): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-up/email', input, headers);
}

export function signIn(
  auth: Auth,
  input: { email: string; password: string },
  headers: Headers,
): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-in/email', input, headers);
}

export function signOut(auth: Auth, headers: Headers): Promise<{ cookies: string[] }> {
  return callAuth(auth, '/sign-out', {}, headers);
}

/**
 * The specification's client takes "my email is in this list" for "I am an admin". So admins see
 * the admins, and everyone else gets an empty list.
 */
export async function listAdmins(
  ctx: Ctx,
  actor: Actor,
): Promise<{ id: string; email: string; name: string }[]> {
  return actor.user?.role === 'admin' ? selectAdmins(ctx.db) : [];
}

/** Saves the caller's own name. Another email than the caller's is 403. Safe to repeat. */
export async function saveUser(
  ctx: Ctx,
  actor: Actor,
  record: { email: string; name?: string | undefined },
): Promise<SignedInUser> {
  const user = requireUser(actor);
  if (record.email !== user.email) {
    throw new AppError('forbidden', 'You can only change your own account.');
  }
  if (record.name === undefined || record.name === user.name) return user;
  await updateName(ctx.db, user.id, record.name);
  return { ...user, name: record.name };
}

/**
 * Makes the account with this email an admin (admin). 404 for an unknown email, 409
 * `email_unverified` for one that nobody verified.
 */
export async function makeAdmin(
  ctx: Ctx,
  actor: Actor,
  email: string,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const admin = requireAdmin(actor);
  return grantAdmin(ctx, email, admin.id);
}

/**
 * Makes the account with this email an admin without a check of the caller, for
 * `npm run make-admin` and `ADMIN_EMAILS`. Anyone can register another person's address, so only
 * `unverified` allows an address that is not verified; otherwise 409 `email_unverified`. 404 for an
 * unknown email.
 */
export async function grantAdmin(
  ctx: Ctx,
  email: string,
  grantedBy: string,
  { unverified = false } = {},
): Promise<{ matchedCount: number; modifiedCount: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUserByEmail(tx, email.trim().toLowerCase());
    if (!user) {
      throw new AppError('not_found', 'There is no account with that email address.', {
        details: { matchedCount: 0, modifiedCount: 0 },
      });
    }
    if (user.role === 'admin') return { matchedCount: 1, modifiedCount: 0 };
    if (!user.emailVerified && !unverified) {
      throw new AppError(
        'email_unverified',
        'This account has not verified its email address yet. Its owner can open the link in our email, or ask for a new one on the account page.',
        { details: { matchedCount: 1, modifiedCount: 0 } },
      );
    }
    await setRole(tx, user.id, 'admin', grantedBy);
    return { matchedCount: 1, modifiedCount: 1 };
  });
}

/**
 * Takes the admin role from the account with this email (admin), from its next request on. The last
 * admin keeps it (409 `last_admin`), and nobody else takes it from themselves (403).
 */
export async function removeAdmin(ctx: Ctx, actor: Actor, email: string): Promise<void> {
  const admin = requireAdmin(actor);
  if (email.trim().toLowerCase() === admin.email) {
    await requireNotLastAdmin(ctx, actor);
    throw new AppError('forbidden', 'Another admin has to take the role from you.');
  }
  await revokeAdmin(ctx, email, admin.id);
}

/**
 * Takes the admin role from the account with this email without a check of the caller, for
 * `npm run make-admin -- --remove`. The last admin keeps it (409 `last_admin`). 404 for an email
 * without an admin.
 */
export async function revokeAdmin(ctx: Ctx, email: string, revokedBy: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'admins');
    const user = await lockUserByEmail(tx, email.trim().toLowerCase());
    if (user?.role !== 'admin') throw new AppError('not_found', 'That account is not an admin.');
    await requireAnotherAdmin(tx);
    await setRole(tx, user.id, 'shopper', revokedBy);
  });
}

/** Refuses (409 `last_admin`) when the shop would have no admin without the caller. */
export async function requireNotLastAdmin(ctx: Ctx, actor: Actor): Promise<void> {
  if (requireUser(actor).role === 'admin') await requireAnotherAdmin(ctx.db);
}

/**
 * Removes an account with its sessions, passwords, links and cart, and writes an audit row, in the
 * caller's transaction. Refuses the last admin (409 `last_admin`).
 */
export async function removeAccount(
  tx: Tx,
  userId: string,
  detail: Record<string, unknown>,
): Promise<{ image: string | null }> {
  await lockInTransaction(tx, 'admins');
  const user = await lockUserForUpdate(tx, userId);
  if (!user) throw new AppError('not_found', 'That account is deleted already.');
  if (user.role === 'admin') await requireAnotherAdmin(tx);
  await deleteVerificationsOf(tx, userId);
  await deleteUser(tx, userId);
  await recordAudit(tx, userId, 'account.delete', userId, detail);
  return { image: user.image };
}

/** The caller's own sign-in methods and sessions. */
export async function describeAccess(ctx: Ctx, actor: Actor) {
  const { id } = requireUser(actor);
  const [account, providers, sessions] = await Promise.all([
    selectUser(ctx.db, id),
    selectProviders(ctx.db, id),
    selectSessions(ctx.db, id, ctx.now()),
  ]);
  return { createdAt: account?.createdAt ?? null, providers, sessions };
}

/** Whether an account has this address and has verified it. */
export async function hasConfirmedEmail(ctx: Ctx, email: string): Promise<boolean> {
  return selectIsVerified(preparedReads(ctx.db), email.toLowerCase());
}

/** What staff read of work that the shop does by itself, by the name that is stored. */
const NAMES_OF_SHOP = new Map([['jobs', 'The shop']]);

/**
 * Names and emails of accounts by id, for staff (admin), and the plain name of the shop itself.
 * Unknown ids are left out.
 */
export async function nameAccounts(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<Map<string, string>> {
  requireAdmin(actor);
  if (ids.length === 0) return new Map();
  const rows = await selectNames(ctx.db, [...new Set(ids)]);
  return new Map([
    ...[...NAMES_OF_SHOP].filter(([id]) => ids.includes(id)),
    ...rows.map(({ id, name, email }): [string, string] => [id, `${name}, ${email}`]),
  ]);
}

/** What staff see of somebody by the names of `nameAccounts`. A command has its own name. */
export function shownName(names: ReadonlyMap<string, string>, id: string): string {
  return names.get(id) ?? (id.startsWith('usr_') ? DELETED_ACCOUNT : id);
}

/** How many accounts there are, customers and admins together. */
export function countAccounts(ctx: Ctx): Promise<number> {
  return countUsers(ctx.db);
}

/** Marks the caller's email as verified, by the link that was sent to it. */
export async function verifyEmail(ctx: Ctx, actor: Actor, token: string): Promise<void> {
  await spendVerificationLink(ctx, actor, token);
  await promoteConfiguredAdmin(ctx, requireUser(actor).id);
}

/**
 * Gives the caller's account the email of a link that was sent to it, and ends all other sessions.
 * Returns the cookie that makes this browser known to the account under its new email. 422 for a
 * link that is not the caller's or no longer valid, and when another account has the email by now.
 */
export async function changeEmail(
  ctx: Ctx,
  auth: Auth,
  actor: Actor,
  change: EmailChange,
): Promise<{ cookies: string[] }> {
  const email = await spendEmailChange(ctx, actor, change);
  await promoteConfiguredAdmin(ctx, requireUser(actor).id);
  return { cookies: await makeDeviceCookies(ctx, auth, email) };
}

/** Makes an account of `ADMIN_EMAILS` an admin once its email is verified. */
export async function promoteConfiguredAdmin(ctx: Ctx, userId: string): Promise<void> {
  if (ctx.adminEmails.length === 0) return;
  const user = await selectUser(ctx.db, userId);
  if (!user?.emailVerified || user.role === 'admin') return;
  if (!ctx.adminEmails.includes(user.email)) return;
  // The sandbox accepts any address without proof.
  const vouched = ctx.identity?.name !== 'sandbox' || (await selectPasswordHash(ctx.db, userId));
  if (!vouched) return;
  await grantAdmin(ctx, user.email, 'ADMIN_EMAILS');
  ctx.log.info('admin.granted', { userId, by: 'ADMIN_EMAILS' });
}

/** Changes the caller's name, and the image if one is given; null removes it. */
export async function saveProfile(
  auth: Auth,
  { name, image }: { name: string; image: string | null | undefined },
  headers: Headers,
): Promise<void> {
  await callAuth(auth, '/update-user', image === undefined ? { name } : { name, image }, headers);
}

async function requireAnotherAdmin(db: Executor): Promise<void> {
  if ((await countAdmins(db)) > 1) return;
  throw new AppError(
    'last_admin',
    'This is the last admin of the shop. Make another account an admin first.',
  );
}

async function setRole(
  tx: Tx,
  userId: string,
  role: 'shopper' | 'admin',
  by: string,
): Promise<void> {
  await updateRole(tx, userId, role);
  await recordAudit(tx, by, 'account.role', userId, { role });
}
