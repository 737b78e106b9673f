/** The real total of a submission, and whether the client expects it. Pure. */
import { AppError } from '#shared/errors.ts';
import { toDecimal } from '#shared/money.ts';
import { parseMoney } from '#shared/parse-money.ts';
import { computeTaxes, NO_TAX, type OrderTaxes, type Taxed } from '#shared/taxes.ts';
import type { VariantForSale } from '../inventory/inventory.ts';
import type { OrderLine } from '../orders/orders.schema.ts';
import type { TaxesThere } from '../taxes/taxes.ts';
import type { Quote } from './checkout.schema.ts';

/** A quantity of a variant. Every variant appears once. */
export interface WantedLine {
  variantId: string;
  quantity: number;
}

/** Adds up lines of the same variant, so that stock is checked against the sum. */
export function sumByVariant(lines: WantedLine[]): WantedLine[] {
  const sums = new Map<string, number>();
  for (const { variantId, quantity } of lines) {
    sums.set(variantId, (sums.get(variantId) ?? 0) + quantity);
  }
  return [...sums].map(([variantId, quantity]) => ({ variantId, quantity }));
}

/** An order line before its taxes are known. */
export type PricedLine = Omit<OrderLine, keyof Taxed> & { categoryId: string | null };

/**
 * Order lines at the prices under the lock; 409 `product_unavailable` for what is no longer sold.
 */
export function priceLines(
  lines: WantedLine[],
  variants: Map<string, VariantForSale>,
): PricedLine[] {
  return lines.map(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    if (!variant?.onSale) {
      throw new AppError(
        'product_unavailable',
        'Something in this order is no longer in the shop.',
        {
          details: { variants: [variantId] },
        },
      );
    }
    const { productId, sku, name, category, size, color, option, image } = variant;
    const { unitPriceMinor, categoryId, isFinalSale } = variant;
    const line = { variantId, productId, sku, name, category, size, color, option, image };
    return {
      ...line,
      categoryId,
      unitPriceMinor,
      isFinalSale,
      quantity,
      lineTotalMinor: unitPriceMinor * quantity,
    };
  });
}

export interface Totals {
  subtotalMinor: number;
  shippingMinor: number;
  /** All taxes, whether prices include them or not. */
  taxMinor: number;
  totalMinor: number;
}

/** What an order costs, with its taxes. */
export interface PricedOrder {
  lines: OrderLine[];
  totals: Totals;
  taxes: OrderTaxes;
}

/** Adds the taxes at the destination to priced lines and shipping. */
export function priceOrder(
  priced: PricedLine[],
  shippingMinor: number,
  there: TaxesThere,
): PricedOrder {
  const subtotalMinor = priced.reduce((sum, line) => sum + line.lineTotalMinor, 0);
  const taxes = computeTaxes(
    there.isIncluded,
    priced.map(({ lineTotalMinor: amountMinor, categoryId }) => ({
      amountMinor,
      rate: there.rateOf(categoryId),
    })),
    { amountMinor: shippingMinor, rate: there.shippingRate },
  );
  const lines = priced.map(({ categoryId: _, ...line }, index) => ({
    ...line,
    ...(taxes.lines[index] ?? NO_TAX),
  }));
  const totalMinor = subtotalMinor + shippingMinor + taxes.addedMinor;
  return {
    lines,
    totals: { subtotalMinor, shippingMinor, taxMinor: taxes.taxMinor, totalMinor },
    taxes,
  };
}

/** The totals that a client expects, in decimals; an absent one is not checked. */
export interface ExpectedTotals {
  grandTotalAmount?: number | undefined;
  shippingCost?: number | undefined;
  taxAmount?: number | undefined;
  totalAmount?: number | undefined;
}

/**
 * True when every expected amount is exact to the minor unit. The specification names the subtotal
 * and the total `grandTotalAmount` and `totalAmount` without saying which is which, and clients use
 * both readings. So either is accepted, as long as each amount is one of the two and they differ.
 */
export function expectedTotalsMatch(expected: ExpectedTotals, totals: Totals): boolean {
  const is = (amount: number | undefined, minor: number) =>
    amount === undefined || parseMoney(amount) === minor;
  const { subtotalMinor: sub, shippingMinor, totalMinor: total } = totals;
  const { grandTotalAmount: grand, totalAmount, shippingCost, taxAmount } = expected;
  const oneWay = is(grand, sub) && is(totalAmount, total);
  const otherWay = is(grand, total) && is(totalAmount, sub);
  const partsMatch = is(shippingCost, shippingMinor) && is(taxAmount, totals.taxMinor);
  return partsMatch && (oneWay || otherWay);
}

/** The right amounts, for a client that expected others. */
export function toQuote(lines: OrderLine[], totals: Totals): Quote {
  return {
    grandTotalAmount: toDecimal(totals.subtotalMinor),
    shippingCost: toDecimal(totals.shippingMinor),
    taxAmount: toDecimal(totals.taxMinor),
    totalAmount: toDecimal(totals.totalMinor),
    lines: lines.map((line) => ({
      _id: line.productId,
      sku: line.sku,
      price: toDecimal(line.unitPriceMinor),
      quantity: line.quantity,
      totalAmount: toDecimal(line.lineTotalMinor),
    })),
  };
}

export function priceChanged(lines: OrderLine[], totals: Totals): AppError {
  return new AppError('price_changed', 'The price has changed. Please look at the new total.', {
    details: { quote: toQuote(lines, totals) },
  });
}

/**
 * Accepts an order that costs exactly this, with exactly these taxes if they are given; refuses any
 * other with `priceChanged`.
 */
export function createTotalAssertion(
  expectedMinor: number,
  expectedTaxMinor: number | null = null,
) {
  return (lines: OrderLine[], totals: Totals): void => {
    const { totalMinor, taxMinor } = totals;
    if (totalMinor !== expectedMinor) throw priceChanged(lines, totals);
    if (expectedTaxMinor === null || taxMinor === expectedTaxMinor) return;
    const message = 'The taxes have changed. Please look at them again.';
    throw new AppError('price_changed', message, { details: { quote: toQuote(lines, totals) } });
  };
}
