/**
 * Checking a password takes a while, and the password can change meanwhile. The change ends all
 * sessions, so a sign-in with the old password must not open a new one after it.
 */
import type { Ctx } from '../context.ts';
import { deleteSession, selectRecentPassword } from './accounts.store.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Ends a new session when the password that opened it is no longer the account's; returns true if
 * so. The lock waits for a change in progress. A later change finds the session and ends it.
 */
export async function endStaleSignIn(
  ctx: Ctx,
  session: { id: string; userId: string },
  password: string,
): Promise<boolean> {
  const hash = await selectRecentPassword(ctx.db, session.userId);
  if (!hash || (await verifyPassword({ hash, password }))) return false;
  await deleteSession(ctx.db, session.userId, session.id);
  return true;
}
