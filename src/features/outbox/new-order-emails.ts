/**
 * The first emails of an order. While a card payment is in progress they wait for a few minutes, so
 * that the customer gets one email, 'placed and paid', instead of two. The email about the placed
 * order is left out only in a transaction that writes another email with the same information. So
 * one is always sent.
 */
import type { Tx } from '#db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind, OutboxMessage } from './outbox.schema.ts';
import { changeUnsent, insertMessages } from './outbox.store.ts';

const NEW_ORDER: EmailKind[] = ['order.placed', 'staff.new-order'];

/** Writes the emails of a new order, to the customer and to the shop, in one statement. */
export async function announceOrder(
  ctx: Ctx,
  tx: Tx,
  { orderId, at, awaitsCard }: { orderId: string; at: Date; awaitsCard: boolean },
): Promise<void> {
  const { newOrders, cardWaitMinutes } = ctx.shop.emails;
  const wait = awaitsCard ? cardWaitMinutes * MINUTE_MS : 0;
  const payload = { orderId };
  const messages: OutboxMessage[] = [{ kind: 'order.placed', payload }];
  if (newOrders.send) messages.push({ kind: 'staff.new-order', payload });
  await insertMessages(tx, messages, {
    createdAt: at,
    sendAfter: new Date(at.getTime() + wait),
  });
}

/**
 * Handles the payment of an order: its receipt replaces the email about the placed order, unless
 * that was sent. Returns whether the receipt is the customer's first email about the order. The
 * shop's email is due now.
 */
export async function replaceByReceipt(tx: Tx, orderId: string, at: Date): Promise<boolean> {
  const note = 'Not sent, because the receipt covers it.';
  const leftOut: EmailKind[] = ['order.placed'];
  const changed = await changeUnsent(tx, orderId, at, { kinds: NEW_ORDER, leftOut, note });
  return changed.includes('order.placed');
}

/** Handles the cancellation of an order: the email about placing it is left out. */
export async function replaceByCancellation(tx: Tx, orderId: string, at: Date): Promise<void> {
  await changeUnsent(tx, orderId, at, {
    kinds: NEW_ORDER,
    leftOut: NEW_ORDER,
    note: 'The order was cancelled before this was sent.',
  });
}

/** Handles an order that is paid later: its emails no longer wait for a card payment. */
export async function sendNewOrderEmailsNow(tx: Tx, orderId: string, at: Date): Promise<void> {
  await changeUnsent(tx, orderId, at, { kinds: NEW_ORDER, leftOut: [], note: null });
}
