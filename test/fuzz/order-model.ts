/**
 * A plain model of an order's life after it is placed: what may be done, and what it changes. It
 * knows nothing of the shop's code. Money in minor units, times in days since the order was placed.
 * What asks whether something may be done returns the code of the refusal, or null.
 */
import {
  atAmount,
  type PaidLine,
  type PaidShipping,
  plainTax,
  type RefundParts,
} from '../support/plain-money.ts';
import {
  type KeptUnits,
  refundedByCancelling,
  replayUnits,
  type UnitChange,
} from './kept-units.ts';
import { wholeRefund } from './whole-refund.ts';

export interface ModelLine extends PaidLine, KeptUnits {
  sku: string;
  /** The rate of its tax in parts per million. */
  ppm: number | null;
  cancelled: number;
  sent: number;
  /** Units that refunds put back into the stock. */
  restocked: number;
  /** The other variants of its product, which it may be exchanged for. */
  others: Variant[];
}

export interface Variant {
  sku: string;
  priceMinor: number;
}

export interface ModelReturn {
  id: string;
  state: 'requested' | 'in_transit' | 'received' | 'closed' | 'declined' | 'withdrawn';
  approvedDay: number;
  /** Whether a refund ended it. */
  isRefunded: boolean;
  lines: ModelReturnLine[];
  /** Its extra payments, as they began. */
  intents: ModelIntent[];
}

/** A payment of what a return's exchanges cost more. */
export interface ModelIntent {
  /** Null for money that came outside of the shop. */
  clientSecret: string | null;
  amountMinor: number;
  /**
   * `confirmed`: the card is charged, and the shop does not know it. `captured`: the shop has
   * recorded it. `refunded`: the shop could not take it.
   */
  state: 'open' | 'confirmed' | 'stopped' | 'captured' | 'refunded';
  refundedMinor: number;
  /** What its invoice lists. */
  lines: { sku: string; quantity: number; amountMinor: number; taxMinor: number }[];
}

export interface ModelReturnLine {
  position: number;
  quantity: number;
  received: number | null;
  restocked: boolean;
  exchange: ModelExchange | null;
}

export interface ModelExchange {
  sku: string;
  priceMinor: number;
  /** How much of the price of a unit staff waived. */
  waivedMinor: number;
  quantity: number;
  released: number;
  because: string | null;
  refundedMinor: number;
  parcelId: string | null;
}

export interface ModelParcel {
  id: string;
  /** None for what goes out in exchange. */
  units: Units;
  deliveredDay: number | null;
}

/** Units of lines by their position. */
export type Units = { position: number; quantity: number }[];

/** What a refund is for: units, the shipping, an amount that staff typed. */
export interface Refund {
  /** With the differences that were refunded for them before. */
  units: (Units[number] & { beforeMinor?: number; isRest?: boolean })[];
  shipping: boolean;
  /** Null for what the shop proposes. */
  amountMinor: number | null;
}

/** What staff choose of the refund of a return: its units are those that came. */
export type RefundOfReturn = Omit<Refund, 'units'>;

export type DoneRefund = RefundParts & { restocked: boolean };

export interface Bought extends Variant {
  bought: number;
  ppm: number | null;
  others: Variant[];
}

export class OrderModel {
  status: 'pending' | 'paid' | 'cancelled' = 'pending';
  today = 0;
  paidDay = 0;
  isHeld = false;
  /** Whether its customer cancelled it: a repeat changes nothing. */
  isCancelledByOwner = false;
  readonly parcels: ModelParcel[] = [];
  /** What decided which units are not to be shipped, in its order. */
  readonly unitChanges: UnitChange[] = [];
  readonly returns: ModelReturn[] = [];
  readonly refunds: DoneRefund[] = [];
  /** The documents of extra payments and their refunds. */
  readonly papers: string[] = [];
  readonly lines: ModelLine[];
  readonly shipping: PaidShipping;
  readonly isIncluded: boolean;
  /** Units on hand by SKU. */
  readonly stock: Map<string, number>;

  constructor(
    goods: Bought[],
    shipping: { minor: number; ppm: number | null },
    isIncluded: boolean,
    stock: Map<string, number>,
  ) {
    const none = { refunded: 0, refundedMinor: 0, refundedTaxMinor: 0 };
    this.isIncluded = isIncluded;
    this.stock = stock;
    this.shipping = {
      minor: shipping.minor,
      taxMinor: plainTax(shipping.minor, shipping.ppm, isIncluded),
      ...none,
    };
    this.lines = goods.map((line) => ({
      ...line,
      ...none,
      lowered: [],
      taxMinor: plainTax(line.priceMinor * line.bought, line.ppm, isIncluded),
      ...{ cancelled: 0, sent: 0, kept: 0, unrefunded: 0, restocked: 0 },
    }));
    for (const { sku, bought } of goods) this.move(sku, -bought);
  }

  get taxMinor(): number {
    return this.lines.reduce((sum, { taxMinor }) => sum + taxMinor, this.shipping.taxMinor);
  }
  get totalMinor(): number {
    const start = this.shipping.minor + (this.isIncluded ? 0 : this.taxMinor);
    return this.lines.reduce((sum, line) => sum + line.priceMinor * line.bought, start);
  }
  get refundedMinor(): number {
    return this.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  }
  get leftMinor(): number {
    return this.status === 'paid' ? this.totalMinor - this.refundedMinor : 0;
  }
  get toShip(): number[] {
    return this.lines.map(({ bought, cancelled, sent }) => bought - cancelled - sent);
  }
  /** What goes out when no units are named. */
  get toPack(): Units {
    const left = this.lines.map(({ kept }, at) => (this.toShip[at] ?? 0) - kept);
    return left.flatMap((quantity, position) => (quantity > 0 ? [{ position, quantity }] : []));
  }
  get isOpen(): boolean {
    return this.toShip.some((units) => units > 0);
  }
  get delivered(): number[] {
    return this.deliveredSince(0);
  }
  deliveredSince(day: number): number[] {
    const units = this.parcels.flatMap((one) =>
      one.deliveredDay !== null && one.deliveredDay >= day ? one.units : [],
    );
    return this.lines.map((_, at) => sumAt(units, at));
  }
  /** Units that are back, on their way back, or may come; and those whose exchange is gone. */
  get returned(): number[] {
    const parts = this.returns.flatMap(({ state, lines }) =>
      lines.map(({ position, quantity, received, exchange }) => {
        const isOver = state === 'declined' || state === 'withdrawn';
        const mayCome = isOver || (state === 'closed' && received === null) ? 0 : quantity;
        const gone = exchange?.parcelId ? exchange.quantity - exchange.released : 0;
        return { position, quantity: Math.max(received ?? mayCome, gone) };
      }),
    );
    return this.lines.map((_, at) => sumAt(parts, at));
  }
  /** Delivered units that have not come back: what staff may ask back. */
  get returnable(): number[] {
    const { delivered, returned } = this;
    return this.lines.map(({ sent, restocked }, at) =>
      Math.max(0, Math.min(delivered[at] ?? 0, sent - restocked) - (returned[at] ?? 0)),
    );
  }

  get fulfillmentStatus(): string {
    const parcels = this.parcels.filter(({ units }) => units.length > 0);
    if (this.isHeld && this.isOpen) return 'on_hold';
    if (parcels.length === 0) return this.isOpen ? 'unfulfilled' : 'cancelled';
    if (this.isOpen) return 'partly_fulfilled';
    return parcels.every((one) => one.deliveredDay !== null) ? 'delivered' : 'fulfilled';
  }
  get returnStatus(): string {
    const states = this.returns.map(({ state }) => state);
    for (const open of ['requested', 'in_transit', 'received'] as const) {
      if (states.includes(open)) return open;
    }
    return states.includes('closed') || states.includes('declined') ? 'closed' : 'none';
  }

  /** Whether units are asked for, and of no line more than there are. */
  fits(units: Units, most: number[]): boolean {
    return (
      units.length > 0 && units.every(({ position, quantity }) => quantity <= (most[position] ?? 0))
    );
  }

  pay(): void {
    this.status = 'paid';
    this.paidDay = this.today;
  }
  delete(): void {
    this.status = 'cancelled';
    for (const { sku, bought } of this.lines) this.move(sku, bought);
  }

  /** Why nothing may be sent. */
  shippingStop(): string | null {
    if (this.status !== 'paid') return 'payment_incomplete';
    if (this.leftMinor === 0) return 'order_closed';
    return this.isHeld ? 'order_on_hold' : null;
  }
  sendingStop(units: Units): string | null {
    return this.shippingStop() ?? (this.fits(units, this.toShip) ? null : 'already_shipped');
  }
  send(id: string, units: Units): void {
    for (const { position, quantity } of units) this.line(position).sent += quantity;
    this.parcels.push({ id, units, deliveredDay: null });
    this.changeUnits({ kind: 'send', id, units });
  }
  changeUnits(change: UnitChange): void {
    this.unitChanges.push(change);
    replayUnits(this);
  }

  holdingStop(): string | null {
    if (this.isHeld) return null;
    if (this.status !== 'paid') return 'payment_incomplete';
    return this.isOpen ? null : 'already_shipped';
  }

  cancellingStop(units: Units, amountMinor: number | null): string | null {
    if (this.status !== 'paid') return 'payment_incomplete';
    if (!this.fits(units, this.toShip)) return 'already_shipped';
    return (amountMinor ?? 0) <= this.leftMinor ? null : 'amount_mismatch';
  }
  cancel(units: Units, { restock, amountMinor }: { restock: boolean; amountMinor: number | null }) {
    const isAll = this.lines.every(
      ({ bought, cancelled }, at) => cancelled + sumAt(units, at) === bought,
    );
    const toRefund = refundedByCancelling(this.lines, units);
    const parts = this.partsOf({ units: toRefund, shipping: isAll, amountMinor });
    for (const { position, quantity } of units) {
      const line = this.line(position);
      line.cancelled += quantity;
      if (restock) this.move(line.sku, quantity);
    }
    this.changeUnits({ kind: 'cancel', units });
    if (parts.amountMinor > 0) this.book(parts);
  }
  /** The customer's own cancellation: all of it, on the day of the payment. */
  ownCancellingStop(): string | null {
    if (this.isCancelledByOwner) return null;
    const isSoon = this.status === 'paid' && this.today === this.paidDay;
    const isUnsent = this.parcels.length === 0 && !this.isHeld && this.isOpen;
    return isSoon && isUnsent ? null : 'not_cancellable';
  }

  /** `of` is the return whose refund it is. */
  refundingStop(refund: Refund, restock: boolean, of: ModelReturn | null = null): string | null {
    const { units, amountMinor } = refund;
    const left = this.lines.map(
      ({ bought, refunded }, at) => bought - refunded - this.notRefundable(at, of),
    );
    if (!(units.length === 0 || this.fits(units, left))) return 'amount_mismatch';
    const isPaid = this.status === 'paid';
    const amount = this.partsOf(refund).amountMinor;
    if (isPaid && amount === 0) return 'amount_mismatch';
    const { returned } = this;
    const back = this.lines.map(
      ({ sent, restocked }, at) => sent - restocked - (returned[at] ?? 0),
    );
    if (restock && !this.fits(units, back)) return 'not_returnable';
    if (!isPaid) return 'payment_incomplete';
    return (amountMinor ?? 0) <= this.leftMinor ? null : 'amount_mismatch';
  }

  /**
   * Units of a line for which another variant was sent, and those whose difference was refunded and
   * whose return was not.
   */
  notRefundable(at: number, of: ModelReturn | null): number {
    return this.returns
      .flatMap((one) => one.lines.map((line) => ({ one, line })))
      .filter(({ line }) => line.position === at)
      .reduce((sum, { one, line: { received, exchange: e } }) => {
        if (e?.parcelId) return sum + e.quantity - e.released;
        const isSettled = !one.isRefunded && one !== of && (e?.refundedMinor ?? 0) > 0;
        return sum + (isSettled ? (received ?? 0) : 0);
      }, 0);
  }

  /** What a choice costs, less what was refunded of it; or what staff typed, shared out. */
  partsOf(refund: Refund): RefundParts {
    const whole = wholeRefund(this, refund);
    return atAmount(whole, refund.amountMinor ?? Math.min(whole.amountMinor, this.leftMinor));
  }

  /** What was paid for a line, and neither refunded nor given back as a difference. */
  leftOfLine(at: number): number {
    const { priceMinor, bought, taxMinor, refundedMinor } = this.line(at);
    const paid = priceMinor * bought + (this.isIncluded ? 0 : taxMinor);
    return this.differencesOf(at).reduce((left, minor) => left - minor, paid - refundedMinor);
  }

  /** The differences that were refunded for a line, of each return. */
  differencesOf(at: number): number[] {
    return this.returns
      .flatMap(({ lines }) => lines)
      .filter(({ position }) => position === at)
      .map(({ exchange: e }) => e?.refundedMinor ?? 0);
  }

  /** What came back (`restock`, `isBack`) is settled at any amount. */
  refund(refund: Refund, { restock = false, isBack = false } = {}): void {
    const parts = this.partsOf(refund);
    const proposed = this.partsOf({ ...refund, amountMinor: null }).amountMinor;
    const isLower = !isBack && !restock && (refund.amountMinor ?? proposed) < proposed;
    const lines = parts.lines.map((one) => {
      const { cancelled, refunded } = this.line(one.position);
      // Units that were cancelled and not refunded are settled, too.
      if (one.quantity <= cancelled - refunded) return one;
      return { ...one, quantity: 0, lowered: one.quantity };
    });
    this.book(isLower ? { ...parts, lines } : parts, restock);
    if (!restock) return;
    for (const { position, quantity } of refund.units) {
      this.line(position).restocked += quantity;
      this.move(this.line(position).sku, quantity);
    }
  }
  book(parts: RefundParts, restocked = false): void {
    this.refunds.push({ ...parts, restocked });
    for (const { position, quantity, lowered, amountMinor, taxMinor } of parts.lines) {
      const line = this.line(position);
      if (lowered > 0) line.lowered.push({ units: lowered, amountMinor, taxMinor });
      line.refunded += quantity;
      line.refundedMinor += amountMinor;
      line.refundedTaxMinor += taxMinor;
    }
    this.changeUnits({ kind: 'refund', units: parts.lines });
    this.shipping.refundedMinor += parts.shippingMinor;
    this.shipping.refundedTaxMinor += parts.shippingTaxMinor;
  }

  move(sku: string, units: number): void {
    this.stock.set(sku, (this.stock.get(sku) ?? 0) + units);
  }

  line(position: number): ModelLine {
    const line = this.lines[position];
    if (!line) throw new Error(`The order has no line ${position}.`);
    return line;
  }
}

export function sumAt(units: Units, at: number): number {
  return units.reduce((sum, { position, quantity }) => sum + (position === at ? quantity : 0), 0);
}
