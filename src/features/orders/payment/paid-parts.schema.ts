/**
 * Which payments the price of a unit lies in, and what goes back of them: the one place of the rule.
 * A dearer exchange puts an extra payment on top of what was paid before. What goes back is taken
 * from the top, so what each payment holds follows from the prices. All amounts are in minor units.
 */
import { spread } from '#shared/spread.ts';
import { taxOf } from '#shared/taxes.ts';
import type { ExtraReturnKind } from '../../order-tables/extra-returns.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import {
  type RefundedBefore,
  refundedOfExchanges,
  sentUnits,
  withTaxOf,
} from '../returns/exchange-units.schema.ts';
import { exchangesBefore } from '../returns/exchanged-items.schema.ts';
import type { ExtraReturnView, ReturnView } from '../returns/return-view.schema.ts';
import { keptOf } from './extra-payment.schema.ts';

type Returning = Pick<ReturnView, 'id' | 'ofReturnId' | 'extraReturns'>;

/** Units of a line that came back with a return. */
interface Units {
  position: number;
  quantity: number;
}

/** What goes back of a price, without tax. */
interface TakenParts {
  /** Of the order's own payment, for all units. */
  orderMinor: number;
  /** Of the extra payments of earlier returns, the last one first. */
  extras: { paidBy: string; netMinor: number }[];
}

/** What goes back when the price of units falls to `toMinor`: the top of what was paid for them. */
function partsAbove(
  { lines, returns }: Pick<OrderView, 'lines' | 'returns'>,
  { ofReturnId }: Returning,
  { position, quantity }: Units,
  toMinor: number,
): TakenParts {
  const before = exchangesBefore(returns, ofReturnId, position);
  const bought = lines[position]?.unitPriceMinor ?? 0;
  const prices = [bought, ...before.map(({ exchange }) => exchange.unitPriceMinor)];
  /** What lies above the price before this exchange, and was not given back since. */
  const heldAbove = (bottom: number, step: number) =>
    Math.max(0, Math.min(...prices.slice(step)) - Math.max(bottom, toMinor)) * quantity;
  const extras = before.map(({ returnId }, index) => ({
    paidBy: returnId,
    netMinor: heldAbove(prices[index] ?? 0, index + 1),
  }));
  return {
    orderMinor: heldAbove(0, 0),
    extras: extras.filter(({ netMinor }) => netMinor > 0).toReversed(),
  };
}

/** An amount of a line, with the tax that was paid for it in addition. */
function withTax(
  { taxesIncluded, lines }: Pick<OrderView, 'taxesIncluded' | 'lines'>,
  position: number,
  netMinor: number,
): number {
  return netMinor + (taxesIncluded ? 0 : taxOf(netMinor, lines[position]?.taxPpm ?? 0, false));
}

/** What goes back for units, with its tax: of the order's payment, and of extra payments. */
export interface GivenBack {
  orderMinor: number;
  extras: ExtraReturnView[];
}

/**
 * What goes back for units of a return whose price falls to `toMinor`. The tax of an extra payment is
 * that of all its parts together, so that the last one gets what is left.
 */
export function givenBack(
  order: OrderView,
  one: Returning,
  units: Units,
  { kind, toMinor }: { kind: ExtraReturnKind; toMinor: number },
): GivenBack {
  const { position } = units;
  const taken = partsAbove(order, one, units, toMinor);
  const extras = taken.extras.flatMap(({ paidBy, netMinor: whole }) => {
    // An exchange that was cancelled after its difference was refunded.
    const own = one.extraReturns
      .filter((part) => part.position === position && part.paidBy === paidBy)
      .reduce((sum, part) => sum + part.netMinor, 0);
    const netMinor = whole - own;
    if (netMinor <= 0) return [];
    const before = order.returns
      .flatMap(({ extraReturns }) => extraReturns)
      .filter((part) => part.position === position && part.paidBy === paidBy)
      .reduce((sum, part) => sum + part.netMinor, 0);
    const amountMinor =
      withTax(order, position, before + netMinor) - withTax(order, position, before);
    return [{ position, paidBy, kind, netMinor, amountMinor }];
  });
  return { orderMinor: withTax(order, position, taken.orderMinor), extras };
}

/**
 * How much of the differences that were refunded of the order's payment for earlier exchanges belongs
 * to units of a return, with its tax: that of all units together is the tax of their credit note.
 * `isReturned` says whether that of an earlier return was.
 */
export function earlierDifferences(
  order: OrderView,
  { ofReturnId }: Returning,
  { position, quantity }: Units,
  isReturned: (returnId: string) => boolean,
): RefundedBefore {
  const sum = { amountMinor: 0, taxMinor: 0 };
  for (const { returnId, exchange } of exchangesBefore(order.returns, ofReturnId, position)) {
    if (!isReturned(returnId)) continue;
    const came = receivedOf(order, returnId, position);
    // Only units that came have a difference; one that was sent before may wait for its item.
    const units = Array.from({ length: Math.min(sentUnits(exchange), came) }, () => 1);
    const parts = spread(exchange.refundedMinor, units);
    const upTo = (end: number) =>
      withTaxOf(
        order,
        position,
        parts.slice(0, end).reduce((all, part) => all + part, 0),
      );
    const start = refundedBelow(order, returnId, position);
    const [from, to] = [upTo(start), upTo(start + quantity)];
    sum.amountMinor += to.amountMinor - from.amountMinor;
    sum.taxMinor += to.taxMinor - from.taxMinor;
  }
  return sum;
}

function receivedOf({ returns }: OrderView, returnId: string, position: number): number {
  const one = returns.find(({ id }) => id === returnId);
  return one?.lines.find((line) => line.position === position)?.received ?? 0;
}

/** Units that an exchange sent, or that were sent for them later, and that were refunded. */
export function refundedBelow(
  order: Pick<OrderView, 'returns' | 'refunds'>,
  returnId: string,
  position: number,
): number {
  const later = order.returns.filter(({ ofReturnId }) => ofReturnId === returnId);
  return later.reduce(
    (sum, { id }) => sum + refundedBelow(order, id, position),
    refundedOfExchanges(order, position, returnId),
  );
}

/** How much of what goes back was paid outside of the shop, so that staff give it back themselves. */
export function outsideOf(
  { payment, returns }: Pick<OrderView, 'payment' | 'returns'>,
  {
    orderMinor,
    extras,
  }: { orderMinor: number; extras: Pick<ExtraReturnView, 'paidBy' | 'amountMinor'>[] },
): number {
  const isOutside = (paidBy: string) =>
    returns.find(({ id }) => id === paidBy)?.extra?.payment?.isOutside === true;
  return extras
    .filter(({ paidBy }) => isOutside(paidBy))
    .reduce((sum, { amountMinor }) => sum + amountMinor, payment?.isOutside ? orderMinor : 0);
}

/** What goes back of an extra payment because of a return. */
export interface PayerShare {
  paidBy: string;
  parts: ExtraReturnView[];
  /** Never more than is left of it: the provider may have refunded a part without the shop. */
  availableMinor: number;
  /** What the shop keeps too little, which no return gives back again. */
  missingMinor: number;
}

/** The parts of extra payments by payment, the last one first. */
export function sharesOf(order: OrderView, parts: ExtraReturnView[]): PayerShare[] {
  return [...new Set(parts.map(({ paidBy }) => paidBy))].map((paidBy) => {
    const own = parts.filter((part) => part.paidBy === paidBy);
    const wholeMinor = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const extra = order.returns.find(({ id }) => id === paidBy)?.extra ?? null;
    const keptMinor = keptOf(extra?.payment ?? null);
    const missingMinor = Math.max(0, (extra?.dueMinor ?? 0) - keptMinor);
    const availableMinor = Math.max(0, wholeMinor - missingMinor);
    return { paidBy, parts: own, availableMinor, missingMinor };
  });
}

/** The parts of a payment at a lower amount, spread over them by largest remainder. */
export function lowerShare(
  { parts, missingMinor }: PayerShare,
  amountMinor: number,
): ExtraReturnView[] {
  const weights = parts.map((part) => part.amountMinor);
  const amounts = spread(amountMinor === 0 ? 0 : amountMinor + missingMinor, weights);
  return parts.map((part, index) => ({ ...part, amountMinor: amounts[index] ?? 0 }));
}
