/**
 * Checking a password takes a while, and the password or the email can change meanwhile. The change
 * ends all sessions, so a sign-in with the old one must not open a new one after it.
 */
import type { Ctx } from '../context.ts';
import {
  deleteSession,
  selectProviders,
  selectRecentPassword,
  selectUser,
} from './accounts.store.ts';
import { verifyPassword } from './passwords.ts';

interface Typed {
  email: string;
  password: string;
}

/**
 * Ends a new session when the email or the password that opened it is no longer the account's;
 * returns true if so. The lock waits for a change in progress. A later change finds the session and
 * ends it.
 */
export async function endStaleSignIn(
  ctx: Ctx,
  session: { id: string; userId: string },
  typed: Typed,
): Promise<boolean> {
  if (await isStillRight(ctx, session.userId, typed)) return false;
  await deleteSession(ctx.db, session.userId, session.id);
  return true;
}

async function isStillRight(ctx: Ctx, userId: string, { email, password }: Typed) {
  const user = await selectUser(ctx.db, userId);
  if (user?.email !== email.trim().toLowerCase()) return false;
  const hash = await selectRecentPassword(ctx.db, userId);
  return !hash || verifyPassword({ hash, password });
}

/**
 * Ends a new session of a sign-in with Google when the account no longer has that, because its email
 * changed meanwhile; returns true if so.
 */
export async function endWithoutGoogle(
  ctx: Ctx,
  session: { id: string; userId: string },
): Promise<boolean> {
  if ((await selectProviders(ctx.db, session.userId)).includes('google')) return false;
  await deleteSession(ctx.db, session.userId, session.id);
  return true;
}
