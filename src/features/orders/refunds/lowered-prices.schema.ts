/**
 * By how much refunds have lowered the price of each unit of a line. A refund says of how many units
 * it lowers the price, and not of which: it is of the last ones, which are refunded last, so that the
 * others go back at their whole price. No unit costs less than nothing; then the one before it costs
 * less, too.
 */
import { spread } from '#shared/spread.ts';
import { addedTax } from '#shared/taxes.ts';
import type { OrderLineView } from '../orders.schema.ts';

type Line = Pick<OrderLineView, 'quantity' | 'unitPriceMinor' | 'refundedQuantity' | 'lowered'>;

/** Without a tax on top of the price, and the tax. In minor units. */
interface Lowered {
  netMinor: number;
  taxMinor: number;
}

/** By how much the price of the next units to be refunded was lowered. */
export function loweredOfUnits(line: Line, quantity: number, taxesIncluded: boolean): Lowered {
  const sum = { netMinor: 0, taxMinor: 0 };
  const next = line.refundedQuantity;
  for (const unit of loweredUnits(line, taxesIncluded).slice(next, next + quantity)) {
    sum.netMinor += unit.netMinor;
    sum.taxMinor += unit.taxMinor;
  }
  return sum;
}

function loweredUnits(line: Line, taxesIncluded: boolean): Lowered[] {
  const all = Array.from({ length: line.quantity }, () => ({ netMinor: 0, taxMinor: 0 }));
  for (const { units, amountMinor, taxMinor } of line.lowered) {
    const netMinor = amountMinor - addedTax(taxesIncluded, taxMinor);
    const rooms = all.map((unit) => line.unitPriceMinor - unit.netMinor);
    const parts = fill(netMinor, units, rooms);
    const taxes = spread(taxMinor, parts);
    for (const [nr, unit] of all.entries()) {
      unit.netMinor += parts[nr] ?? 0;
      unit.taxMinor += taxes[nr] ?? 0;
    }
  }
  return all;
}

/** Spreads an amount over the last units; what is more than their room goes to those before them. */
function fill(amountMinor: number, units: number, rooms: readonly number[]): number[] {
  const isLast = rooms.map((_, nr) => (nr < rooms.length - units ? 0 : 1));
  const parts = spread(amountMinor, isLast).map((part, nr) => Math.min(part, rooms[nr] ?? 0));
  let rest = parts.reduce((left, part) => left - part, amountMinor);
  for (let nr = rooms.length - 1; nr >= 0; nr -= 1) {
    const more = Math.min(rest, (rooms[nr] ?? 0) - (parts[nr] ?? 0));
    parts[nr] = (parts[nr] ?? 0) + more;
    rest -= more;
  }
  return parts;
}
