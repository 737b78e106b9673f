/**
 * Computes taxes. Amounts are integers of minor units, after discounts. The tax of an amount, such
 * as that of all units of a line, is rounded half up. Sums add up rounded taxes. Pure.
 */

/** Parts per million of a rate of 100 %. */
export const MAX_TAX_PPM = 1_000_000;

export interface TaxRate {
  /** Such as 'VAT'. */
  name: string;
  /** In parts per million: 200,000 is 20 %. */
  ratePpm: number;
}

/** The tax of a line or of the shipping, with its rate. Name and rate are null where it has none. */
export interface Taxed {
  taxMinor: number;
  taxName: string | null;
  taxPpm: number | null;
}

/** The taxes of one rate, and the amounts without tax that they are for. */
export interface TaxSum extends TaxRate {
  taxMinor: number;
  netMinor: number;
}

/** What a tax is for, and the rate that it has; null for none. */
export interface Taxable {
  amountMinor: number;
  rate: TaxRate | null;
}

export interface OrderTaxes {
  /** Whether the amounts include their taxes. */
  isIncluded: boolean;
  lines: Taxed[];
  shipping: Taxed;
  /** The sum of all taxes. */
  taxMinor: number;
  /** The part of it that is added to the total: 0 if the amounts include it. */
  addedMinor: number;
  /** By rate. */
  sums: TaxSum[];
}

export const NO_TAX: Taxed = { taxMinor: 0, taxName: null, taxPpm: null };

/** The tax of an amount that includes it, or that it is added to. */
export function taxOf(amountMinor: number, ratePpm: number, isIncluded: boolean): number {
  const [amount, rate] = [BigInt(amountMinor), BigInt(ratePpm)];
  const whole = BigInt(MAX_TAX_PPM) + (isIncluded ? rate : 0n);
  // The double of everything, because half of an odd number is not a whole one.
  return Number((2n * amount * rate + whole) / (2n * whole));
}

/** The taxes of an order. */
export function computeTaxes(isIncluded: boolean, lines: Taxable[], shipping: Taxable): OrderTaxes {
  const toTaxed = ({ amountMinor, rate }: Taxable): Taxed =>
    rate
      ? {
          taxMinor: taxOf(amountMinor, rate.ratePpm, isIncluded),
          taxName: rate.name,
          taxPpm: rate.ratePpm,
        }
      : NO_TAX;
  const taxed = { lines: lines.map(toTaxed), shipping: toTaxed(shipping) };
  const parts = [...lines, shipping].map((part) => ({ ...part, ...toTaxed(part) }));
  const taxMinor = parts.reduce((sum, part) => sum + part.taxMinor, 0);
  return {
    ...taxed,
    isIncluded,
    taxMinor,
    addedMinor: addedTax(isIncluded, taxMinor),
    sums: sumTaxes(parts, isIncluded),
  };
}

/** The part of a tax that amounts do not include. */
export const addedTax = (isIncluded: boolean, taxMinor: number): number =>
  isIncluded ? 0 : taxMinor;

/** Taxes by their rate, in the order in which the rates appear. */
export function sumTaxes(
  parts: (Taxed & { amountMinor: number })[],
  isIncluded: boolean,
): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const { amountMinor, taxMinor, taxName: name, taxPpm: ratePpm } of parts) {
    if (name === null || ratePpm === null) continue;
    // Shipping that costs nothing has a rate too. A part of a refund may be all tax.
    if (amountMinor === 0 && taxMinor === 0) continue;
    const key = `${ratePpm} ${name}`;
    const sum = sums.get(key) ?? { name, ratePpm, taxMinor: 0, netMinor: 0 };
    sum.taxMinor += taxMinor;
    sum.netMinor += isIncluded ? amountMinor - taxMinor : amountMinor;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** A rate as percent: 99,750 parts per million are '9.975%'. */
export const percentOf = (ratePpm: number): string => `${ratePpm / 10_000}%`;

/**
 * The rows of a sum: taxes that are added come before the total, those that prices include after
 * it.
 */
export function taxRows(
  taxes: TaxSum[],
  isIncluded: boolean,
): { added: [term: string, minor: number][]; included: [term: string, minor: number][] } {
  const rows = taxes.map(({ name, ratePpm, taxMinor }): [string, number] => [
    `${isIncluded ? 'Including ' : ''}${name} ${percentOf(ratePpm)}`,
    taxMinor,
  ]);
  return isIncluded ? { added: [], included: rows } : { added: rows, included: [] };
}
