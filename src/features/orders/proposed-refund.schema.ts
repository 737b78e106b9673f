/**
 * What a refund of an order is for. Calls and pages compute it here, and browsers while staff choose
 * units. All amounts are in minor units.
 */
import { spread } from '#shared/spread.ts';
import type { OrderView } from './orders.schema.ts';

/** The parts of an order that are to be refunded. */
export interface RefundChoice {
  lines: { position: number; quantity: number }[];
  /** Whether to refund the shipping, as far as it was not refunded yet. */
  shipping: boolean;
}

/** The parts of a refund. Its amount may be higher than their sum; the rest is for no line. */
export interface RefundParts {
  amountMinor: number;
  shippingMinor: number;
  lines: { position: number; quantity: number; amountMinor: number }[];
}

type PricedLine = Pick<
  OrderView['lines'][number],
  'quantity' | 'unitPriceMinor' | 'lineTotalMinor' | 'refundedQuantity' | 'refundedMinor'
>;

/** The parts of an order that `proposedRefund` needs. */
export interface Refundable {
  lines: PricedLine[];
  shippingMinor: number;
  refundedShippingMinor: number;
  payment: Pick<NonNullable<OrderView['payment']>, 'refundableMinor'> | null;
}

/**
 * The proposed refund for a choice: the prices of the units and the shipping, less what was
 * refunded of them. It is never more than may still be refunded for the order.
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

/** The choice at its prices. Units that were refunded before are left out. */
function wholeRefund(order: Refundable, choice: RefundChoice): RefundParts {
  const lines = choice.lines.flatMap(({ position, quantity: asked }) => {
    const line = order.lines[position];
    const quantity = line ? Math.min(asked, line.quantity - line.refundedQuantity) : 0;
    if (!line || quantity <= 0) return [];
    const remainingMinor = line.lineTotalMinor - line.refundedMinor;
    const amountMinor = Math.min(line.unitPriceMinor * quantity, remainingMinor);
    return [{ position, quantity, amountMinor }];
  });
  const shippingMinor = choice.shipping ? order.shippingMinor - order.refundedShippingMinor : 0;
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, shippingMinor);
  return { amountMinor, shippingMinor, lines };
}

function withAmount(whole: RefundParts, amountMinor: number): RefundParts {
  if (amountMinor >= whole.amountMinor) return { ...whole, amountMinor };
  const weights = [whole.shippingMinor, ...whole.lines.map((line) => line.amountMinor)];
  const [shippingMinor = 0, ...amounts] = spread(amountMinor, weights);
  const lines = whole.lines.map((line, i) => ({ ...line, amountMinor: amounts[i] ?? 0 }));
  return { amountMinor, shippingMinor, lines };
}
