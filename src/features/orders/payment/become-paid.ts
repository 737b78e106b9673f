import type { Tx } from '#db/client.ts';
import { sendTogether } from '#db/send-together.ts';
import type { Ctx } from '../../context.ts';
import { issueInvoices, readForDocuments } from '../../documents/documents.ts';
import { enqueue, replaceByReceipt } from '../../outbox/outbox.ts';
import { insertEvent, type OrderRow, updateOrder } from '../orders.store.ts';

/**
 * Makes a locked pending order paid, whose payment the caller has recorded: status, history, receipt,
 * invoice. `detail` says for the history how it was paid. It has to be the last step of the
 * transaction.
 */
export async function becomePaid(
  ctx: Ctx,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status'>,
  { actor, detail }: { actor: string; detail: string },
): Promise<void> {
  const at = ctx.now();
  const orderId = order.id;
  const paid = {
    orderId,
    event: 'pay',
    fromStatus: order.status,
    toStatus: 'paid',
    actor,
    detail,
    at,
  } as const;
  const [, , isFirst, documented] = await sendTogether([
    () => updateOrder(tx, orderId, { status: 'paid', paidAt: at, network: null }),
    () => insertEvent(tx, paid),
    () => replaceByReceipt(tx, orderId, at),
    () => readForDocuments(tx, [orderId]),
  ]);
  await sendTogether([
    () => enqueue(tx, { kind: 'order.paid', payload: { orderId, isFirst } }, at),
    () => issueInvoices(ctx, tx, documented),
  ]);
}
