import { baseAddressOf } from '#shared/base-address.ts';
import type { Ctx } from '../context.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';

/** How many links of a kind one recipient gets for each that one address gets. */
const RECIPIENT_TIMES = 4;

const SENTENCE =
  'We have already sent you several emails. Please look for them, in your spam folder as well.';

/**
 * Counts one more emailed link; 429 when the account has had enough of them in an hour. Counts by
 * address, because a deleted account that is created anew is another one. Until the address is
 * confirmed it counts by base address as well, because anyone can create accounts for `ann+1@…`,
 * `ann+2@…` and so on; these can't keep a link from a confirmed one.
 */
export async function limitLinks(
  ctx: Ctx,
  what: 'reset' | 'verify',
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  const most = ctx.shop.emails.linksPerHour;
  const count = (key: string, times: number) =>
    enforceRateLimit(ctx, key, { most: times * most, seconds: 3_600 }, SENTENCE);
  await count(limitKey(what, email), 1);
  if (emailVerified) return;
  await count(limitKey(`${what}-base-address`, baseAddressOf(email)), RECIPIENT_TIMES);
}
