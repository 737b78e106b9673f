/**
 * What a refund of an order is for. Calls and pages compute it here, and browsers while staff choose
 * units. All amounts are in minor units.
 */
import { spread } from '#shared/spread.ts';
import { addedTax } from '#shared/taxes.ts';
import type { OrderView } from '../orders.schema.ts';
import {
  isRefundWithdrawn,
  type RefundedBefore,
  refundedDifferences,
  refundedOfExchanges,
  refundsOfReturn,
  sentUnits,
  wasRefunded,
} from '../returns/exchange-units.schema.ts';
import { loweredOfUnits } from './lowered-prices.schema.ts';

interface ChosenUnits {
  position: number;
  quantity: number;
  before?: RefundedBefore;
  /**
   * Whether these are all units of the line, which the customer gets none of. Then all that is left of
   * its price is refunded, also where the price of a unit was only lowered before.
   */
  isWholeLine?: boolean;
}

/** The parts of an order that are to be refunded. */
export interface RefundChoice {
  lines: ChosenUnits[];
  /** Whether to refund the shipping, as far as it was not refunded yet. */
  shipping: boolean;
}

/**
 * The parts of a refund, with their taxes. Its amount may be higher than their sum; the rest is for
 * no line.
 */
export interface RefundParts {
  amountMinor: number;
  shippingMinor: number;
  shippingTaxMinor: number;
  lines: {
    position: number;
    quantity: number;
    /** Units whose price is lowered; `quantity` is 0 then. */
    lowered?: number;
    amountMinor: number;
    taxMinor: number;
  }[];
}

type PricedLine = Pick<
  OrderView['lines'][number],
  | 'quantity'
  | 'unitPriceMinor'
  | 'lineTotalMinor'
  | 'taxMinor'
  | 'taxPpm'
  | 'refundedQuantity'
  | 'refundedMinor'
  | 'refundedTaxMinor'
  | 'lowered'
  | 'cancelledQuantity'
>;

/** What was paid for the shipping of an order, and refunded of it. */
type PaidShipping = Pick<
  OrderView,
  'shippingMinor' | 'taxesIncluded' | 'refundedShippingMinor' | 'refundedShippingTaxMinor'
> & { shippingTax: Pick<OrderView['shippingTax'], 'taxMinor'> };

/** The parts of an order that `proposedRefund` needs. */
export interface Refundable extends PaidShipping {
  lines: PricedLine[];
  returns: Pick<OrderView['returns'][number], 'id' | 'lines'>[];
  refunds: Pick<OrderView['refunds'][number], 'key' | 'status'>[];
  payment: Pick<NonNullable<OrderView['payment']>, 'refundableMinor'> | null;
}

/** How much of the shipping was not refunded yet, with its tax. */
export function refundableShipping(order: PaidShipping): number {
  const { shippingMinor, taxesIncluded, shippingTax, refundedShippingMinor } = order;
  return shippingMinor + addedTax(taxesIncluded, shippingTax.taxMinor) - refundedShippingMinor;
}

/**
 * The proposed refund for a choice: the prices of the units and the shipping, with their taxes,
 * less what was refunded of them. It is never more than may still be refunded for the order.
 */
export function proposedRefund(order: Refundable, choice: RefundChoice): RefundParts {
  const whole = wholeRefund(order, choice);
  return withAmount(whole, Math.min(whole.amountMinor, order.payment?.refundableMinor ?? 0));
}

/**
 * The refund of a choice at the amount that staff typed. A lower amount than the price is spread
 * over the parts by largest remainder, so that their sum is the amount. A higher amount fills the
 * parts.
 */
export function refundOf(
  order: Refundable,
  choice: RefundChoice,
  amountMinor: number | null,
): RefundParts {
  if (amountMinor === null) return proposedRefund(order, choice);
  return withAmount(wholeRefund(order, choice), amountMinor);
}

/**
 * The refund of units that the customer keeps or still gets, at the amount that staff typed. If that
 * is less than they cost, it lowers their price, and the rest of it may be refunded when they come
 * back or are cancelled. Units that were cancelled and not refunded are settled at any amount.
 */
export function refundOfKept(
  order: Refundable,
  choice: RefundChoice,
  amountMinor: number | null,
): RefundParts {
  const whole = proposedRefund(order, choice);
  if (amountMinor === null) return whole;
  const parts = refundOf(order, choice, amountMinor);
  if (amountMinor >= whole.amountMinor) return parts;
  const lines = parts.lines.map((line) =>
    isCancelled(order, line) ? line : { ...line, quantity: 0, lowered: line.quantity },
  );
  return { ...parts, lines };
}

/** Whether so many units of a line were surely cancelled and not refunded. */
function isCancelled({ lines }: Refundable, part: { position: number; quantity: number }): boolean {
  const line = lines[part.position];
  return line !== undefined && part.quantity <= line.cancelledQuantity - line.refundedQuantity;
}

/** What was paid for a line and neither refunded nor given back as a difference of an exchange. */
export function leftOfLine(order: Refundable, position: number): number {
  const line = order.lines[position];
  if (!line) return 0;
  const { amountMinor } = refundedDifferences(order, position);
  return Math.max(0, paidForLine(order, line) - line.refundedMinor - amountMinor);
}

/** Units of a line whose return is to be refunded again, because its refund was withdrawn. */
function awaitingRefund(order: Pick<OrderView, 'returns' | 'refunds'>, position: number): number {
  return order.returns
    .filter((one) => isRefundWithdrawn(order, one))
    .flatMap((one) => refundsOfReturn(order, one).at(-1)?.lines ?? [])
    .filter((part) => part.position === position)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Units of a line that may be refunded: those that were not, less those for which another variant
 * was sent. Otherwise a customer would have the money and another item. Units of a return whose
 * difference was refunded are left to the refund of that return, which deducts it, also if it was
 * closed without one; `ofReturn` is the return that is being refunded. So are units of a return whose
 * refund was withdrawn. What was sent in exchange is refunded by its own return alone.
 */
export function leftToRefund(
  order: Pick<OrderView, 'lines' | 'returns' | 'refunds'>,
  position: number,
  ofReturn?: string,
): number {
  const { lines, returns } = order;
  const line = lines[position];
  if (!line) return 0;
  const one = returns.find(({ id }) => id === ofReturn);
  if (one?.ofReturnId) {
    const came = one.lines.find((each) => each.position === position)?.received ?? 0;
    return Math.min(came, line.quantity - line.refundedQuantity);
  }
  const exchanged = returns.flatMap((one) =>
    one.lines
      .filter((each) => each.position === position && one.ofReturnId === null)
      .map(({ received, exchange }) => {
        if (exchange?.state === 'sent') return sentUnits(exchange);
        const isOther = one.id !== ofReturn && !wasRefunded(order, one);
        return isOther && exchange?.refundedMinor ? (received ?? 0) : 0;
      }),
  );
  const waiting = ofReturn === undefined ? awaitingRefund(order, position) : 0;
  const others = exchanged.reduce((sum, units) => sum + units, waiting);
  const refunded = line.refundedQuantity - refundedOfExchanges(order, position);
  return Math.max(0, line.quantity - refunded - others);
}

const NOTHING: RefundedBefore = { amountMinor: 0, taxMinor: 0 };

/** The choice at its prices. Units that were refunded before are left out. */
function wholeRefund(order: Refundable, choice: RefundChoice): RefundParts {
  const parts = choice.lines.map((chosen) =>
    chosen.isWholeLine ? restOfLine(order, chosen) : unitsOfLine(order, chosen),
  );
  const shippingMinor = choice.shipping ? refundableShipping(order) : 0;
  const shippingTaxMinor = choice.shipping
    ? Math.min(order.shippingTax.taxMinor - order.refundedShippingTaxMinor, shippingMinor)
    : 0;
  const amountMinor = parts.reduce((sum, part) => sum + part.amountMinor, shippingMinor);
  const lines = parts.filter(({ quantity }) => quantity > 0);
  return { amountMinor, shippingMinor, shippingTaxMinor, lines };
}

type LinePart = RefundParts['lines'][number];

/** Units of a line at their price. */
function unitsOfLine(
  order: Refundable,
  { position, quantity: asked, before = NOTHING }: ChosenUnits,
): LinePart {
  const { taxesIncluded } = order;
  const line = order.lines[position];
  const quantity = line ? Math.min(asked, line.quantity - line.refundedQuantity) : 0;
  if (!line || quantity <= 0) return { position, quantity: 0, amountMinor: 0, taxMinor: 0 };
  // With the differences of other units, no more goes back than was paid for the line.
  const others = refundedDifferences(order, position);
  others.amountMinor -= before.amountMinor;
  others.taxMinor -= before.taxMinor;
  const taxLeft = line.taxMinor - line.refundedTaxMinor - others.taxMinor;
  const lower = loweredOfUnits(line, quantity, taxesIncluded);
  const ofUnits = Math.max(0, Math.min(taxOfUnits(line, quantity) - lower.taxMinor, taxLeft));
  const priceMinor =
    line.unitPriceMinor * quantity - lower.netMinor + addedTax(taxesIncluded, ofUnits);
  const refundedMinor = line.refundedMinor + others.amountMinor;
  const remainingMinor = Math.min(priceMinor, paidForLine(order, line) - refundedMinor);
  const amountMinor = Math.max(0, remainingMinor - before.amountMinor);
  const taxMinor = Math.min(Math.max(0, ofUnits - before.taxMinor), amountMinor);
  return { position, quantity, amountMinor, taxMinor };
}

/**
 * All that is left of the price of a line. If earlier refunds name all its units, this one can name
 * none of them, so the amount is for no line.
 */
function restOfLine(order: Refundable, { position }: ChosenUnits): LinePart {
  const line = order.lines[position];
  if (!line) return { position, quantity: 0, amountMinor: 0, taxMinor: 0 };
  const amountMinor = paidForLine(order, line) - line.refundedMinor;
  const taxMinor = Math.min(line.taxMinor - line.refundedTaxMinor, amountMinor);
  return { position, quantity: line.quantity - line.refundedQuantity, amountMinor, taxMinor };
}

const paidForLine = ({ taxesIncluded }: Refundable, line: PricedLine) =>
  line.lineTotalMinor + addedTax(taxesIncluded, line.taxMinor);

/**
 * The tax of the next units of a line. The tax that was not refunded yet is spread over the units
 * that were not, so that the last ones get the rest. It is never more than that of as many units
 * when the order was placed: of a unit that was refunded at a lower amount, the rest of the tax
 * stays. What lowered prices is left out of it.
 */
function taxOfUnits(line: PricedLine, quantity: number): number {
  const { taxMinor } = line;
  const lowered = line.lowered.reduce((sum, one) => sum + one.taxMinor, 0);
  const refundedTaxMinor = line.refundedTaxMinor - lowered;
  const left = Array.from({ length: line.quantity - line.refundedQuantity }, () => 1);
  const parts = spread(taxMinor - refundedTaxMinor, left).slice(0, quantity);
  const sum = parts.reduce((all, part) => all + part, 0);
  return Math.min(sum, quantity * Math.ceil(taxMinor / line.quantity));
}

function withAmount(whole: RefundParts, amountMinor: number): RefundParts {
  const partsMinor = whole.lines.reduce((sum, line) => sum + line.amountMinor, whole.shippingMinor);
  if (amountMinor >= partsMinor) return { ...whole, amountMinor };
  const weights = [whole.shippingMinor, ...whole.lines.map((line) => line.amountMinor)];
  const [shippingMinor = 0, ...amounts] = spread(amountMinor, weights);
  const lines = whole.lines.map((line, i) => {
    const lower = amounts[i] ?? 0;
    return { ...line, amountMinor: lower, taxMinor: taxIn(lower, line) };
  });
  const shippingTaxMinor = taxIn(shippingMinor, {
    amountMinor: whole.shippingMinor,
    taxMinor: whole.shippingTaxMinor,
  });
  return { amountMinor, shippingMinor, shippingTaxMinor, lines };
}

/** The tax in a part of an amount, in proportion to that of the whole. */
function taxIn(part: number, whole: { amountMinor: number; taxMinor: number }): number {
  return spread(part, [whole.taxMinor, whole.amountMinor - whole.taxMinor])[0] ?? 0;
}
