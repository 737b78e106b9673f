import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import {
  carryOutRefund,
  findDueRefunds,
  findRefund,
  isProviderUnreachable,
  type RefundOutcome,
} from '../../payments/payments.ts';
import { callProviderForEach } from '../payment/call-provider-for-each.ts';
import { recordProviderRefunds } from './provider-refunds.ts';

/** Carries out a stored refund. When the provider is unreachable, a later run does it. */
export async function refundNow(ctx: Ctx, refundId: string): Promise<RefundOutcome | 'away'> {
  try {
    return await carryOut(ctx, refundId);
  } catch (error) {
    logFault(ctx.log, 'refund.failed', error, { refundId });
    return isProviderUnreachable(error) ? 'away' : 'waiting';
  }
}

/**
 * Carries out refunds that a crash or an outage interrupted; returns how many were tried. Those of
 * payments outside of the shop come first: they do not wait for the card provider.
 */
export async function carryOutOpenRefunds(ctx: Ctx): Promise<number> {
  const outside = await findDueRefunds(ctx, { isOutside: true });
  for (const refundId of outside) await refundNow(ctx, refundId);
  const due = await findDueRefunds(ctx, { isOutside: false });
  const left = await callProviderForEach(
    due,
    (refundId) => carryOut(ctx, refundId),
    (error, refundId) => logFault(ctx.log, 'refund.failed', error, { refundId }),
  );
  return outside.length + due.length - left.length;
}

/**
 * When the provider refuses, somebody may have refunded on the provider's own pages. So its refunds
 * are stored as well.
 */
async function carryOut(ctx: Ctx, refundId: string): Promise<RefundOutcome> {
  const outcome = await carryOutRefund(ctx, refundId);
  const intentId = outcome === 'failed' ? (await findRefund(ctx, refundId))?.intentId : null;
  if (intentId) await recordProviderRefunds(ctx, intentId).catch(() => undefined);
  return outcome;
}
