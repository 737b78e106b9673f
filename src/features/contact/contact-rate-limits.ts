/**
 * Limits contact messages by network and by site, and spaces out those of one site. The shop gets
 * few of them an hour by email (`emails.toShopPerKindAndHour`). One sender must not use these up.
 */
import { DAY_S, HOUR_S } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { enforceNetworkLimit } from '../rate-limits/rate-limits.ts';

const AN_HOUR = { most: 10, seconds: HOUR_S };
const A_DAY = { most: 30, seconds: DAY_S };

/** How many messages of a site in an hour are due at once. */
const DUE_AT_ONCE = 3;
/** Each further message is due this long after the one before, in milliseconds. */
const SPACING_MS = 600_000;

export interface CountedMessage {
  /** How many messages its site has sent before, today. */
  earlier: number;
  /** How long the message waits before it is due, in milliseconds. */
  waitMs: number;
}

/** Counts a message; 429 beyond the limit of an hour or a day. */
export async function countContactMessage(ctx: Ctx, address: string): Promise<CountedMessage> {
  const ofHour = await enforceNetworkLimit(
    ctx,
    'contact',
    address,
    AN_HOUR,
    'You have sent too many messages in an hour. Please wait a while and try again.',
  );
  const ofDay = await enforceNetworkLimit(
    ctx,
    'contact-day',
    address,
    A_DAY,
    'You have sent too many messages in a day. Please try again tomorrow.',
  );
  return { earlier: ofDay - 1, waitMs: Math.max(0, ofHour - DUE_AT_ONCE) * SPACING_MS };
}
