/** What an extra payment is for, as its invoice lists it. */
import { taxOf } from '#shared/taxes.ts';
import type { ExtraLine } from '../../documents/documents.ts';
import type { OrderView } from '../orders.schema.ts';
import { exchangePrices, isDearer } from '../returns/exchange-price.schema.ts';
import type { ReturnView } from '../returns/return-view.schema.ts';

/** The dearer exchanges of a return that are not released, each with the difference and its tax. */
export function extraLines(order: OrderView, { lines }: Pick<ReturnView, 'lines'>): ExtraLine[] {
  return lines.flatMap(({ position, item, exchange }) => {
    const line = order.lines[position];
    const quantity = exchange ? exchange.quantity - exchange.released : 0;
    if (!line || !exchange || quantity === 0) return [];
    if (!isDearer(exchangePrices(order, line, item, exchange))) return [];
    const unitPriceMinor = exchange.unitPriceMinor - item.unitPriceMinor;
    const amountMinor = unitPriceMinor * quantity;
    const { name, taxName, taxPpm } = line;
    return [
      {
        ...{ sku: exchange.sku, name, variantName: exchange.variantName },
        ...{ quantity, unitPriceMinor, amountMinor, taxName, taxPpm },
        taxMinor: taxPpm === null ? 0 : taxOf(amountMinor, taxPpm, order.taxesIncluded),
      },
    ];
  });
}
