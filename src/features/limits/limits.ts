/**
 * Owns how often something may be tried. Promises: all processes of the shop count together; a
 * refusal says when it is worth to try again; nobody's address or e-mail is kept readable.
 */
import { createHash } from 'node:crypto';
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { countOne, countWithWait, deleteEnded, deleteLimits, selectLimit } from './limits.store.ts';

/** What is counted, and of whom. */
export function limitKey(what: string, whom: string): string {
  return `${what}:${createHash('sha256').update(`${what}:${whom}`).digest('hex').slice(0, 40)}`;
}

/** At most so many within a window that begins with the first. */
export interface Few {
  most: number;
  seconds: number;
}

/** Counts one more of `key`; 429 with `sentence` when it is more than `most` in `seconds`. */
export async function requireFew(
  ctx: Ctx,
  key: string,
  rule: Few,
  sentence: string,
): Promise<void> {
  const until = await countUpTo(ctx, key, rule);
  if (until) throw tooMany(sentence, ctx.now(), until);
}

/** Counts one more of `key`; returns null, or when counting begins anew if it is one too many. */
export async function countUpTo(ctx: Ctx, key: string, rule: Few): Promise<Date | null> {
  const now = ctx.now();
  const endsAt = new Date(now.getTime() + rule.seconds * 1000);
  const { count, endsAt: until } = await countOne(ctx.db, key, now, endsAt);
  return count > rule.most ? until : null;
}

/** Whether it is the first of `key` in so long; noted in the caller's transaction. */
export async function isFirst(ctx: Ctx, tx: Tx, key: string, seconds: number): Promise<boolean> {
  const now = ctx.now();
  const { count } = await countOne(tx, key, now, new Date(now.getTime() + seconds * 1000));
  return count === 1;
}

/** A wait that doubles with each try that fails. */
export interface BackOff {
  /** So many tries in a row have no wait after them, but for the last. */
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** After so long without a try all is forgotten. */
  forgottenAfterSeconds: number;
}

/**
 * Counts one more try of `key`, before it is known how it ends, so that many at once are counted one
 * by one; 429 with `sentence` while the wait after the last is not over. `forgetTries` after success.
 */
export async function requireTurn(
  ctx: Ctx,
  key: string,
  rule: BackOff,
  sentence: string,
): Promise<void> {
  const now = ctx.now();
  const endsAt = new Date(now.getTime() + rule.forgottenAfterSeconds * 1000);
  if (await countWithWait(ctx.db, key, now, endsAt, rule)) return;
  const row = await selectLimit(ctx.db, key);
  if (row) throw tooMany(sentence, now, row.waitUntil);
}

export function forgetTries(ctx: Ctx, keys: string[]): Promise<void> {
  return deleteLimits(ctx.db, keys);
}

/** Removes counters that no longer count anything. */
export function forgetEndedLimits(ctx: Ctx): Promise<void> {
  return deleteEnded(ctx.db, ctx.now());
}

function tooMany(sentence: string, now: Date, until: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError('rate_limited', sentence, { retryAfterSeconds });
}
