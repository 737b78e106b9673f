import type { PaymentsPort } from '#adapters/payments/port.ts';
import { AppError, logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';

/** The card provider; 503 where there is none. */
export function requirePayments(ctx: Ctx): PaymentsPort {
  if (ctx.payments) return ctx.payments;
  throw new AppError(
    'payments_unavailable',
    'Cards cannot be accepted right now. You can still pay later.',
  );
}

/** True for a provider that can't be asked just now; whatever is to be done is tried again. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'payments_unavailable')
  );
}

/**
 * Asks the provider whether it takes the shop's keys, and logs what it says. Never throws: a provider
 * that is away stops nothing.
 */
export async function checkPaymentKeys(ctx: Ctx): Promise<void> {
  await ctx.payments?.checkKeys().catch((error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'payments_unavailable';
    // Refused keys are logged by the adapter, wherever they are met first.
    if (!isRefused) logFault(ctx.log, 'payments.keys_unchecked', error, {});
  });
}
