import { AppError } from '#shared/errors.ts';
import type { KnownPayment } from '../orders/orders.ts';
import type { ExpectedPayment } from './checkout.schema.ts';

/** Refuses when the provider's payment differs from what the client expects. */
export function assertExpectedPayment(expected: ExpectedPayment, { intent }: KnownPayment): void {
  const { amount, created, last4 } = expected;
  const isTrue =
    (amount === undefined || amount === intent.amountMinor) &&
    (created === undefined || created === intent.created) &&
    (last4 === undefined || last4 === intent.last4);
  if (!isTrue) {
    throw new AppError('amount_mismatch', 'The payment is not what the request says it is.');
  }
}
