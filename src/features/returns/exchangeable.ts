import { inOptionOrder } from '#shared/option-values.ts';
import { variantName } from '#shared/variant-options.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  exchangeDifference,
  exchangePrices,
  isDearer,
} from '../orders/returns/exchange-price.schema.ts';
import { leftToExchange } from '../orders/returns/exchange-units.schema.ts';
import { itemOf } from '../orders/returns/exchanged-items.schema.ts';
import { mayExchange } from './reserve-exchanges.ts';
import { selectAvailable } from './returns.store.ts';

/** A variant that a customer may have instead of money, for a line of their order. */
export interface Exchangeable {
  sku: string;
  variantName: string;
  unitPriceMinor: number;
  /**
   * What is refunded of a unit, because the variant is cheaper. Below zero it is dearer, and the
   * customer pays the difference.
   */
  differenceMinor: number;
  available: number;
}

/**
 * The variants that each line of an order can be exchanged for: the others of its product that are
 * available, in the order of their options. Dearer ones need cards, because their difference is paid.
 * Empty for all lines when the shop exchanges nothing of this order. `ofReturnId` is the return
 * whose exchange comes back.
 */
export async function exchangeableFor(
  ctx: Ctx,
  order: OrderView,
  ofReturnId: string | null = null,
): Promise<Exchangeable[][]> {
  if (!(await mayExchange(ctx, ctx.db, order))) return order.lines.map(() => []);
  const ids = [...new Set(order.lines.map(({ productId }) => productId))];
  const variants = await selectAvailable(ctx.db, ids);
  return order.lines.map((line, position) => {
    const item = itemOf(order, ofReturnId, position);
    const isLeft = leftToExchange(order, position, { ofReturnId }) > 0;
    const ofProduct = variants.filter(({ productId }) => isLeft && productId === line.productId);
    return inOptionOrder(ofProduct)
      .filter(({ id }) => id !== item.variantId)
      .map((one) => ({ ...one, prices: exchangePrices(order, line, item, one) }))
      .filter(({ prices }) => ctx.payments !== null || !isDearer(prices))
      .map(({ prices, ...one }) => ({
        sku: one.sku,
        variantName: variantName(one),
        unitPriceMinor: one.unitPriceMinor,
        differenceMinor: exchangeDifference(prices, 1),
        available: one.available,
      }));
  });
}
