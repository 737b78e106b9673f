/**
 * Owns rate limits. Promises: all processes count together; a refusal says when to try again; no
 * address or email is stored readably.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { countedNetworks } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { countOne, countWithWait, deleteLimits, selectLimit } from './rate-limits.store.ts';

/** The key of a counter: what is counted, and whose attempts. */
export function limitKey(what: string, whom: string): string {
  return `${what}:${createHash('sha256').update(`${what}:${whom}`).digest('hex').slice(0, 40)}`;
}

/** At most `most` in a window that starts with the first one. */
export interface RateLimit {
  most: number;
  seconds: number;
}

/** Counts one more of `key`; 429 with `sentence` beyond `most` in `seconds`. */
export async function enforceRateLimit(
  ctx: Ctx,
  key: string,
  rule: RateLimit,
  sentence: string,
): Promise<void> {
  const until = await countUpTo(ctx, key, rule);
  if (until) throw tooMany(sentence, ctx.now(), until);
}

/**
 * Counts one more of the network of an address; 429 with `sentence` beyond `most` in `seconds`. For
 * IPv6 it also counts the /48, with twice the limit. Returns the count of the wider network.
 */
export async function enforceNetworkLimit(
  ctx: Ctx,
  what: string,
  address: string,
  { most, seconds }: RateLimit,
  sentence: string,
): Promise<number> {
  let last = 0;
  for (const { network, times } of countedNetworks(address)) {
    const { count, until } = await countIn(ctx, limitKey(what, network), seconds);
    if (count > most * times) throw tooMany(sentence, ctx.now(), until);
    last = count;
  }
  return last;
}

/**
 * Counts one more of `key`. Returns null, or the time when the window ends if it is one too many.
 */
export async function countUpTo(ctx: Ctx, key: string, rule: RateLimit): Promise<Date | null> {
  const { count, until } = await countIn(ctx, key, rule.seconds);
  return count > rule.most ? until : null;
}

/** For each database: when the windows of used-up limits end. */
const exhaustedWindows = new WeakMap<Ctx['db'], LRUCache<string, Date>>();
const MAX_EXHAUSTED_WINDOWS = 10_000;

/**
 * Counts one more of a key that is never cleared. Returns null, or the time when the window ends if
 * it is one too many. Once a window is used up, this process need not ask the database again before
 * the window ends.
 */
export async function countWithCache(ctx: Ctx, key: string, rule: RateLimit): Promise<Date | null> {
  const known = exhaustedWindows.get(ctx.db) ?? new LRUCache({ max: MAX_EXHAUSTED_WINDOWS });
  exhaustedWindows.set(ctx.db, known);
  const end = known.get(key);
  if (end && end > ctx.now()) return end;
  const until = await countUpTo(ctx, key, rule);
  if (until) known.set(key, until);
  return until;
}

async function countIn(ctx: Ctx, key: string, seconds: number) {
  const now = ctx.now();
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const { count, endsAt: until } = await countOne(ctx.db, key, now, endsAt);
  return { count, until };
}

/** Whether this is the first of `key` in this time. Counts it in the caller's transaction. */
export async function isFirst(ctx: Ctx, tx: Tx, key: string, seconds: number): Promise<boolean> {
  const now = ctx.now();
  const { count } = await countOne(tx, key, now, new Date(now.getTime() + seconds * 1000));
  return count === 1;
}

/** A wait that doubles with each failed attempt. */
export interface BackOff {
  /** How many attempts in a row come before the first wait. */
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** The count is cleared after this long without an attempt. */
  forgottenAfterSeconds: number;
}

/**
 * Counts an attempt of `key` before its outcome is known, so that concurrent ones are counted one
 * by one; 429 with `sentence` while a wait is in force. Call `clearAttempts` after a success.
 */
export async function countAttempt(
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

export function clearAttempts(ctx: Ctx, keys: string[]): Promise<void> {
  return deleteLimits(ctx.db, keys);
}

function tooMany(sentence: string, now: Date, until: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError('rate_limited', sentence, { retryAfterSeconds });
}
