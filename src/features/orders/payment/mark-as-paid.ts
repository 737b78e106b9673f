/**
 * Staff mark an unpaid order as paid, because its money came outside of the shop. An open card
 * payment is stopped at the provider first. If it was captured before, that one pays the order, and
 * nothing is recorded. Whatever is captured later goes back, as `settle.ts` says. So no order is paid
 * twice without a refund.
 */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import {
  closeOpenPayment,
  hasUnknownPayment,
  recordOutsidePayment,
  wasRecordedOutside,
} from '../../payments/payments.ts';
import { requireAdmin } from '../../permissions.ts';
import type { OutsidePaymentRequest } from '../order-requests.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import { requireSeenVersion } from '../staff-change.ts';
import { changeUnpaidOrder } from '../unpaid/change-unpaid-order.ts';
import { becomePaid } from './become-paid.ts';
import { PaymentStartedError } from './settle.ts';

/** How the history says that something was paid without a card. */
export const OUTSIDE_THE_SHOP = 'outside of the shop';

/**
 * Records that the whole amount of an unpaid order came outside of the shop, and makes the order paid
 * (admin, like refunds). `key` identifies the request: a repeat does nothing, and one with another
 * `reference` is refused. `version` is that of the order that staff saw; null checks nothing. Tells
 * whether a card payment of the order could not be stopped. If that is charged, it goes back, and
 * staff see it in 'Payment problems'. 409 `order_changed`, `already_paid`, `order_closed`; 503 while
 * the provider does not respond.
 */
export async function markAsPaid(
  ctx: Ctx,
  actor: Actor,
  id: string,
  request: OutsidePaymentRequest & { key: string; version: number | null },
): Promise<{ isCardOpen: boolean }> {
  const { id: admin } = requireAdmin(actor);
  const { key, reference, version } = request;
  await changeUnpaidOrder(ctx, { id, actor: admin, version }, async (tx, order, stopped) => {
    if (await wasRecordedOutside(tx, { orderId: id }, request, 'already_paid')) return;
    requireUnpaid(order);
    requireSeenVersion(order, version);
    if (!(await closeOpenPayment(tx, id, stopped))) throw new PaymentStartedError();
    const { customerId: userId, totalMinor: amountMinor, currency } = order;
    const payment = { orderId: id, userId, amountMinor, currency };
    await recordOutsidePayment(tx, payment, { key, reference, at: ctx.now() });
    await recordAudit(tx, admin, 'order.mark-paid', id, { amountMinor });
    await becomePaid(ctx, tx, order, { actor: admin, detail: OUTSIDE_THE_SHOP });
  });
  return { isCardOpen: await hasUnknownPayment(ctx.db, id) };
}

function requireUnpaid({ status }: OrderView): void {
  if (status === 'paid') {
    const twice = 'If the money came twice, give one payment back.';
    throw new AppError(
      'already_paid',
      `This order is paid already, so no payment was recorded. ${twice}`,
    );
  }
  if (status === 'cancelled') {
    throw new AppError('order_closed', 'This order was cancelled, so no payment was recorded.');
  }
}
