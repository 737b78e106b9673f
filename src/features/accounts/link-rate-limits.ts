import { baseAddressOf } from '#shared/base-address.ts';
import { HOUR_S } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';

/** How many times as many links of a kind a base address gets as one of its addresses. */
const RECIPIENT_TIMES = 4;

/** The refusal of somebody who asks for emails too often, to one address or to many. */
export const ASKED_FOR_TOO_MANY =
  'You have asked for too many emails in an hour. Please wait a while and try again.';

const SENT_TO_YOU =
  'We have already sent you several emails. Please look for them, in your spam folder as well.';
const SENTENCES = {
  reset: SENT_TO_YOU,
  verify: SENT_TO_YOU,
  // Others may have asked for them.
  change: 'Several emails went to this address already. Please try again in an hour.',
};

/**
 * Counts one more emailed link; 429 when the address has had enough of them in an hour. It counts
 * by address and not by account, because a deleted account that is created again gets a new id. An
 * unconfirmed address also counts by its base address, because anyone can create accounts for
 * `ann+1@…`, `ann+2@…` and so on. A confirmed address is not affected by that count.
 */
export async function limitLinks(
  ctx: Ctx,
  what: keyof typeof SENTENCES,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  const most = ctx.shop.emails.linksPerHour;
  const count = (key: string, times: number) =>
    enforceRateLimit(ctx, key, { most: times * most, seconds: HOUR_S }, SENTENCES[what]);
  await count(limitKey(what, email), 1);
  if (emailVerified) return;
  await count(limitKey(`${what}-base-address`, baseAddressOf(email)), RECIPIENT_TIMES);
}
