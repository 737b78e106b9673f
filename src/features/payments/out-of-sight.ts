/**
 * Payments whose intent the provider in use does not know, or that another provider has: keys were
 * changed, or cards switched off. Such a payment no longer holds its order. It is not forgotten: it is
 * asked about again while its provider is in use, and staff see it (`problems.ts`).
 */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Ctx } from '../context.ts';
import { closeUnpaid, type PaymentRow } from './payments.store.ts';

/** True when the provider in use is not the one that has this payment. */
export function isElsewhere(ctx: Ctx, payment: PaymentRow): boolean {
  return ctx.payments?.name !== payment.provider;
}

export function isOutOfSight(payment: PaymentRow): boolean {
  return payment.status === 'unknown';
}

/** Writes that the intent of an open payment can't be looked at; for a payment that still has it. */
export async function loseSight(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const { id, intentId, orderId, provider } = payment;
  if (await closeUnpaid(ctx.db, payment, 'unknown')) {
    ctx.log.warn('payment.unknown', { id, intentId, orderId, provider });
  }
}

/**
 * The intent of a payment as the provider shows it; null, and the payment is out of sight, when the
 * provider in use does not know it.
 */
export async function findIntentOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const { intentId } = payment;
  if (intentId === null) return null;
  const intent = isElsewhere(ctx, payment)
    ? null
    : ((await ctx.payments?.findIntent(intentId)) ?? null);
  if (!intent) await loseSight(ctx, payment);
  return intent;
}

/**
 * Stops the intent of a payment and returns how it ended; null, and the payment is out of sight, when
 * the provider in use does not know it. Throws while the provider can't be asked.
 */
export async function cancelIntentOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const { intentId } = payment;
  if (intentId === null) return null;
  const intent = isElsewhere(ctx, payment)
    ? null
    : ((await ctx.payments?.cancelIntent(intentId)) ?? null);
  if (!intent) await loseSight(ctx, payment);
  return intent;
}
