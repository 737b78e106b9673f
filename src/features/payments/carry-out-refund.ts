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
import type { Ctx } from '../context.ts';
import { issueCreditNotesOf } from './document-refunds.ts';
import { keyOf } from './ensure-intent.ts';
import { findMadeByHand } from './made-by-hand.ts';
import { isElsewhere } from './out-of-sight.ts';
import { type PaymentRow, selectById } from './payments.store.ts';
import { requirePayments } from './provider.ts';
import {
  claimRefund,
  lockRequestedRefund,
  type RefundRow,
  selectDueRefunds,
  selectRefunds,
  updateRefund,
} from './refunds.store.ts';
import { recordRefundDone, stands } from './refunds.ts';

/**
 * The result of carrying out a refund. `waiting`: it is not due, or the provider is unreachable.
 */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/**
 * Asks the provider for a requested refund that is due and records the result. Safe to repeat.
 * Throws while the provider is unreachable; the refund is then due again later.
 */
export async function carryOutRefund(ctx: Ctx, refundId: string): Promise<RefundOutcome> {
  const provider = requirePayments(ctx);
  const refund = await claimRefund(ctx.db, refundId, ctx.now());
  const payment = refund && (await selectById(ctx.db, refund.paymentId));
  if (!refund || !payment?.intentId) return 'waiting';
  const asked = { ...refund, intentId: payment.intentId };
  try {
    if (isElsewhere(ctx, payment)) throw takenElsewhere(payment);
    const { made, failures } = await lookForMade(ctx, payment, asked);
    const id = made ?? (await askForRefund(ctx, provider, asked));
    // Under a key that was used before, the provider may repeat an acceptance that has failed since.
    const failure = failures.get(id);
    if (failure) throw new PaymentRefusal('refund_failed', failure);
    await finish(ctx, payment, refund, id);
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error;
    return reconcile(ctx, payment, asked, error);
  }
}

/** The ids of due refunds, oldest first. */
export async function findDueRefunds(ctx: Ctx): Promise<string[]> {
  return (await selectDueRefunds(ctx.db, ctx.now(), 100)).map(({ id }) => id);
}

type AskedRefund = RefundRow & { intentId: string };

/** Only a first attempt comes this soon after the request, because a claim lasts this long. */
const FIRST_TRY_MS = 60_000;

// The provider may have made this refund before: under an earlier key, or under this one before the
// provider dropped it (after a day). Somebody may also have made it by hand. So the provider's
// refunds are listed before every repeat.
async function lookForMade(
  ctx: Ctx,
  payment: PaymentRow,
  refund: AskedRefund,
): Promise<{ made: string | null; failures: Map<string, string> }> {
  const failures = new Map<string, string>();
  const isFirstTry = ctx.now().getTime() - refund.createdAt.getTime() < FIRST_TRY_MS;
  if (refund.keyRound === 0 && isFirstTry) return { made: null, failures };
  const made = await requirePayments(ctx).listRefunds(refund.intentId);
  const own = made.filter(({ reference }) => reference === refund.id);
  const standing = own.find(stands);
  if (standing) return { made: standing.id, failures };
  for (const { id, failure } of own) if (failure) failures.set(id, failure);
  // Without another key there was no other attempt, so nothing has to be asked.
  const failure = refund.keyRound === 0 ? own[0]?.failure : null;
  if (failure) throw new PaymentRefusal('refund_failed', failure);
  return { made: (await byHand(ctx, payment, refund, made))?.id ?? null, failures };
}

/**
 * The refund made by hand that counts as this one. Its id is unique, so only one refund can take
 * it.
 */
async function byHand(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  made: ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const rows = await selectRefunds(ctx.db, payment.id);
  return findMadeByHand({ payment, rows, made: made.filter(stands) }, refund);
}

async function askForRefund(
  ctx: Ctx,
  provider: PaymentsPort,
  refund: AskedRefund,
): Promise<string> {
  const { intentId, amountMinor, currency, id: reference, keyRound } = refund;
  try {
    const { refundId } = await provider.refund({
      intentId,
      amountMinor,
      currency,
      reference,
      idempotencyKey: keyOf(refund.id, keyRound),
    });
    return refundId;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      await updateRefund(ctx.db, refund.id, { keyRound: keyRound + 1 });
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
  refund: AskedRefund,
  refusal: PaymentRefusal,
): Promise<RefundOutcome> {
  const made = isElsewhere(ctx, payment)
    ? []
    : (await requirePayments(ctx).listRefunds(refund.intentId)).filter(stands);
  const own = made.find(({ reference }) => reference === refund.id);
  const standing = own ?? (await byHand(ctx, payment, refund, made));
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
  providerRefundId: string,
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
