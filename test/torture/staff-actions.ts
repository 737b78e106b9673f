/**
 * What staff and customers ask for about a paid order, each as a request with a note of what became
 * of it, so that several people can send theirs at once.
 */
import type { Market } from './flows.ts';
import type { Purchase, RequestedRefund, RequestedUnits } from './purchases.ts';
import type { Call, Outcome, Shopper } from './shopper.ts';

export interface Action {
  who: Shopper;
  call: Call;
  /**
   * What it changes. Of different changes with one version of the order, each under its own key, the
   * shop makes one.
   */
  change: string;
  note(outcome: Outcome): void;
}

/** Who asks, and which version of the order they saw; without one, nothing is compared. */
export interface How {
  who: Shopper;
  version?: number | undefined;
}

/** An order as its call shows it; the parts that are read here. */
export interface SeenOrder {
  version: number;
  fulfillments: { _id: string; deliveredAt: string | null }[];
  returns: {
    _id: string;
    status: string;
    note: string | null;
    lines: {
      quantity: number;
      exchange: { status: string; quantity: number; fulfillmentId: string | null } | null;
    }[];
  }[];
}

/** Statuses with which the shop refuses a request that nobody should send. */
const MALFORMED = [400, 401, 403, 404, 422, 428];
const ATTEMPTS = 4;

/** The shop has it: also a refund that the provider refuses, which staff try again later. */
const isTaken = ({ kind, code }: Outcome) => kind === 'ok' || code === 'refund_refused';

/**
 * Sends all of them at once, at several processes, and all of them again while nothing is known of
 * one. Different changes of the same version of an order are a breach.
 */
export async function actAtOnce(market: Market, actions: Action[]): Promise<void> {
  const changes = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const people = [...Map.groupBy(actions, ({ who }) => who)];
    const ended = await Promise.all(
      people.map(([who, own]) => who.together(own.map(({ call }) => call))),
    );
    for (const [n, outcomes] of ended.entries()) {
      for (const [i, outcome] of outcomes.entries()) {
        const action = people[n]?.[1][i];
        if (action) recordAction(market, action, outcome, changes);
      }
    }
    if (ended.flat().every(({ kind }) => kind !== 'unknown') || market.isOver()) break;
  }
  if (changes.size > 1) {
    market.breaches.push(`${actions[0]?.call.tag}: one version, changed by ${[...changes]}`);
  }
}

function recordAction(
  market: Market,
  { call, change, note }: Action,
  outcome: Outcome,
  changes: Set<string>,
): void {
  note(outcome);
  // Without a key, the same step of somebody else, who saw a later version, is the same change.
  const isOwn = call.headers?.['if-match'] && call.headers['idempotency-key'];
  if (isTaken(outcome) && isOwn) changes.add(change);
  if (outcome.kind === 'refused' && MALFORMED.includes(outcome.status)) {
    const { status, code, body } = outcome;
    market.breaches.push(`${call.tag}: ${call.path} got ${status} ${code} ${body?.message}`);
  }
}

/** Each action once or twice: the second one is a repeat. */
export function repeated(actions: Action[]): Action[] {
  return actions.flatMap((action) => (action.who.random.chance(0.4) ? [action, action] : [action]));
}

/** The order as staff see it; null when it is not to be seen just now. */
export async function look(
  { staff: [admin] }: Market,
  { orderId, tag, returns }: Purchase,
): Promise<SeenOrder | null> {
  const seen = await admin.call({ method: 'GET', path: `/orders/${orderId}`, tag });
  if (seen.kind !== 'ok') return null;
  const order: SeenOrder = seen.body;
  for (const { _id, note } of order.returns) {
    const asked = returns.get(note ?? '');
    if (asked) asked.id = _id;
  }
  return order;
}

export function sendUnits(market: Market, purchase: Purchase, how: How, quantity: number): Action {
  const asked: RequestedUnits = { quantity, refundMinor: 0, isSure: false };
  const lines = [{ sku: purchase.goods.sku, quantity }];
  const json = { lines, carrier: 'DHL' };
  return keyed(market, purchase, how, { what: 'fulfillments', json, asks: 'parcels', asked });
}

export function cancelUnits(
  market: Market,
  purchase: Purchase,
  how: How,
  quantity: number,
): Action {
  const { random } = how.who;
  const { sku, priceMinor } = purchase.goods;
  const refundMinor = random.int(0, priceMinor * quantity);
  const asked: RequestedUnits = { quantity, refundMinor, isSure: false };
  const json = {
    lines: [{ sku, quantity }],
    refund: refundMinor / 100,
    restock: random.chance(0.7),
  };
  const what = { what: 'cancellations', json, asks: 'cancellations' as const, asked };
  return keyed(market, purchase, how, what);
}

/** Refunds units of the line, at a price or at what the shop proposes, and sometimes restocks them. */
export function refundUnits(market: Market, purchase: Purchase, how: How): Action {
  const { random } = how.who;
  const quantity = random.int(1, purchase.quantity);
  const { sku, priceMinor } = purchase.goods;
  const amountMinor = random.chance(0.5) ? null : random.int(1, priceMinor * quantity);
  const restock = random.chance(0.3);
  const json = {
    lines: [{ sku, quantity }],
    shipping: random.chance(0.2),
    restock,
    reason: 'It was too large.',
    ...(amountMinor !== null && { amount: amountMinor / 100 }),
  };
  const asked: RequestedRefund = { amountMinor, quantity, restock, isSure: false };
  return keyed(market, purchase, how, { what: 'refunds', json, asks: 'refunds', asked });
}

/** A request under a key of its own, in the list of what was asked for. */
function keyed(
  market: Market,
  purchase: Purchase,
  { who, version }: How,
  {
    what,
    json,
    ...ask
  }: { what: string; json: unknown } & (
    | { asks: 'parcels' | 'cancellations'; asked: RequestedUnits }
    | { asks: 'refunds'; asked: RequestedRefund }
  ),
): Action {
  const key = market.newKey(what);
  if (ask.asks === 'refunds') purchase.refunds.set(key, ask.asked);
  else purchase[ask.asks].set(key, ask.asked);
  return {
    who,
    change: key,
    call: {
      method: 'POST',
      path: `/api/v1/orders/${purchase.orderId}/${what}`,
      json,
      headers: { 'idempotency-key': key, ...ifMatch(version) },
      tag: purchase.tag,
    },
    note(outcome) {
      if (isTaken(outcome)) ask.asked.isSure = true;
    },
  };
}

export function deliver(purchase: Purchase, who: Shopper, parcel: string): Action {
  const path = `/api/v1/fulfillments/${parcel}/delivered`;
  return {
    who,
    change: `deliver ${parcel}`,
    call: { method: 'POST', path, json: {}, tag: purchase.tag },
    note({ kind }) {
      if (kind === 'ok') purchase.delivered.add(parcel);
    },
  };
}

/** Puts an order on hold, or ends that. */
export function changeHold(
  market: Market,
  { orderId, tag }: Purchase,
  who: Shopper,
  what: 'hold' | 'release',
): Action {
  const key = market.newKey(what);
  const path = `/api/v1/orders/${orderId}/${what}`;
  const json = what === 'hold' ? { reason: 'It waits.' } : {};
  const headers = { 'idempotency-key': key };
  return { who, change: key, call: { method: 'POST', path, json, headers, tag }, note() {} };
}

export const ifMatch = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };
