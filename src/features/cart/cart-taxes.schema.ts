/** Computes the taxes of a cart. The server does, and browsers while a change is being sent. */
import { computeTaxes, type OrderTaxes } from '#shared/taxes.ts';
import type { CartLine, CartView } from './cart.schema.ts';

/** The taxes of a cart; none before the estimate. */
export function cartTaxes(
  cart: Pick<CartView, 'shippingMinor' | 'taxRates'> & {
    lines: Pick<CartLine, 'lineTotalMinor' | 'taxRate'>[];
  },
): OrderTaxes {
  const { lines, shippingMinor, taxRates } = cart;
  return computeTaxes(
    taxRates?.isIncluded ?? false,
    lines.map(({ lineTotalMinor: amountMinor, taxRate: rate }) => ({ amountMinor, rate })),
    { amountMinor: shippingMinor ?? 0, rate: taxRates?.shipping ?? null },
  );
}
