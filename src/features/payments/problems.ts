/** Payment problems that need a person: failed refunds, and payments unknown at the provider. */
import { inTransaction } from '#db/client.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import { decodeTimeCursor, type Page, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { closeUnpaid, lockPayment } from './payments.store.ts';
import type { FailedRefundView, UnknownPaymentView } from './problems.schema.ts';
import { countProblems, selectFailedRefunds, selectUnknownPayments } from './problems.store.ts';

interface ListQuery {
  /** 1 to 100. */
  limit: number;
  after: string | null;
}

/** Failed refunds, newest first (admin). */
export async function listFailedRefunds(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<FailedRefundView>> {
  requireAdmin(actor);
  return toViews(await selectFailedRefunds(ctx.db, limit + 1, decodeTimeCursor(after)), limit);
}

/**
 * Payments that the current provider does not know or could not stop, without known test payments;
 * newest first (admin).
 */
export async function listUnknownPayments(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<UnknownPaymentView>> {
  requireAdmin(actor);
  return toViews(await selectUnknownPayments(ctx.db, limit + 1, decodeTimeCursor(after)), limit);
}

/**
 * How many failed refunds and unknown payments there are, up to a limit, and why the provider
 * refuses the keys of the shop, if it does (admin).
 */
export async function findPaymentProblems(
  ctx: Ctx,
  actor: Actor,
): Promise<{ refunds: number; payments: number; keysRefused: string | null }> {
  requireAdmin(actor);
  const keysRefused = ctx.payments?.keysRefused() ?? null;
  return { ...(await countProblems(ctx.db, MOST_COUNTED + 1)), keysRefused };
}

/** Closes a payment that staff looked up at its provider (admin). `note` says what they found. */
export async function closeUnknownPayment(
  ctx: Ctx,
  actor: Actor,
  id: string,
  note: string,
): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.status !== 'unknown') {
      throw new AppError('not_found', 'That payment no longer needs a decision.');
    }
    await closeUnpaid(tx, payment, 'cancelled');
    await recordAudit(tx, admin.id, 'payment.close', id, { intentId: payment.intentId, note });
  });
}

function toViews<T extends { id: string; createdAt: Date }>(
  rows: T[],
  limit: number,
): Page<Omit<T, 'createdAt'> & { createdAt: string }> {
  const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  const items = page.items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { items, next: page.next };
}
