/** The part of the model that is about returns, and about what goes out in exchange for them. */

import { plainTax } from '../support/plain-money.ts';
import { giveBack, isExtraPaid, leftToExchange, mayStillExchange } from './extra-model.ts';
import type {
  ModelExchange,
  ModelReturn,
  ModelReturnLine,
  OrderModel,
  Refund,
  RefundOfReturn,
  Units,
} from './order-model.ts';

/** How long customers may ask for a return, and how long an exchange waits for it, in days. */
export const RETURN_DAYS = 30;
export const EXCHANGE_DAYS = 14;

/** A line of a request: with the SKU of what is wanted, and its price as it was shown. */
export type WantedLine = Units[number] & { wanted: string | null; shownMinor: number | null };

export const stateOf = ({ parcelId, released, quantity }: ModelExchange) =>
  parcelId ? 'sent' : released === quantity ? 'released' : 'reserved';

export const isReserved = ({ exchange }: ModelReturnLine): boolean =>
  exchange !== null && stateOf(exchange) === 'reserved';

/** What its customer may send back now. */
export function ownReturnable(model: OrderModel): number[] {
  const fresh = model.deliveredSince(model.today - RETURN_DAYS + 1);
  return model.returnable.map((units, at) => Math.min(units, fresh[at] ?? 0));
}

export function requestStop(
  model: OrderModel,
  lines: WantedLine[],
  { isStaff, pricesIncludeTax }: { isStaff: boolean; pricesIncludeTax: boolean },
): string | null {
  if (model.status !== 'paid') return 'payment_incomplete';
  const most = isStaff ? model.returnable : ownReturnable(model);
  if (!model.fits(lines, most)) return 'not_returnable';
  const wanted = lines.filter((line) => line.wanted !== null);
  if (wanted.length === 0) return null;
  if (pricesIncludeTax !== model.isIncluded) return 'not_exchangeable';
  for (const { position, quantity, wanted: sku, shownMinor } of wanted) {
    const { others } = model.line(position);
    const variant = others.find((other) => other.sku === sku);
    if (!variant || quantity > leftToExchange(model, position, null)) return 'not_exchangeable';
    if (shownMinor !== null && shownMinor !== variant.priceMinor) return 'price_changed';
  }
  // No two lines are of one product.
  const isShort = wanted.some(
    ({ wanted: sku, quantity }) => quantity > (model.stock.get(sku ?? '') ?? 0),
  );
  return isShort ? 'out_of_stock' : null;
}

export function request(model: OrderModel, id: string, lines: WantedLine[]): void {
  const asked = lines.map(({ position, quantity, wanted: sku }): ModelReturnLine => {
    const variant = model.line(position).others.find((other) => other.sku === sku);
    if (variant) model.move(variant.sku, -quantity);
    const fresh = { released: 0, because: null, refundedMinor: 0, parcelId: null, waivedMinor: 0 };
    const exchange = variant ? { ...variant, quantity, ...fresh } : null;
    return { position, quantity, received: null, restocked: false, exchange };
  });
  model.returns.push({
    ...{ id, state: 'requested', approvedDay: 0, isRefunded: false },
    ...{ lines: asked, intents: [] },
  });
}

/**
 * Puts what is reserved back into the stock, but for so many units of each line, and refunds what was
 * paid for it.
 */
export function release(
  model: OrderModel,
  one: ModelReturn,
  because: string,
  keepOf: (line: ModelReturnLine) => number = () => 0,
): void {
  for (const line of one.lines.filter(isReserved)) {
    const exchange = line.exchange as ModelExchange;
    const units = exchange.quantity - exchange.released;
    const back = units - Math.min(units, keepOf(line));
    model.move(exchange.sku, back);
    exchange.released += back;
    if (back > 0 && exchange.released === exchange.quantity) exchange.because = because;
  }
  giveBack(model, one);
}

/** What comes of each line of a return. */
export type Came = { line: ModelReturnLine; received: number; restocked: boolean }[];

/** A repeat that says the same finds it done. */
export const isSameAsCame = (came: Came): boolean =>
  came.every(
    ({ line, received, restocked }) => line.received === received && line.restocked === restocked,
  );

export function receive(model: OrderModel, one: ModelReturn, came: Came): void {
  let left = model.leftMinor;
  let amountMinor = 0;
  const receivedOf = new Map(came.map(({ line, received }) => [line, received]));
  const before = one.lines.map(({ exchange }) => (exchange ? { ...exchange } : null));
  release(model, one, 'not_received', (line) => receivedOf.get(line) ?? 0);
  for (const [at, { line, received, restocked }] of came.entries()) {
    const was = before[at];
    Object.assign(line, { received, restocked });
    if (restocked) model.move(model.line(line.position).sku, received);
    if (!was || !line.exchange || stateOf(was) === 'released') continue;
    const units = Math.min(
      received,
      was.quantity - was.released,
      leftToExchange(model, line.position, one),
    );
    const { priceMinor, ppm } = model.line(line.position);
    const net = (priceMinor - was.priceMinor + was.waivedMinor) * units;
    const whole = net + (model.isIncluded ? 0 : plainTax(net, ppm, false));
    const refundedMinor = Math.max(0, Math.min(whole, left, model.leftOfLine(line.position)));
    line.exchange.refundedMinor = refundedMinor;
    left -= refundedMinor;
    amountMinor += refundedMinor;
  }
  one.state = 'received';
  // It is a refund for no line: the customer keeps an item of that line.
  if (amountMinor > 0)
    model.book({ amountMinor, shippingMinor: 0, shippingTaxMinor: 0, lines: [] });
}

export function shipStop(model: OrderModel, one: ModelReturn): string | null {
  if (one.lines.some(({ exchange }) => exchange?.parcelId)) return null;
  const going = one.lines.filter(isReserved);
  if (going.length === 0 || !['in_transit', 'received'].includes(one.state)) return 'return_state';
  const stop = model.shippingStop();
  if (stop) return stop;
  if (!isExtraPaid(model, one)) return 'payment_incomplete';
  const isRefunded = going.some(
    ({ position, exchange: e }) =>
      e !== null && e.quantity - e.released > leftToExchange(model, position, one),
  );
  return isRefunded ? 'return_state' : null;
}
export function ship(model: OrderModel, one: ModelReturn, parcelId: string): void {
  if (!one.lines.some(isReserved)) return;
  const units: Units = [];
  for (const { position, exchange } of one.lines.filter(isReserved)) {
    if (!exchange) continue;
    exchange.parcelId = parcelId;
    units.push({ position, quantity: exchange.quantity - exchange.released });
  }
  model.changeUnits({ kind: 'exchange', units });
  model.parcels.push({ id: parcelId, units: [], deliveredDay: null });
  if (one.state === 'received' && refundableOf(model, one).length === 0) one.state = 'closed';
}

export function cancelExchangeStop(one: ModelReturn): string | null {
  if (one.lines.some(({ exchange }) => exchange?.because === 'cancelled')) return null;
  const isOpen = ['in_transit', 'received'].includes(one.state);
  return isOpen && one.lines.some(isReserved) ? null : 'return_state';
}
export function cancelExchange(model: OrderModel, one: ModelReturn): void {
  if (one.lines.some(({ exchange }) => exchange?.because === 'cancelled')) return;
  release(model, one, 'cancelled');
}

export function closeStop({ state, lines }: ModelReturn): string | null {
  if (state === 'closed' || state === 'in_transit') return null;
  return state === 'received' && !lines.some(isReserved) ? null : 'return_state';
}

/**
 * What the job does with exchanges that can't be sent because of refunds, and with those whose
 * returns have not come, or were not paid for, in time.
 */
export function releaseEnded(model: OrderModel): void {
  for (const one of model.returns.filter(({ lines }) => lines.some(isReserved))) {
    const isLate = one.approvedDay + EXCHANGE_DAYS <= model.today;
    if (!mayStillExchange(model, one)) release(model, one, 'refunded');
    else if (one.state === 'in_transit' && isLate) release(model, one, 'late');
    else if (one.state === 'received' && isLate && !isExtraPaid(model, one)) {
      release(model, one, 'unpaid');
    }
  }
}

/** Units of a return's line that came, less those for which something goes out. */
function cameForMoney({ received, exchange: e }: ModelReturnLine): number {
  const came = received ?? 0;
  return came - (e ? Math.min(came, e.quantity - e.released) : 0);
}

/** What the refund of a received return is for: what came for money and was not refunded. */
export function refundableOf(model: OrderModel, one: ModelReturn): Units {
  return one.lines.flatMap((each) => {
    const { cancelled, restocked, refunded, kept } = model.line(each.position);
    const came = model.returns
      .flatMap(({ lines }) => lines)
      .filter(({ position }) => position === each.position)
      .reduce((sum, line) => sum + cameForMoney(line), 0);
    const back = came + cancelled + restocked - (refunded - kept);
    const quantity = Math.min(cameForMoney(each), back);
    return quantity > 0 ? [{ position: each.position, quantity }] : [];
  });
}

/**
 * The refund of a return, with what staff chose. Differences that were refunded for exchanges which
 * were cancelled afterwards are taken off their lines.
 */
export function refundOfReturn(
  model: OrderModel,
  one: ModelReturn,
  { shipping, amountMinor }: RefundOfReturn,
): Refund & { stop: string | null } {
  const units = refundableOf(model, one).map((each) => ({
    ...each,
    beforeMinor: one.lines
      .filter(({ position }) => position === each.position)
      .reduce(
        (sum, { exchange: e }) => sum + (e && stateOf(e) === 'released' ? e.refundedMinor : 0),
        0,
      ),
  }));
  const refund: Refund = { units, shipping, amountMinor };
  const stop = (code: string) => ({ ...refund, stop: code });
  if (one.state !== 'received' || one.lines.some(isReserved)) return stop('return_state');
  const isTyped = amountMinor !== null;
  if (refund.units.length === 0 && !shipping && !isTyped) return stop('amount_mismatch');
  return { ...refund, stop: model.refundingStop(refund, false, one) };
}
