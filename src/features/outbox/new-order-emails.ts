/**
 * The first emails of an order. One that is being paid by card waits for its payment for a while, so
 * that the customer gets one email, 'placed and paid', and not two. The email of placing is only ever
 * left out in the transaction that writes one that tells as much: there is always one to send.
 */
import type { Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind, OutboxMessage } from './outbox.schema.ts';
import { changeUntold, insertMessages } from './outbox.store.ts';

const NEW_ORDER: EmailKind[] = ['order.placed', 'staff.new-order'];

/** Writes the emails of a new order, to the customer and to the shop, in one statement. */
export async function announceOrder(
  ctx: Ctx,
  tx: Tx,
  { orderId, at, awaitsCard }: { orderId: string; at: Date; awaitsCard: boolean },
): Promise<void> {
  const { newOrders, cardWaitMinutes } = ctx.shop.emails;
  const wait = awaitsCard ? cardWaitMinutes * 60_000 : 0;
  const payload = { orderId };
  const messages: OutboxMessage[] = [{ kind: 'order.placed', payload }];
  if (newOrders.send) messages.push({ kind: 'staff.new-order', payload });
  await insertMessages(tx, messages, {
    createdAt: at,
    sendAfter: new Date(at.getTime() + wait),
  });
}

/**
 * The order is paid: its receipt tells that it was placed, unless that is told already. Returns
 * whether the receipt is the first that the customer hears of it. The shop is told now.
 */
export async function foldIntoReceipt(tx: Tx, orderId: string, at: Date): Promise<boolean> {
  const note = 'The receipt said so as well.';
  const leftOut: EmailKind[] = ['order.placed'];
  const told = await changeUntold(tx, orderId, at, { kinds: NEW_ORDER, leftOut, note });
  return told.includes('order.placed');
}

/** The order is cancelled: nobody has to be told any more that it was placed. */
export async function foldIntoCancellation(tx: Tx, orderId: string, at: Date): Promise<void> {
  await changeUntold(tx, orderId, at, {
    kinds: NEW_ORDER,
    leftOut: NEW_ORDER,
    note: 'The order was cancelled before this was sent.',
  });
}

/** The order will be paid later: its emails wait no longer for a card payment. */
export async function announceAtOnce(tx: Tx, orderId: string, at: Date): Promise<void> {
  await changeUntold(tx, orderId, at, { kinds: NEW_ORDER, leftOut: [], note: null });
}
