import type { PaymentsPort } from '#adapters/payments/port.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';

/** The card provider; 503 where there is none. */
export function requirePayments(ctx: Ctx): PaymentsPort {
  if (ctx.payments) return ctx.payments;
  throw new AppError(
    'payments_unavailable',
    'Cards cannot be accepted right now. You can still pay later.',
  );
}
