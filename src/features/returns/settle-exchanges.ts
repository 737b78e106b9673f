/** What the arrival of a return means for its exchanges. */
import type { Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { differenceKey } from '../order-tables/difference-key.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { requestOrderRefund } from '../orders/orders.ts';
import { givenBack } from '../orders/payment/paid-parts.schema.ts';
import { leftOfLine } from '../orders/refunds/proposed-refund.schema.ts';
import { leftToExchange } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { exchangedUnits, haveEarlierItemsCome } from './refundable-lines.schema.ts';
import { releaseExchanges } from './release-exchanges.ts';
import { insertExtraReturns, updateExchange } from './returns.store.ts';

interface Arrival {
  order: OrderView;
  one: ReturnView;
  /** How many units of each line came. */
  came: { position: number; received: number }[];
  actor: string;
  at: Date;
}

/**
 * Releases what is reserved for units that did not come, and writes the refund of the differences to
 * cheaper variants, in the caller's transaction. It is never more than is left of the payment. What
 * extra payments of earlier exchanges give back is written for the caller to refund.
 * Returns the id of the refund for `carryOutOrderRefund`; null when nothing is refunded.
 */
export async function settleExchanges(
  ctx: Ctx,
  tx: Tx,
  { order, one, came, actor, at }: Arrival,
): Promise<string | null> {
  const receivedOf = new Map(came.map(({ position, received }) => [position, received]));
  const release = { order, one, because: 'not_received', actor, at } as const;
  await releaseExchanges(tx, release, (position) => receivedOf.get(position) ?? 0);
  let remainingMinor = order.payment?.refundableMinor ?? 0;
  let amountMinor = 0;
  for (const { position, exchange } of one.lines) {
    const line = order.lines[position];
    if (!line || !exchange || exchange.state === 'released') continue;
    const back = exchangedUnits({ received: receivedOf.get(position) ?? 0, exchange });
    const units = haveEarlierItemsCome(order, one, position)
      ? Math.min(back, leftToExchange(order, position, one))
      : 0;
    const falls = { kind: 'difference', toMinor: exchange.unitPriceMinor } as const;
    const { orderMinor, extras } = givenBack(order, one, { position, quantity: units }, falls);
    await insertExtraReturns(tx, one.id, extras);
    // A price that was lowered since leaves less for the difference.
    const refundedMinor = Math.min(orderMinor, remainingMinor, leftOfLine(order, position));
    if (refundedMinor <= 0) continue;
    await updateExchange(tx, one.id, position, { refundedMinor });
    remainingMinor -= refundedMinor;
    amountMinor += refundedMinor;
  }
  if (amountMinor === 0) return null;
  const refund = {
    amountMinor,
    reason: 'exchanged for a cheaper variant',
    key: differenceKey(one),
  };
  return requestOrderRefund(ctx, tx, actor, order, refund);
}
