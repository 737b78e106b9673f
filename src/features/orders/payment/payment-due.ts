import { HOUR_MS } from '#shared/durations.ts';
import type { Ctx } from '../../context.ts';

/**
 * How long new orders reserve their stock. Until the email is verified it is `hours` instead of
 * days.
 */
export function holdTimes(
  { shop }: Ctx,
  emailVerified: boolean,
): { days: number; hours: number | null } {
  const days = shop.paymentDueDays;
  const hours = shop.unpaidOrders.unverifiedHours;
  return { days, hours: emailVerified || hours >= days * 24 ? null : hours };
}

/**
 * Until when a new order reserves its stock. `verifiedDueAt` applies once the email is verified.
 */
export function dueTimes(
  ctx: Ctx,
  emailVerified: boolean,
  at: Date,
): { paymentDueAt: Date; verifiedDueAt: Date | null } {
  const { days, hours } = holdTimes(ctx, emailVerified);
  const later = (count: number) => new Date(at.getTime() + count * HOUR_MS);
  const full = later(days * 24);
  if (hours === null) return { paymentDueAt: full, verifiedDueAt: null };
  return { paymentDueAt: later(hours), verifiedDueAt: full };
}
