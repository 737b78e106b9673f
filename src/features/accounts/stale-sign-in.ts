/**
 * Looking at a password takes a while, in which it can be replaced. The session that comes of it must
 * not outlive the change, which ended all others: whoever is in by the old password would stay.
 */
import type { Ctx } from '../context.ts';
import { deleteSession, selectRecentPassword } from './accounts.store.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Ends a new session when the account's password is no longer the one that opened it; true if so.
 * The lock waits for a change that is under way. One that comes later finds the session, and ends it.
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
