/**
 * Payments that came outside of the shop, in cash or by bank transfer, as staff record them. No
 * provider knows such a payment. It is a capture from the beginning, of a whole order or of the whole
 * difference of an exchange. Its refunds are done as soon as they are recorded, because staff give that
 * money back themselves.
 */
import type { Tx } from '#db/client.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { keyUsed } from '../key-used.ts';
import {
  insertLedgerEntry,
  insertPayment,
  type PaymentRow,
  selectByKey,
} from './payments.store.ts';
import { OUTSIDE } from './payments.table.ts';

/** Whether a payment came outside of the shop. */
export const isOutside = ({ provider }: Pick<PaymentRow, 'provider'>): boolean =>
  provider === OUTSIDE;

/** The order that was paid, or the return whose exchanges were dearer. */
type PaidThing = { orderId: string; returnId?: never } | { orderId?: never; returnId: string };

type OutsidePayment = PaidThing & {
  userId: string | null;
  amountMinor: number;
  currency: string;
};

/** A request of staff. */
interface OutsideRequest {
  key: string;
  reference: string | null;
}

const keyFor = ({ orderId, returnId }: PaidThing, key: string) =>
  `${OUTSIDE} ${orderId ?? returnId} ${key}`;

/**
 * Records that a whole amount came outside of the shop. What it pays is locked, and must have no other
 * open or captured payment.
 */
export async function recordOutsidePayment(
  tx: Tx,
  payment: OutsidePayment,
  { key, reference, at }: OutsideRequest & { at: Date },
): Promise<void> {
  const id = newId('pay');
  const { orderId = null, returnId = null, userId, amountMinor, currency } = payment;
  const money = { amountMinor, currency };
  await insertPayment(tx, {
    ...{ id, orderId, returnId, userId, ...money, reference },
    provider: OUTSIDE,
    status: 'captured',
    idempotencyKey: keyFor(payment, key),
    providerCreated: Math.floor(at.getTime() / 1000),
    ...{ createdAt: at, capturedAt: at, nextCheckAt: at },
  });
  await insertLedgerEntry(tx, { kind: 'capture', paymentId: id, orderId, ...money, at });
}

/**
 * Whether a request recorded its payment before. One under the same key with another reference is
 * refused with `code`.
 */
export async function wasRecordedOutside(
  tx: Tx,
  paid: PaidThing,
  { key, reference }: OutsideRequest,
  code: ErrorCode,
): Promise<boolean> {
  const recorded = await selectByKey(tx, keyFor(paid, key));
  if (recorded && recorded.reference !== reference) throw keyUsed('payment', code);
  return recorded !== undefined;
}
