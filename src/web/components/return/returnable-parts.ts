/** What the forms of a return offer. */
import type { Ctx } from '#features/context.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { itemOf } from '#features/orders/returns/exchanged-items.schema.ts';
import {
  exchangeableFor,
  returnableForStaff,
  returnableOf,
  returnSources,
} from '#features/returns/returns.ts';

export interface ReturnableLine {
  /** The SKU of the order's line. */
  sku: string;
  name: string;
  variantName: string;
  image: string | null;
  /** Units that can be sent back now. */
  left: number;
  /** The variants that it can be exchanged for. */
  exchangeable: {
    sku: string;
    variantName: string;
    unitPriceMinor: number;
    /** What is refunded of a unit; below zero what the customer pays, because it is dearer. */
    differenceMinor: number;
  }[];
}

/** What comes back with one return: bought items, or what an earlier return's exchange sent. */
export interface ReturnablePart {
  /** The earlier return; null for bought items. */
  ofReturn: string | null;
  lines: ReturnableLine[];
  /** Makes repeated posts of the page one return. */
  key: string;
}

/** A part for its customer. */
export interface OwnReturnablePart extends ReturnablePart {
  /** The last day for it. */
  until: string;
}

/** The parts of an order of which its customer can send something back now. */
export async function returnableParts(ctx: Ctx, order: OrderView): Promise<OwnReturnablePart[]> {
  const parts: OwnReturnablePart[] = [];
  for (const ofReturn of returnSources(order)) {
    const { units, until } = returnableOf(order, ctx.shop.returns.days, ctx.now(), ofReturn);
    if (until) parts.push({ ...(await partOf(ctx, order, ofReturn, units)), until });
  }
  return parts;
}

/** The parts of an order of which staff can record a return. */
export async function partsForStaff(ctx: Ctx, order: OrderView): Promise<ReturnablePart[]> {
  const parts: ReturnablePart[] = [];
  for (const ofReturn of returnSources(order)) {
    const units = returnableForStaff(order, ofReturn);
    if (units.some((left) => left > 0)) parts.push(await partOf(ctx, order, ofReturn, units));
  }
  return parts;
}

async function partOf(
  ctx: Ctx,
  order: OrderView,
  ofReturn: string | null,
  units: number[],
): Promise<ReturnablePart> {
  const exchangeable = await exchangeableFor(ctx, order, ofReturn);
  const lines = order.lines.map(({ sku, name }, position) => {
    const { variantName, image } = itemOf(order, ofReturn, position);
    return {
      ...{ sku, name, variantName, image },
      left: units[position] ?? 0,
      exchangeable: exchangeable[position] ?? [],
    };
  });
  return { ofReturn, lines: lines.filter(({ left }) => left > 0), key: crypto.randomUUID() };
}
