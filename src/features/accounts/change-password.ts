import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireUser } from '../permissions.ts';
import {
  deleteSessions,
  deleteVerificationsOf,
  selectPasswordHash,
  upsertPassword,
} from './accounts.store.ts';
import type { Auth } from './auth.ts';
import { makeDeviceCookies } from './device-cookie.ts';
import { hashPassword, requireUncommonPassword, verifyPassword } from './passwords.ts';
import { endSurplusSessions, requireLiveSession } from './sessions.ts';
import { clearPasswordAttempts, countPasswordAttempt } from './sign-in-rate-limits.ts';

/**
 * Changes the caller's password, which needs the current one. Ends the other sessions on request.
 * Returns the cookie that keeps this browser known to the account.
 */
export async function changePassword(
  ctx: Ctx,
  auth: Auth,
  actor: Actor,
  input: { current: string; next: string; endOthers: boolean },
): Promise<{ cookies: string[] }> {
  const user = requireUser(actor);
  requireUncommonPassword(input.next);
  await requirePassword(ctx, user.id, input.current);
  const hash = await hashPassword(input.next);
  if (input.endOthers) {
    const { id } = await requireLiveSession(ctx, ctx.db, actor);
    await endSurplusSessions(ctx, user.id, { except: id });
  }
  await inTransaction(ctx.db, async (tx) => {
    const session = await requireLiveSession(ctx, tx, actor);
    await upsertPassword(tx, { id: newId('usr'), userId: user.id, hash });
    // Earlier reset links must stop working.
    await deleteVerificationsOf(tx, user.id);
    if (input.endOthers) await deleteSessions(tx, user.id, { except: session.id });
  });
  return { cookies: await makeDeviceCookies(ctx, auth, user.email) };
}

/** Whether an account has a password. One that only uses Google has none. */
export async function hasPassword(ctx: Ctx, userId: string): Promise<boolean> {
  return (await selectPasswordHash(ctx.db, userId)) !== null;
}

/** Refuses (422, after a few attempts 429) when this is not the account's password. */
export async function requirePassword(ctx: Ctx, userId: string, password: string): Promise<void> {
  await countPasswordAttempt(ctx, userId);
  const hash = await selectPasswordHash(ctx.db, userId);
  if (!hash || !(await verifyPassword({ hash, password }))) {
    throw new AppError('invalid_request', 'That is not your current password.');
  }
  await clearPasswordAttempts(ctx, userId);
}
