/** Limits sign-ups. Each sends an email, to an address that may be anybody's. */
import { DAY_S, HOUR_S } from '#shared/durations.ts';
import { siteOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';

// Per site: enough for everyone in one office on opening day.
const AN_HOUR = { most: 60, seconds: HOUR_S };
const A_DAY = { most: 300, seconds: DAY_S };

const SENTENCE =
  'Too many accounts have been made from your internet connection. Please try again later.';

/** Counts a sign-up before it is checked; 429 beyond the limit of an hour or a day. */
export async function countSignUpAttempt(ctx: Ctx, address: string): Promise<void> {
  const site = siteOf(address);
  await enforceRateLimit(ctx, limitKey('sign-up-hour', site), AN_HOUR, SENTENCE);
  await enforceRateLimit(ctx, limitKey('sign-up-day', site), A_DAY, SENTENCE);
}
