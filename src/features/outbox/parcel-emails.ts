/** The emails about a parcel that staff take back, because it has not left. */
import type { Executor, Tx } from '#db/client.ts';
import type { EmailKind, EmailPayload } from './outbox.schema.ts';
import { changeUnsent, hasUnsent, insertMessages } from './outbox.store.ts';

const SHIPPED: EmailKind[] = ['order.shipped'];

/** Whether the email that a parcel is on its way still waits, so that nobody was told. */
export async function isShippingUntold(
  db: Executor,
  { orderId, fulfillmentId }: EmailPayload<'order.shipped'>,
): Promise<boolean> {
  return hasUnsent(db, orderId, { kinds: SHIPPED, fulfillmentId });
}

/**
 * Handles a parcel that was taken back: the email that it is on its way is left out. If a process
 * has begun to send it, the customer gets another one.
 */
export async function replaceByTakingBack(
  tx: Tx,
  parcel: Omit<EmailPayload<'order.parcel-taken-back'>, 'takenBackAt'>,
  at: Date,
): Promise<void> {
  const { orderId, fulfillmentId } = parcel;
  const changed = await changeUnsent(tx, orderId, at, {
    kinds: SHIPPED,
    fulfillmentId,
    leftOut: SHIPPED,
    note: 'The parcel was taken back before this was sent.',
  });
  if (changed.length > 0) return;
  const payload = { ...parcel, takenBackAt: at.toISOString() };
  const times = { createdAt: at, sendAfter: at };
  await insertMessages(tx, [{ kind: 'order.parcel-taken-back', payload }], times);
}
