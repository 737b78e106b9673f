/** How staff end that the difference to a dearer exchange is unpaid, beside a customer who may pay it. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { approvedReturnStates } from '../order-tables/return-status.schema.ts';
import type { OrderView, StaffOrderView } from '../orders/orders.schema.ts';
import {
  lockForStaff,
  PaymentStartedError,
  requireSeenVersion,
  viewOrder,
  withExtraPaymentStopped,
} from '../orders/orders.ts';
import { reservedOf } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import {
  closeOpenExtraPayment,
  exchangeEnded,
  hasUnknownExtraPayment,
} from '../payments/payments.ts';
import { findReturn, noSuchReturn, type ReturnChange, requireState } from './change-return.ts';
import { selectOrderOfReturn } from './returns.store.ts';

/** A return whose difference is to be paid, under the lock of its order. */
interface UnpaidReturn {
  order: StaffOrderView;
  one: ReturnView;
  dueMinor: number;
}

/**
 * Runs `work` in a transaction with the order of a return locked, and without a payment of its
 * difference that its customer could still make: an open one is stopped at the provider before. If that
 * was captured first, it pays the difference, and `work` is refused. Skips `work` when `isDone` says
 * that the change was made before. Returns the id of the order, and whether a card payment could not be
 * stopped; if that is charged, it goes back. 404 for an unknown id; 409 `order_changed` before a payment
 * is stopped, `already_paid`, `return_state`, `order_closed`; 503 while the provider does not respond.
 */
export async function endUnpaidDifference(
  ctx: Ctx,
  { id, actor, version }: ReturnChange & { id: string; actor: string },
  isDone: (tx: Tx, one: ReturnView) => Promise<boolean> | boolean,
  work: (tx: Tx, locked: UnpaidReturn) => Promise<void>,
): Promise<{ orderId: string; isCardOpen: boolean }> {
  const found = await selectOrderOfReturn(ctx.db, id);
  if (!found) throw noSuchReturn();
  const { orderId } = found;
  const seen = await viewOrder(ctx, orderId);
  const change = async (tx: Tx, stopped: string | null) => {
    const order = await lockForStaff(tx, orderId);
    const one = findReturn(order, id);
    if (await isDone(tx, one)) return;
    const dueMinor = requireUnpaid(one);
    requireSeenVersion(order, version);
    if (!(await closeOpenExtraPayment(tx, id, stopped))) throw new PaymentStartedError();
    await work(tx, { order, one, dueMinor });
  };
  if (findReturn(seen, id).extra?.isPayable) {
    // A page that shows an earlier state stops no payment.
    requireSeenVersion(seen, version);
    await withExtraPaymentStopped(ctx, id, actor, change);
  } else await inTransaction(ctx.db, (tx) => change(tx, null));
  return { orderId, isCardOpen: await hasUnknownExtraPayment(ctx.db, id) };
}

/** Refuses what `endUnpaidDifference` would refuse now, for the question before it. */
export function previewUnpaidDifference(
  order: OrderView,
  id: string,
  { version }: ReturnChange,
): void {
  requireUnpaid(findReturn(order, id));
  requireSeenVersion(order, version);
}

/** What is to be paid for the exchanges of a return now. */
function requireUnpaid(one: ReturnView): number {
  if (one.extra?.state === 'paid' && reservedOf(one).length > 0) {
    throw new AppError(
      'already_paid',
      'The difference of this exchange is paid already, so nothing was recorded or waived. If the money came twice, give one payment back.',
    );
  }
  requireState(one, approvedReturnStates);
  if (!one.extra?.isPayable) throw exchangeEnded();
  return one.extra.dueMinor;
}
