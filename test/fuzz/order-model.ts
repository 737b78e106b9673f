/**
 * A plain model of an order's life after it is placed: what may be done, and what it changes. It
 * knows nothing of the shop's code. Money in minor units.
 */

export interface ModelLine {
  sku: string;
  priceMinor: number;
  bought: number;
  cancelled: number;
  sent: number;
  /** Units that refunds put back into the stock. */
  restocked: number;
  refunded: number;
  refundedMinor: number;
  /** By how much the units on hand differ from before the order. */
  onHand: number;
}

export interface ModelReturn {
  id: string;
  state: 'requested' | 'in_transit' | 'received' | 'closed' | 'declined' | 'withdrawn';
  lines: { position: number; quantity: number; received: number | null; restocked: boolean }[];
}

/** Units of lines by their position. */
export type Units = { position: number; quantity: number }[];

/** What a refund is for: units, the shipping, an amount that staff typed. */
export interface Refund {
  units: Units;
  shipping: boolean;
  /** Null for what the shop proposes. */
  amountMinor: number | null;
}

export class OrderModel {
  status: 'pending' | 'paid' | 'cancelled' = 'pending';
  isHeld = false;
  /** Whether its customer cancelled it: a repeat changes nothing. */
  isCancelledByOwner = false;
  refundedMinor = 0;
  refundedShippingMinor = 0;
  /** True after a refund whose parts the model does not compute: one that is less than its parts. */
  isSpread = false;
  readonly parcels: { id: string; units: Units; isDelivered: boolean }[] = [];
  readonly returns: ModelReturn[] = [];
  readonly lines: ModelLine[];
  readonly shippingMinor: number;

  constructor(goods: { sku: string; priceMinor: number; bought: number }[], shippingMinor: number) {
    this.shippingMinor = shippingMinor;
    this.lines = goods.map((line) => ({
      ...line,
      ...{ cancelled: 0, sent: 0, restocked: 0, refunded: 0, refundedMinor: 0 },
      onHand: -line.bought,
    }));
  }

  get totalMinor(): number {
    return this.lines.reduce(
      (sum, line) => sum + line.priceMinor * line.bought,
      this.shippingMinor,
    );
  }
  get leftMinor(): number {
    return this.status === 'paid' ? this.totalMinor - this.refundedMinor : 0;
  }
  get toShip(): number[] {
    return this.lines.map(({ bought, cancelled, sent }) => bought - cancelled - sent);
  }
  get isOpen(): boolean {
    return this.toShip.some((units) => units > 0);
  }
  get delivered(): number[] {
    const arrived = this.parcels.filter(({ isDelivered }) => isDelivered);
    return this.lines.map((_, at) =>
      sumAt(
        arrived.flatMap(({ units }) => units),
        at,
      ),
    );
  }
  /** Units that are back, on their way back, or may come. */
  get returned(): number[] {
    const parts = this.returns.flatMap(({ state, lines }) => {
      if (state === 'declined' || state === 'withdrawn') return [];
      const came = lines.map(({ position, received }) => ({ position, quantity: received ?? 0 }));
      return state === 'received' || state === 'closed' ? came : lines;
    });
    return this.lines.map((_, at) => sumAt(parts, at));
  }
  get received(): number[] {
    const parts = this.returns.flatMap(({ lines }) => lines);
    return this.lines.map((_, at) =>
      sumAt(
        parts.map(({ position, received }) => ({ position, quantity: received ?? 0 })),
        at,
      ),
    );
  }
  get returnable(): number[] {
    const { delivered, returned } = this;
    return this.lines.map(({ sent, restocked }, at) =>
      Math.max(0, Math.min(delivered[at] ?? 0, sent - restocked) - (returned[at] ?? 0)),
    );
  }

  get fulfillmentStatus(): string {
    if (this.isHeld && this.isOpen) return 'on_hold';
    if (this.parcels.length === 0) return this.isOpen ? 'unfulfilled' : 'cancelled';
    if (this.isOpen) return 'partly_fulfilled';
    return this.parcels.every(({ isDelivered }) => isDelivered) ? 'delivered' : 'fulfilled';
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

  maySend(units: Units): boolean {
    const isOpen = this.status === 'paid' && !this.isHeld && this.leftMinor > 0;
    return isOpen && this.fits(units, this.toShip);
  }
  send(id: string, units: Units): void {
    for (const { position, quantity } of units) this.line(position).sent += quantity;
    this.parcels.push({ id, units, isDelivered: false });
  }

  mayCancel(units: Units, amountMinor: number | null): boolean {
    const fits = this.status === 'paid' && this.fits(units, this.toShip);
    return fits && (amountMinor ?? 0) <= this.leftMinor;
  }
  cancel(units: Units, { restock, amountMinor }: { restock: boolean; amountMinor: number | null }) {
    const isAll = this.lines.every(
      ({ bought, cancelled }, at) => cancelled + sumAt(units, at) === bought,
    );
    const refund = { units, shipping: isAll, amountMinor };
    const isRefunded = this.amountOf(refund) > 0;
    for (const { position, quantity } of units) {
      this.line(position).cancelled += quantity;
      if (restock) this.line(position).onHand += quantity;
    }
    if (isRefunded) this.refund(refund);
  }

  mayRefund(refund: Refund, restock: boolean): boolean {
    const { units, amountMinor } = refund;
    const { returned } = this;
    const left = this.lines.map(({ bought, refunded }) => bought - refunded);
    const back = this.lines.map(
      ({ sent, restocked }, at) => sent - restocked - (returned[at] ?? 0),
    );
    if (this.status !== 'paid' || !(units.length === 0 || this.fits(units, left))) return false;
    if (restock && units.length > 0 && !this.fits(units, back)) return false;
    const amount = this.amountOf(refund);
    return amount > 0 && (amountMinor ?? 0) <= this.leftMinor;
  }

  /** What a choice costs, less what was refunded of it. */
  priceOf({ units, shipping }: Refund): number {
    const rest = shipping ? this.shippingMinor - this.refundedShippingMinor : 0;
    return units.reduce((sum, one) => sum + this.partOf(one), rest);
  }
  amountOf(refund: Refund): number {
    return refund.amountMinor ?? Math.min(this.priceOf(refund), this.leftMinor);
  }

  refund(refund: Refund): void {
    const amount = this.amountOf(refund);
    if (amount < this.priceOf(refund)) this.isSpread = true;
    for (const one of refund.units) {
      const line = this.line(one.position);
      const part = this.partOf(one);
      line.refunded += Math.min(one.quantity, line.bought - line.refunded);
      line.refundedMinor += part;
    }
    if (refund.shipping) this.refundedShippingMinor = this.shippingMinor;
    this.refundedMinor += amount;
  }
  restock(units: Units): void {
    for (const { position, quantity } of units) {
      this.line(position).restocked += quantity;
      this.line(position).onHand += quantity;
    }
  }

  /** What the refund of a received return is for: what came and was not refunded. */
  refundableOf(one: ModelReturn): Units {
    const { received } = this;
    return one.lines.flatMap(({ position, received: came }) => {
      const { cancelled, restocked, refunded } = this.line(position);
      const back = (received[position] ?? 0) + cancelled + restocked - refunded;
      const quantity = Math.min(came ?? 0, back);
      return quantity > 0 ? [{ position, quantity }] : [];
    });
  }

  line(position: number): ModelLine {
    const line = this.lines[position];
    if (!line) throw new Error(`The order has no line ${position}.`);
    return line;
  }

  private partOf({ position, quantity }: { position: number; quantity: number }): number {
    const { priceMinor, bought, refunded, refundedMinor } = this.line(position);
    const units = Math.min(quantity, bought - refunded);
    return Math.max(0, Math.min(priceMinor * units, priceMinor * bought - refundedMinor));
  }
}

function sumAt(units: Units, at: number): number {
  return units.reduce((sum, { position, quantity }) => sum + (position === at ? quantity : 0), 0);
}
