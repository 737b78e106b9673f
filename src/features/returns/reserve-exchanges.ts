/** Reserves what customers want for returned units instead of money, in the transaction of the request. */
import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { itemName, variantName } from '#shared/variant-options.ts';
import type { Ctx } from '../context.ts';
import {
  lockForSale,
  requireStock,
  takeForExchange,
  type VariantForSale,
} from '../inventory/inventory.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { exchangePrices, isDearer } from '../orders/returns/exchange-price.schema.ts';
import { leftToExchange } from '../orders/returns/exchange-units.schema.ts';
import { itemOf } from '../orders/returns/exchanged-items.schema.ts';
import type { ReturnRequest } from './returns.schema.ts';
import { insertExchanges, selectVariantIds } from './returns.store.ts';

type RequestedLine = ReturnRequest['lines'][number] & { position: number };

/** The key of the movement that takes the units of an exchange. */
export const exchangeKey = (returnId: string, position: number) =>
  `exchange ${returnId} ${position}`;

/**
 * Takes the wanted variants of a new return from the stock, under the locks of an order. 409
 * `not_exchangeable`, `price_changed`, `out_of_stock`.
 */
export async function reserveExchanges(
  ctx: Ctx,
  tx: Tx,
  {
    order,
    returnId,
    ofReturnId,
    actor,
    at,
  }: {
    order: OrderView;
    returnId: string;
    /** The earlier return whose exchange comes back. */
    ofReturnId: string | null;
    actor: string;
    at: Date;
  },
  lines: RequestedLine[],
): Promise<void> {
  const wanted = lines.flatMap(({ exchangeForSku: sku, ...line }) =>
    sku ? [{ ...line, sku }] : [],
  );
  if (wanted.length === 0) return;
  if (!(await mayExchange(ctx, tx, order))) {
    throw refused(
      'This shop does not exchange items of this order. Please send them back, and buy anew.',
    );
  }
  const ids = await selectVariantIds(
    tx,
    wanted.map(({ sku }) => sku),
  );
  const variants = await lockForSale(tx, ids);
  const chosen = wanted.map((line) => {
    const variant = [...variants.values()].find(({ sku }) => sku === line.sku);
    const mayPayExtra = ctx.payments !== null;
    const asked = { ...line, ofReturnId };
    return { ...line, variant: requireExchangeable(order, variant, asked, mayPayExtra) };
  });
  requireStock(unitsByVariant(chosen), variants);
  await insertExchanges(
    tx,
    chosen.map(({ position, quantity, variant }) => {
      const { variantId, sku, size, color, option, unitPriceMinor } = variant;
      const goesOut = { variantId, sku, size, color, option, unitPriceMinor };
      return { returnId, orderId: order.id, position, quantity, ...goesOut };
    }),
  );
  const units = chosen.map(({ position, quantity, variant: { variantId } }) => ({
    variantId,
    quantity,
    key: exchangeKey(returnId, position),
  }));
  await takeForExchange(tx, { id: order.id, actor, at }, units);
}

/**
 * Whether items of an order can be exchanged: the shop does so, and prices can be compared. They
 * can't when the currency has changed since, or whether prices include tax.
 */
export async function mayExchange(
  { shop, taxes }: Pick<Ctx, 'shop' | 'taxes'>,
  db: Executor,
  { currency, taxesIncluded }: OrderView,
): Promise<boolean> {
  if ((shop.returns.exchangeDays ?? 0) === 0 || currency !== shop.currency) return false;
  return (await taxes.read(db)).pricesIncludeTax === taxesIncluded;
}

/** The wanted variant, if it may go out for a line of the order. */
function requireExchangeable(
  order: OrderView,
  variant: VariantForSale | undefined,
  {
    position,
    quantity,
    sku,
    exchangePrice,
    ofReturnId,
  }: RequestedLine & { sku: string; ofReturnId: string | null },
  mayPayExtra: boolean,
): VariantForSale {
  const line = order.lines[position];
  const item = itemOf(order, ofReturnId, position);
  const isOther = variant && line && variant.variantId !== item.variantId;
  if (!isOther || variant.productId !== line.productId || !variant.onSale) {
    throw refused(`${sku} cannot be had in exchange. Please choose another size or colour.`);
  }
  const left = leftToExchange(order, position, { ofReturnId });
  if (quantity > left) {
    const most = left === 0 ? 'No units' : `At most ${left}`;
    throw refused(
      `${most} of ${item.sku} can be exchanged: the others were refunded or exchanged.`,
    );
  }
  const { unitPriceMinor } = variant;
  const name = itemName({ name: variant.name, variantName: variantName(variant) });
  if (exchangePrice !== undefined && exchangePrice !== unitPriceMinor) {
    throw new AppError(
      'price_changed',
      `The price of ${name} has changed to ${formatMoney(unitPriceMinor)}. Please choose again.`,
      { details: { sku, unitPriceMinor } },
    );
  }
  if (!mayPayExtra && isDearer(exchangePrices(order, line, item, variant))) {
    throw refused(
      `${name} costs more than you paid, and the shop takes no cards now. Please choose another one.`,
    );
  }
  return variant;
}

/** The units of each variant. Each has one entry: two lines may want the same one. */
function unitsByVariant(chosen: { quantity: number; variant: VariantForSale }[]) {
  const units = new Map<string, number>();
  for (const { quantity, variant } of chosen) {
    units.set(variant.variantId, (units.get(variant.variantId) ?? 0) + quantity);
  }
  return [...units].map(([variantId, quantity]) => ({ variantId, quantity }));
}

function refused(message: string): AppError {
  return new AppError('not_exchangeable', message);
}
