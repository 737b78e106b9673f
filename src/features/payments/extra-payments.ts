/**
 * Extra payments: what customers pay in addition, because what goes out for a return is dearer than
 * what comes back. Such a payment belongs to the return and not to the order, so an order still has
 * one capture. Its intent, checks, refunds and ledger entries are those of all payments.
 */
import type { Executor, Tx } from '#db/client.ts';
import {
  lockCaptureOfReturn,
  lockOpenOfReturn,
  selectOpenOfReturn,
  selectOrderOfPayment,
  selectRequestedOfReturn,
  selectUnknownOfReturn,
} from './extra-payments.store.ts';
import { closeStopped, type PaymentRow, setNextCheck } from './payments.store.ts';
import { requestRefund } from './refunds.ts';

/** Why an extra payment is refunded: its exchange ended, or what it was paid for came back. */
export type ExtraRefundReason = 'exchange ended' | 'exchange returned';

/** The order that a payment is for or about; null for one without an order yet. */
export function findOrderOfPayment(
  db: Executor,
  payment: Pick<PaymentRow, 'orderId' | 'returnId'>,
): Promise<string | null> {
  return selectOrderOfPayment(db, payment);
}

/** The open extra payment of a return, if it has one. */
export async function findOpenExtraPayment(
  db: Executor,
  returnId: string,
): Promise<PaymentRow | null> {
  return (await selectOpenOfReturn(db, returnId)) ?? null;
}

/**
 * Closes the open extra payment of a return after its intent `stopped` was cancelled. False, without a
 * change, when it has another intent by now, because its customer may be paying that one.
 */
export async function closeOpenExtraPayment(
  tx: Tx,
  returnId: string,
  stopped: string | null,
): Promise<boolean> {
  return closeStopped(tx, await lockOpenOfReturn(tx, returnId), stopped);
}

/** Whether a return has an extra payment that the provider does not know or can't stop. */
export async function hasUnknownExtraPayment(db: Executor, returnId: string): Promise<boolean> {
  return (await selectUnknownOfReturn(db, returnId)) !== undefined;
}

/**
 * Has the jobs look at once at the open extra payment of a return, which nobody may pay any more:
 * they stop it at the provider.
 */
export async function checkExtraPaymentSoon(tx: Tx, returnId: string, at: Date): Promise<void> {
  const open = await selectOpenOfReturn(tx, returnId);
  if (open) await setNextCheck(tx, [open.id], at);
}

/**
 * Writes a refund of the extra payment of a return, whose order is locked; returns its id for
 * `carryOutRefund`. `reason` is said in the email about it.
 */
export async function requestExtraRefund(
  tx: Tx,
  returnId: string,
  refund: { amountMinor: number; at: Date; reason: ExtraRefundReason },
): Promise<string> {
  const payment = await lockCaptureOfReturn(tx, returnId);
  if (!payment) throw new Error(`Return ${returnId} has no extra payment.`);
  return requestRefund(tx, payment, { ...refund, key: null });
}

/** The refunds of a return's extra payment that are to be carried out. */
export function findDueExtraRefunds(db: Executor, returnId: string): Promise<string[]> {
  return selectRequestedOfReturn(db, returnId);
}
