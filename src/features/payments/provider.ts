import type { PaymentsPort } from '#adapters/payments/port.ts';
import { AppError, logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';

/** The card provider; 503 when there is none. */
export function requirePayments(ctx: Ctx): PaymentsPort {
  if (ctx.payments) return ctx.payments;
  throw new AppError(
    'payments_unavailable',
    'Cards cannot be accepted right now. You can still pay later.',
  );
}

/** True when the provider is unreachable. The work is tried again later. */
export function isProviderUnreachable(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'payments_unavailable')
  );
}

/**
 * Asks the provider whether it accepts the shop's keys, and logs the result. Never throws, because
 * the shop works without the provider.
 */
export async function checkPaymentKeys(ctx: Ctx): Promise<void> {
  await ctx.payments?.checkKeys().catch((error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'payments_unavailable';
    // The adapter logs refused keys when it first meets them.
    if (!isRefused) logFault(ctx.log, 'payments.keys_unchecked', error, {});
  });
}
