/**
 * Carries out refunds that are written down. A request may have reached the provider before its
 * response was lost, so every repeat looks through the provider's refunds first.
 */
import {
  PaymentRefusal,
  type PaymentsPort,
  ProviderFailure,
  type ProviderRefund,
} from '#adapters/payments/port.ts';
import { inTransaction } from '#db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { issueCreditNotesOf } from './document-refunds.ts';
import { keyOf } from './ensure-intent.ts';
import { matchManualRefund } from './match-manual-refunds.ts';
import { isOutside } from './outside-payments.ts';
import { type PaymentRow, selectById } from './payments.store.ts';
import { requirePayments } from './provider.ts';
import {
  claimRefund,
  lockRequestedRefund,
  type RefundRow,
  selectDueRefunds,
  selectRefund,
  selectRefunds,
  updateRefund,
} from './refunds.store.ts';
import { hasNotFailed, recordRefundDone } from './refunds.ts';
import { isOfOtherProvider } from './unknown-payments.ts';

/**
 * The result of carrying out a refund. `waiting`: it is not due, or the provider is unreachable.
 */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/**
 * Asks the provider for a requested refund that is due and records the result. Safe to repeat.
 * Throws while the provider is unreachable; the refund is then due again later. That of a payment
 * outside of the shop is done at once: nobody is asked.
 */
export async function carryOutRefund(ctx: Ctx, refundId: string): Promise<RefundOutcome> {
  // Without a provider, only a refund that asks none is claimed.
  if (!(ctx.payments || (await selectRefund(ctx.db, refundId))?.isOutside)) requirePayments(ctx);
  const refund = await claimRefund(ctx.db, refundId, ctx.now());
  if (!refund) return 'waiting';
  const payment = await selectById(ctx.db, refund.paymentId);
  if (payment && isOutside(payment)) {
    await finish(ctx, payment, refund, null);
    return 'done';
  }
  const provider = requirePayments(ctx);
  if (!payment?.intentId) return 'waiting';
  const refundWithIntent = { ...refund, intentId: payment.intentId };
  try {
    if (isOfOtherProvider(ctx, payment)) throw takenElsewhere(payment);
    const { existingId, failures } = await findExistingRefund(ctx, payment, refundWithIntent);
    const id = existingId ?? (await askForRefund(ctx, provider, refundWithIntent));
    // Under a key that was used before, the provider may repeat an acceptance that has failed since.
    const failure = failures.get(id);
    if (failure) throw new PaymentRefusal('refund_failed', failure);
    await finish(ctx, payment, refund, id);
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error;
    return reconcile(ctx, payment, refundWithIntent, error);
  }
}

/**
 * The ids of due refunds, oldest first: those of payments outside of the shop, or those that a
 * provider is asked for. Without a provider there are none of the latter.
 */
export async function findDueRefunds(
  ctx: Ctx,
  { isOutside }: { isOutside: boolean },
): Promise<string[]> {
  if (!isOutside && ctx.payments === null) return [];
  const which = { now: ctx.now(), isOutside };
  return (await selectDueRefunds(ctx.db, which, 100)).map(({ id }) => id);
}

type RefundWithIntent = RefundRow & { intentId: string };

/** Only a first attempt comes this soon after the request, because a claim lasts this long. */
const FIRST_ATTEMPT_MS = MINUTE_MS;

// The provider may have made this refund before: under an earlier key, or under this one before the
// provider dropped it (after a day). Somebody may also have made it by hand. So the provider's
// refunds are listed before every repeat.
async function findExistingRefund(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundWithIntent,
): Promise<{ existingId: string | null; failures: Map<string, string> }> {
  const failures = new Map<string, string>();
  const isFirstAttempt = ctx.now().getTime() - refund.createdAt.getTime() < FIRST_ATTEMPT_MS;
  if (refund.keyAttempt === 0 && isFirstAttempt) return { existingId: null, failures };
  const existingRefunds = await requirePayments(ctx).listRefunds(refund.intentId);
  const own = existingRefunds.filter(({ reference }) => reference === refund.id);
  const standing = own.find(hasNotFailed);
  if (standing) return { existingId: standing.id, failures };
  for (const { id, failure } of own) if (failure) failures.set(id, failure);
  // Without another key there was no other attempt, so nothing has to be asked.
  const failure = refund.keyAttempt === 0 ? own[0]?.failure : null;
  if (failure) throw new PaymentRefusal('refund_failed', failure);
  return {
    existingId: (await findManualRefund(ctx, payment, refund, existingRefunds))?.id ?? null,
    failures,
  };
}

/**
 * The refund made by hand that counts as this one. Its id is unique, so only one refund can take
 * it.
 */
async function findManualRefund(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  existingRefunds: ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const rows = await selectRefunds(ctx.db, payment.id);
  return matchManualRefund(
    { payment, rows, existingRefunds: existingRefunds.filter(hasNotFailed) },
    refund,
  );
}

async function askForRefund(
  ctx: Ctx,
  provider: PaymentsPort,
  refund: RefundWithIntent,
): Promise<string> {
  const { intentId, amountMinor, currency, id: reference, keyAttempt } = refund;
  try {
    const { refundId } = await provider.refund({
      intentId,
      amountMinor,
      currency,
      reference,
      idempotencyKey: keyOf(refund.id, keyAttempt),
    });
    return refundId;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      await updateRefund(ctx.db, refund.id, { keyAttempt: keyAttempt + 1 });
    }
    throw error;
  }
}

/**
 * Handles a refusal. The refund is done if the provider has given the money back nevertheless,
 * through us or on its own pages. Otherwise it failed, and staff decide.
 */
async function reconcile(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundWithIntent,
  refusal: PaymentRefusal,
): Promise<RefundOutcome> {
  const existingRefunds = isOfOtherProvider(ctx, payment)
    ? []
    : (await requirePayments(ctx).listRefunds(refund.intentId)).filter(hasNotFailed);
  const own = existingRefunds.find(({ reference }) => reference === refund.id);
  const standing = own ?? (await findManualRefund(ctx, payment, refund, existingRefunds));
  if (standing) {
    await finish(ctx, payment, refund, standing.id);
    return 'done';
  }
  const failure = `${refusal.message} (${refusal.code})`.slice(0, 500);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockRequestedRefund(tx, refund.id))) return;
    await updateRefund(tx, refund.id, { status: 'failed', failure });
  });
  ctx.log.warn('refund.refused', { id: refund.id, paymentId: payment.id, failure });
  return 'failed';
}

async function finish(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  providerRefundId: string | null,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockRequestedRefund(tx, refund.id))) return;
    await recordRefundDone(tx, payment, refund, { providerRefundId, at: ctx.now() });
    await issueCreditNotesOf(ctx, tx, [refund.id]);
  });
}

function takenElsewhere({ provider }: PaymentRow): PaymentRefusal {
  return new PaymentRefusal(
    'other_provider',
    `This payment was taken through ${provider}, which the shop is not connected to now.`,
  );
}
