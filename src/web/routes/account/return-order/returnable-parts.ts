/** What the form of a return offers. */
import type { Ctx } from '#features/context.ts';
import { itemOf } from '#features/orders/exchanged-items.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { exchangeableFor, returnableOf, sentExchanges } from '#features/returns/returns.ts';
import type { ReturnableLine } from './return-form.tsx';

/** What comes back with one return: bought items, or what an earlier return's exchange sent. */
export interface ReturnablePart {
  /** The earlier return; null for bought items. */
  ofReturn: string | null;
  /** The last day for it. */
  until: string;
  lines: ReturnableLine[];
  /** Makes repeated posts of the page one return. */
  key: string;
}

/** The parts of an order of which something can be sent back now. */
export async function returnableParts(ctx: Ctx, order: OrderView): Promise<ReturnablePart[]> {
  const parts: ReturnablePart[] = [];
  for (const ofReturn of [null, ...sentExchanges(order).map(({ id }) => id)]) {
    const { units, until } = returnableOf(order, ctx.shop.returns.days, ctx.now(), ofReturn);
    if (!until) continue;
    const exchangeable = await exchangeableFor(ctx, order, ofReturn);
    const lines = order.lines.map(({ sku, name, image }, position) => ({
      ...{ sku, name, image },
      variantName: itemOf(order, ofReturn, position).variantName,
      left: units[position] ?? 0,
      exchangeable: exchangeable[position] ?? [],
    }));
    const left = lines.filter((line) => line.left > 0);
    parts.push({ ofReturn, until, lines: left, key: crypto.randomUUID() });
  }
  return parts;
}
