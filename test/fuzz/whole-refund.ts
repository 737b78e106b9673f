/** The part of the model that knows what a refund is at its prices. */
import {
  type PaidLine,
  partOfLine,
  partOfShipping,
  plainTax,
  type RefundParts,
} from '../support/plain-money.ts';
import type { OrderModel, Refund } from './order-model.ts';

type Chosen = Refund['units'][number];

/** What a choice costs, less what was refunded of it. */
export function wholeRefund(
  model: OrderModel,
  { units, shipping }: Pick<Refund, 'units' | 'shipping'>,
): RefundParts {
  const parts = units.map((chosen) => ({
    position: chosen.position,
    ...(chosen.isRest
      ? restOfLine(model.line(chosen.position), model.isIncluded)
      : partOfUnits(model, chosen)),
  }));
  const none = { amountMinor: 0, taxMinor: 0 };
  const rest = shipping ? partOfShipping(model.shipping, model.isIncluded) : none;
  return {
    amountMinor: parts.reduce((all, part) => all + part.amountMinor, rest.amountMinor),
    shippingMinor: rest.amountMinor,
    shippingTaxMinor: rest.taxMinor,
    lines: parts.filter(({ quantity }) => quantity > 0),
  };
}

/** Units of a line, less the differences that were refunded for them before. */
function partOfUnits(model: OrderModel, { position, quantity, beforeMinor = 0 }: Chosen) {
  const line = model.line(position);
  const taxIn = (minor: number) => plainTax(minor, line.ppm, true);
  const differences = model.differencesOf(position);
  const others = {
    amountMinor: differences.reduce((all, minor) => all + minor, -beforeMinor),
    taxMinor: differences.reduce((all, minor) => all + taxIn(minor), -taxIn(beforeMinor)),
  };
  const part = partOfLine(line, quantity, model.isIncluded, others);
  if (!part) return { quantity: 0, lowered: 0, amountMinor: 0, taxMinor: 0 };
  const amountMinor = Math.max(0, part.amountMinor - beforeMinor);
  const tax = Math.max(0, part.taxMinor - taxIn(beforeMinor));
  return { ...part, amountMinor, taxMinor: Math.min(tax, amountMinor) };
}

/** What was paid for a line and not refunded, with the units that no refund is for. */
function restOfLine(line: PaidLine, isIncluded: boolean) {
  const paid = line.priceMinor * line.bought + (isIncluded ? 0 : line.taxMinor);
  const amountMinor = paid - line.refundedMinor;
  const taxMinor = Math.min(line.taxMinor - line.refundedTaxMinor, amountMinor);
  return { quantity: line.bought - line.refunded, lowered: 0, amountMinor, taxMinor };
}
