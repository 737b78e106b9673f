/**
 * Payments whose intent the current provider does not know, or that belong to another provider,
 * because keys were changed or cards switched off; and those that it can't stop, because a bank
 * still decides. Such a payment no longer blocks its order. It is checked again while its provider is
 * in use, and staff see it (`problems.ts`).
 */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Ctx } from '../context.ts';
import { closeUnpaid, type PaymentRow } from './payments.store.ts';

/** True when the payment belongs to another provider than the current one. */
export function isOfOtherProvider(ctx: Ctx, payment: PaymentRow): boolean {
  return ctx.payments?.name !== payment.provider;
}

export function isUnknownAtProvider(payment: PaymentRow): boolean {
  return payment.status === 'unknown';
}

/** Marks an open payment as unknown at the provider, if it still has that intent. */
export async function markUnknownAtProvider(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const { id, intentId, orderId, provider } = payment;
  if (await closeUnpaid(ctx.db, payment, 'unknown')) {
    ctx.log.warn('payment.unknown', { id, intentId, orderId, provider });
  }
}

/**
 * The intent of a payment at the provider. Null when the current provider does not know it: then
 * the payment is marked as unknown at the provider.
 */
export async function findIntentOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const { intentId } = payment;
  if (intentId === null) return null;
  const intent = isOfOtherProvider(ctx, payment)
    ? null
    : ((await ctx.payments?.findIntent(intentId)) ?? null);
  if (!intent) await markUnknownAtProvider(ctx, payment);
  return intent;
}

/**
 * Stops the intent of a payment and returns its final state. Null when the current provider does
 * not know it or can't stop it: then the payment is marked as unknown at the provider. Throws while
 * the provider is unreachable.
 */
export async function cancelIntentOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const { intentId } = payment;
  if (intentId === null) return null;
  const intent = isOfOtherProvider(ctx, payment)
    ? null
    : ((await ctx.payments?.cancelIntent(intentId)) ?? null);
  if (intent?.status === 'succeeded' || intent?.status === 'canceled') return intent;
  await markUnknownAtProvider(ctx, payment);
  return null;
}
