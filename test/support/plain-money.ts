/** Money as a plain reader computes it. It knows nothing of the shop's code. In minor units. */

/** The tax of an amount at a rate in parts per million, rounded half up. */
export function plainTax(amountMinor: number, ppm: number | null, isIncluded: boolean): number {
  const rate = ppm ?? 0;
  const whole = 1_000_000 + (isIncluded ? rate : 0);
  return Math.floor((amountMinor * rate) / whole + 0.5);
}

/** Shares an amount out by weights: whole units first, then one each to the largest remainders. */
export function shareOut(amount: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((amount * weight) / sum));
  const remainders = weights.map((weight, at) => ({ at, rest: (amount * weight) % sum }));
  remainders.sort((a, b) => b.rest - a.rest || a.at - b.at);
  const left = amount - shares.reduce((all, share) => all + share, 0);
  for (const { at } of remainders.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** What was paid for a line, and refunded of it. */
export interface PaidLine {
  priceMinor: number;
  bought: number;
  taxMinor: number;
  refunded: number;
  refundedMinor: number;
  refundedTaxMinor: number;
  /** By how much refunds lowered the price of so many units, and the tax in it. */
  lowered: { units: number; amountMinor: number; taxMinor: number }[];
}

export interface PaidShipping {
  minor: number;
  taxMinor: number;
  refundedMinor: number;
  refundedTaxMinor: number;
}

/** What a refund is for, of each line and of the shipping. */
export interface RefundParts {
  amountMinor: number;
  shippingMinor: number;
  shippingTaxMinor: number;
  lines: {
    position: number;
    quantity: number;
    lowered: number;
    amountMinor: number;
    taxMinor: number;
  }[];
}

/** The next units of a line, with what is left of their price and tax; `others` was refunded for other units. */
export function partOfLine(
  line: PaidLine,
  asked: number,
  isIncluded: boolean,
  others = { amountMinor: 0, taxMinor: 0 },
) {
  const quantity = Math.min(asked, line.bought - line.refunded);
  if (quantity <= 0) return null;
  const left = line.bought - line.refunded;
  const lowers = loweredUnits(line, isIncluded).slice(line.refunded, line.refunded + quantity);
  const lower = lowers.reduce(
    (all, unit) => ({ net: all.net + unit.net, tax: all.tax + unit.tax }),
    { net: 0, tax: 0 },
  );
  const rest = line.taxMinor - line.refundedTaxMinor;
  const ofPrices = line.lowered.reduce((all, one) => all + one.taxMinor, rest);
  // The first units have the pennies that can't be divided.
  const fair = Math.floor(ofPrices / left) * quantity + Math.min(quantity, ofPrices % left);
  const most = Math.min(fair, quantity * Math.ceil(line.taxMinor / line.bought));
  const tax = Math.max(0, Math.min(most - lower.tax, rest - others.taxMinor));
  const added = (minor: number) => (isIncluded ? 0 : minor);
  const paid = line.priceMinor * line.bought + added(line.taxMinor);
  const unrefunded = paid - line.refundedMinor - others.amountMinor;
  const amountMinor = Math.min(line.priceMinor * quantity - lower.net + added(tax), unrefunded);
  return { quantity, lowered: 0, amountMinor, taxMinor: Math.min(tax, amountMinor) };
}

/** What each unit costs less than when it was bought: the last ones first, down to nothing. */
function loweredUnits({ lowered, bought, priceMinor }: PaidLine, isIncluded: boolean) {
  const all = Array.from({ length: bought }, () => ({ net: 0, tax: 0 }));
  for (const { units, amountMinor, taxMinor } of lowered) {
    let left = isIncluded ? amountMinor : amountMinor - taxMinor;
    const lasts = shareOut(
      left,
      all.map((_, at) => (at >= bought - units ? 1 : 0)),
    );
    const parts = all.map(({ net }, at) => Math.min(lasts[at] ?? 0, priceMinor - net));
    for (const part of parts) left -= part;
    for (let at = bought - 1; left > 0 && at >= 0; at -= 1) {
      const room = priceMinor - (all[at]?.net ?? 0) - (parts[at] ?? 0);
      const more = Math.min(left, room);
      parts[at] = (parts[at] ?? 0) + more;
      left -= more;
    }
    const taxes = shareOut(taxMinor, parts);
    for (const [at, unit] of all.entries()) {
      unit.net += parts[at] ?? 0;
      unit.tax += taxes[at] ?? 0;
    }
  }
  return all;
}

/** What is left of the shipping, with its tax. */
export function partOfShipping(shipping: PaidShipping, isIncluded: boolean) {
  const paid = shipping.minor + (isIncluded ? 0 : shipping.taxMinor);
  const amountMinor = paid - shipping.refundedMinor;
  return {
    amountMinor,
    taxMinor: Math.min(shipping.taxMinor - shipping.refundedTaxMinor, amountMinor),
  };
}

/**
 * The parts of a refund at another amount: a lower one is shared out, the rest of a higher one is
 * for none.
 */
export function atAmount(whole: RefundParts, amountMinor: number): RefundParts {
  const partsMinor = whole.lines.reduce((all, line) => all + line.amountMinor, whole.shippingMinor);
  if (amountMinor >= partsMinor) return { ...whole, amountMinor };
  const taxIn = (part: number, of: { amountMinor: number; taxMinor: number }) =>
    shareOut(part, [of.taxMinor, of.amountMinor - of.taxMinor])[0] ?? 0;
  const weights = [whole.shippingMinor, ...whole.lines.map((line) => line.amountMinor)];
  const [shippingMinor = 0, ...amounts] = shareOut(amountMinor, weights);
  return {
    amountMinor,
    shippingMinor,
    shippingTaxMinor: taxIn(shippingMinor, {
      amountMinor: whole.shippingMinor,
      taxMinor: whole.shippingTaxMinor,
    }),
    lines: whole.lines.map((line, at) => {
      const part = amounts[at] ?? 0;
      return { ...line, amountMinor: part, taxMinor: taxIn(part, line) };
    }),
  };
}
