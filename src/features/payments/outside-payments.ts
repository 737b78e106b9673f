/**
 * Payments that came outside of the shop, in cash or by bank transfer, as staff record them. No
 * provider knows such a payment. It is a capture from the beginning, of a whole order. Its refunds
 * are done as soon as they are recorded, because staff give that money back themselves.
 */
import type { Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
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

interface PaidOrder {
  id: string;
  userId: string | null;
  totalMinor: number;
  currency: string;
}

const keyFor = (orderId: string, key: string) => `${OUTSIDE} ${orderId} ${key}`;

/**
 * Records that the whole amount of a locked order came outside of the shop. The order must have no
 * other open or captured payment. `key` is that of the request.
 */
export async function recordOutsidePayment(
  tx: Tx,
  order: PaidOrder,
  { key, reference, at }: { key: string; reference: string | null; at: Date },
): Promise<void> {
  const id = newId('pay');
  const { id: orderId, userId, totalMinor: amountMinor, currency } = order;
  const money = { amountMinor, currency };
  await insertPayment(tx, {
    ...{ id, orderId, userId, ...money, reference },
    provider: OUTSIDE,
    status: 'captured',
    idempotencyKey: keyFor(orderId, key),
    providerCreated: Math.floor(at.getTime() / 1000),
    ...{ createdAt: at, capturedAt: at, nextCheckAt: at },
  });
  await insertLedgerEntry(tx, { kind: 'capture', paymentId: id, orderId, ...money, at });
}

/** The payment of the order that a request with this key recorded. */
export async function findOutsidePayment(
  tx: Tx,
  orderId: string,
  key: string,
): Promise<Pick<PaymentRow, 'reference'> | null> {
  return (await selectByKey(tx, keyFor(orderId, key))) ?? null;
}
