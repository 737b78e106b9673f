import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, ActorSession } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireSession, requireUser } from '../permissions.ts';
import type { SessionView } from './accounts.schema.ts';
import {
  deleteSession,
  deleteSessions,
  deleteSurplusSessions,
  lockSession,
  selectSessions,
} from './accounts.store.ts';

/** The caller's sessions: this one first, then the newest. */
export async function listSessions(ctx: Ctx, actor: Actor): Promise<SessionView[]> {
  const { id: currentId } = requireSession(actor);
  const rows = await selectSessions(ctx.db, requireUser(actor).id, ctx.now());
  return rows
    .map(({ id, userAgent, createdAt }) => ({
      id,
      device: nameDevice(userAgent ?? ''),
      createdAt: createdAt.toISOString(),
      current: id === currentId,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/**
 * Ends one of the caller's sessions. It is refused from its next request on. 404 for an unknown
 * session or another user's.
 */
export async function endSession(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  if (await deleteSession(ctx.db, requireUser(actor).id, id)) return;
  throw new AppError('not_found', 'That session has ended already.');
}

/**
 * Ends the oldest sessions of an account above the limit, batch by batch, so that one statement can
 * end the others within its time limit. Not for use in a transaction.
 */
export async function endSurplusSessions(
  ctx: Ctx,
  userId: string,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  while ((await deleteSurplusSessions(ctx.db, userId, except)) > 0);
}

/** Ends all of the caller's sessions except this one. */
export async function endOtherSessions(ctx: Ctx, actor: Actor): Promise<void> {
  const session = await requireLiveSession(ctx, ctx.db, actor);
  await endSurplusSessions(ctx, requireUser(actor).id, { except: session.id });
  await inTransaction(ctx.db, async (tx) => {
    const { id } = await requireLiveSession(ctx, tx, actor);
    await deleteSessions(tx, requireUser(actor).id, { except: id });
  });
}

/**
 * The caller's session, read again: it may have ended since the request began, because checking a
 * password takes a while, and an ended session must not act on the account. 401 then, and for
 * guests. Inside a transaction the session stays until the end.
 */
export async function requireLiveSession(
  ctx: Ctx,
  db: Executor,
  actor: Actor,
): Promise<ActorSession> {
  const session = requireSession(actor);
  const { id: userId } = requireUser(actor);
  if (await lockSession(db, { id: session.id, userId, now: ctx.now() })) return session;
  throw new AppError('unauthenticated', 'Please sign in first.');
}

/** The common names of a browser and its system. */
export function nameDevice(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const program = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = find([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ]);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? 'Another program';
}
