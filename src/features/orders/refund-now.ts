import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import {
  carryOutRefund,
  findDueRefunds,
  isAway,
  type RefundOutcome,
} from '../payments/payments.ts';

/**
 * Carries a refund out that is on record. When the provider can't be asked now, it is carried out
 * later.
 */
export async function refundNow(ctx: Ctx, refundId: string): Promise<RefundOutcome | 'away'> {
  try {
    return await carryOutRefund(ctx, refundId);
  } catch (error) {
    logFault(ctx.log, 'refund.failed', error, { refundId });
    return isAway(error) ? 'away' : 'waiting';
  }
}

/** Carries out refunds that a crash or an outage left behind; returns how many were tried. */
export async function carryOutOpenRefunds(ctx: Ctx): Promise<number> {
  const due = await findDueRefunds(ctx);
  for (const [i, id] of due.entries()) {
    // Each of the others would wait for the same provider.
    if ((await refundNow(ctx, id)) === 'away') return i + 1;
  }
  return due.length;
}
