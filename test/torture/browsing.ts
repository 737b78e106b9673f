/** People who look and change their mind: many small requests, each of which is checked as well. */
import type { Goods, Purchase } from './purchases.ts';
import type { Call, Shopper } from './shopper.ts';

/** What one visitor's stored cart may hold. */
export class CartBelief {
  /** By variant: every number of units that it may be. */
  readonly #may = new Map<string, Set<number>>();

  changed(variantId: string, quantity: number, isSure: boolean): void {
    const may = this.mayHold(variantId);
    // A request without a response may still take effect later, after others.
    if (isSure && !this.isOpen) may.clear();
    may.add(quantity);
    if (!isSure) this.isOpen = true;
    this.#may.set(variantId, may);
  }

  /** There are requests whose end is not known. */
  isOpen = false;

  mayHold(variantId: string): Set<number> {
    return this.#may.get(variantId) ?? new Set([0]);
  }

  /** What was seen when nothing was under way any more is what it is. */
  saw(quantities: Map<string, number>): void {
    this.isOpen = false;
    this.#may.clear();
    for (const [variantId, quantity] of quantities) this.#may.set(variantId, new Set([quantity]));
  }

  get variants(): string[] {
    return [...this.#may.keys()];
  }
}

export interface Browsing {
  shopper: Shopper;
  belief: CartBelief;
  /** Their own order, which they look at again and again. */
  own: Purchase;
  /** Somebody else's, which they must not see. */
  foreign: Purchase;
  goods: Goods[];
  breaches: string[];
  isOver(): boolean;
}

/** Browses until it is over. */
export async function browseOn(browsing: Browsing): Promise<void> {
  const { shopper, isOver } = browsing;
  while (!isOver()) {
    const next = shopper.random.weighted({ cart: 3, own: 5, list: 1, foreign: 2, product: 3 });
    if (next === 'cart') await changeCart(browsing);
    else await look(browsing, next);
  }
}

async function changeCart({ shopper, belief, goods }: Browsing): Promise<void> {
  const { variantId } = shopper.random.pick(goods);
  const held = belief.mayHold(variantId);
  const [only = 0] = held;
  const isSure = held.size === 1 && !belief.isOpen;
  const post = (form: Record<string, string>) =>
    shopper.call({ method: 'POST', path: '/cart', form: { ...form, variantId } });
  if (isSure && only === 0) {
    const { kind } = await post({ intent: 'add', quantity: '1' });
    if (kind !== 'refused') belief.changed(variantId, 1, kind === 'ok');
  } else if (isSure && only > 0 && shopper.random.chance(0.8)) {
    const quantity = shopper.random.int(1, 9);
    const { kind } = await post({ intent: 'set', quantity: String(quantity) });
    if (kind !== 'refused') belief.changed(variantId, quantity, kind === 'ok');
  } else {
    const { kind } = await post({ intent: 'remove' });
    if (kind !== 'refused') belief.changed(variantId, 0, kind === 'ok');
  }
}

type Sight = 'own' | 'list' | 'foreign' | 'product';

async function look(browsing: Browsing, what: Sight): Promise<void> {
  const { shopper, own, foreign, goods, breaches } = browsing;
  const paths: Record<Sight, string> = {
    own: `/orders/${own.orderId}`,
    list: `/orders?email=${encodeURIComponent(shopper.email)}&limit=5`,
    foreign: `/orders/${foreign.orderId}`,
    product: `/products/${shopper.random.pick(goods).productId}`,
  };
  const call: Call = { method: 'GET', path: paths[what] };
  const { kind, status, body } = await shopper.call(call);
  if (kind === 'unknown') return;
  const isMine = (order: { _id?: string; totalAmount?: number }) =>
    order._id === own.orderId && Math.round((order.totalAmount ?? 0) * 100) === own.totalMinor;
  const isRight = {
    own: () => status === 200 && isMine(body),
    list: () => status === 200 && body.some(isMine),
    foreign: () => status === 404 && !JSON.stringify(body).includes(foreign.email),
    product: () => status === 200 && body.inventory >= 0,
  }[what];
  if (!isRight()) breaches.push(`${call.path}: ${status} to ${shopper.email}`);
}
