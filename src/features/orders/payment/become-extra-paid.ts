import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../../context.ts';
import { issueExtraInvoice } from '../../documents/documents.ts';
import { enqueue } from '../../outbox/outbox.ts';
import type { OrderView } from '../orders.schema.ts';
import type { ReturnView } from '../returns/return-view.schema.ts';
import { recordStaffChange } from '../staff-change.ts';
import { extraLines } from './extra-lines.ts';

/**
 * What follows from the extra payment of a return, which the caller has recorded, with the order
 * locked: history, receipt, invoice. `how` says for the history how it was paid, if not by card. It has
 * to be the last step of the transaction. 503 `unavailable` until the invoices of earlier orders are
 * issued.
 */
export async function becomeExtraPaid(
  ctx: Ctx,
  tx: Tx,
  { order, one }: { order: OrderView; one: ReturnView },
  { amountMinor, actor, at, how }: { amountMinor: number; actor: string; at: Date; how?: string },
): Promise<void> {
  const amount = formatMoney(amountMinor);
  const detail = how ? `${amount}, ${how}` : amount;
  await recordStaffChange(tx, order, { event: 'exchange-paid', actor, at, detail });
  const about = { orderId: order.id, returnId: one.id };
  await enqueue(tx, { kind: 'exchange.paid', payload: about }, at);
  const invoice = { returnId: one.id, paidAt: at, lines: extraLines(order, one) };
  if (await issueExtraInvoice(ctx, tx, order.id, invoice)) return;
  // The jobs settle a card payment then.
  throw new AppError(
    'unavailable',
    how
      ? 'The invoices of earlier orders are being written, so nothing was recorded. Please try again in some minutes.'
      : 'Your payment will be recorded within minutes.',
  );
}
