/**
 * What customers do. Each request is repeated as people repeat it when no response comes, and what
 * was returned is noted in the purchase. What can be seen to be wrong at once is a breach at once.
 */

import { sendExchangeBack } from './chain-flows.ts';
import { A_WEEK_ON, type Jobs } from './jobs.ts';
import { CARD, type Provider } from './provider.ts';
import { type Goods, newPurchase, type Purchase, toSubmission } from './purchases.ts';
import { askForReturn, exchangeForDear, workOnReturn } from './return-flows.ts';
import { type Call, insist, type Outcome, type Shopper } from './shopper.ts';
import { holdAndDeliver, refund, sendAndCancel } from './staff-flows.ts';
import { changeRate, type Taxes } from './taxes.ts';

export interface Market {
  goods: Goods[];
  provider: Provider;
  jobs: Jobs;
  /** The admin, and another one. */
  staff: [Shopper, Shopper];
  taxes: Taxes;
  /** Every purchase that was begun and not checked yet. */
  purchases: Purchase[];
  breaches: string[];
  newTag(): string;
  /** The key of a request, of which no two are the same. */
  newKey(what: string): string;
  /** True when it is time to go home. */
  isOver(): boolean;
  onFault(kind: string): void;
}

export type Flow = (market: Market, shopper: Shopper) => Promise<void>;

/** A purchase of something, on the books of the market. */
export function begin(market: Market, shopper: Shopper, goods?: Goods): Purchase {
  const { random } = shopper;
  const tag = market.newTag();
  const purchase = newPurchase(market.taxes, {
    tag,
    buyer: shopper,
    goods: goods ?? random.pick(market.goods),
    quantity: goods ? 1 : random.int(1, 3),
    key: random.chance(0.6) ? `key-${tag}` : null,
  });
  market.purchases.push(purchase);
  return purchase;
}

/** Places an order, up to so many times while nothing is known. */
export async function place(
  market: Market,
  shopper: Shopper,
  purchase: Purchase,
  { copies = 1, attempts = 4 }: { copies?: number; attempts?: number } = {},
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const call: Call = {
      method: 'POST',
      path: '/orders',
      json: toSubmission(purchase),
      tag: purchase.tag,
      ...(purchase.key && { headers: { 'idempotency-key': purchase.key } }),
    };
    const outcomes = await shopper.together(Array.from({ length: copies }, () => call));
    for (const outcome of outcomes) recordPlaced(market, purchase, outcome);
    if (outcomes.some(({ kind }) => kind !== 'unknown') || market.isOver()) return;
  }
}

function recordPlaced(market: Market, purchase: Purchase, { kind, body, code }: Outcome): void {
  if (kind === 'unknown') purchase.mayExist = true;
  if (kind === 'refused') purchase.wasRefused = true;
  if (kind !== 'ok') return;
  const { tag } = purchase;
  const isRight = body?.city === tag && Math.round(body.totalAmount * 100) === purchase.totalMinor;
  if (!isRight) market.breaches.push(`${tag}: acknowledged as another order (${code})`);
  purchase.acknowledged.add(body._id);
  purchase.orderId = body._id;
  if (body.status === 'Paid') purchase.isPaid = true;
}

/** Asks for an intent and pays it; returns the transaction, or null when it did not come to that. */
async function takeCard(
  market: Market,
  shopper: Shopper,
  purchase: Purchase,
  orderId: string | null,
): Promise<string | null> {
  const { tag, totalMinor } = purchase;
  const json = { totalAmount: totalMinor / 100, ...(orderId && { orderId }) };
  const call: Call = { method: 'POST', path: '/create-payment-intent', json, tag };
  const intent = await insist(market, shopper, call);
  if (intent.kind !== 'ok') return null;
  const secret: string = intent.body.clientSecret;
  if (shopper.random.chance(0.1)) await market.provider.confirm(secret, CARD.declined);
  // Some think better of it.
  if (shopper.random.chance(0.05)) return null;
  const problem = await market.provider.confirm(secret, CARD.good).catch(() => 'unreachable');
  if (problem !== null) return null;
  purchase.transaction = secret.split('_secret_')[0] ?? null;
  return purchase.transaction;
}

function recordPaid(market: Market, purchase: Purchase, { kind, body }: Outcome): void {
  if (kind !== 'ok') return;
  if (body?.status === 'Paid') purchase.isPaid = true;
  else market.breaches.push(`${purchase.tag}: the response to a payment was ${body?.status}`);
}

const putCall = (purchase: Purchase, orderId: string, transaction: string): Call => ({
  method: 'PUT',
  path: `/orders/${orderId}`,
  json: { transaction },
  tag: purchase.tag,
});

/** Tells the shop of a payment, the old client's way or the new one's; or closes the tab. */
async function tell(market: Market, shopper: Shopper, purchase: Purchase, transaction: string) {
  const { orderId } = purchase;
  if (!orderId) return;
  switch (shopper.random.weighted({ put: 6, putAtOnce: 2, post: 2, leave: 3 })) {
    case 'put':
      recordPaid(
        market,
        purchase,
        await insist(market, shopper, putCall(purchase, orderId, transaction)),
      );
      break;
    case 'putAtOnce': {
      const call = putCall(purchase, orderId, transaction);
      for (const outcome of await shopper.together([call, call, call])) {
        recordPaid(market, purchase, outcome);
      }
      break;
    }
    case 'post': {
      const json = { ...toSubmission(purchase), transaction };
      const call: Call = { method: 'POST', path: '/orders', json, tag: purchase.tag };
      const outcome = await insist(market, shopper, call);
      if (outcome.kind === 'ok') recordPlaced(market, purchase, outcome);
      recordPaid(market, purchase, outcome);
      break;
    }
    case 'leave':
      break;
  }
}

async function remove(market: Market, shopper: Shopper, purchase: Purchase): Promise<void> {
  const { orderId, tag } = purchase;
  if (!orderId) return;
  const call: Call = { method: 'DELETE', path: `/orders/${orderId}`, tag };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const outcome = await shopper.call(call);
    recordDeleted(purchase, outcome);
    if (outcome.kind !== 'unknown' || market.isOver()) return;
  }
}

function recordDeleted(purchase: Purchase, { kind, body }: Outcome): void {
  if (kind === 'unknown') purchase.mayBeDeleted = true;
  if (kind === 'ok' && body?.deletedCount === 1) purchase.isDeleted = true;
}

/** Orders now and pays later, or never. */
const payLater: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase);
  if (!purchase.orderId || shopper.random.chance(0.3)) return;
  const transaction = await takeCard(market, shopper, purchase, purchase.orderId);
  if (transaction) await tell(market, shopper, purchase, transaction);
};

/** Clicks twice and more, at the same instant, at several processes. */
const clickTwice: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase, { copies: shopper.random.int(2, 5) });
};

/** The specification's first client: money before the order, and the cart kept to itself. */
const payFirst: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  const transaction = await takeCard(market, shopper, purchase, null);
  if (!transaction) return;
  const call: Call = {
    method: 'POST',
    path: '/orders',
    json: { ...toSubmission(purchase), transaction },
    tag: purchase.tag,
    ...(purchase.key && { headers: { 'idempotency-key': purchase.key } }),
  };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const outcome = await shopper.call(call);
    recordPlaced(market, purchase, outcome);
    recordPaid(market, purchase, outcome);
    // Placed, and then expired before the money was settled: it is there, and cancelled.
    if (outcome.code === 'order_closed') purchase.mayExist = true;
    if (outcome.kind !== 'unknown' || market.isOver()) return;
  }
};

/** The way of the pages: the stored cart becomes the order with the intent. */
const payCart: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  const { goods, quantity, tag } = purchase;
  const change = (form: Record<string, string>): Call => ({
    method: 'POST',
    path: '/cart',
    form,
    tag,
  });
  const cart = await shopper.call({ method: 'GET', path: '/cart', tag });
  if (cart.kind !== 'ok') return;
  for (const { variantId } of cart.body.cart.lines) {
    await shopper.call(change({ intent: 'remove', variantId }));
  }
  const { variantId } = goods;
  await shopper.call(change({ intent: 'add', variantId, quantity: String(quantity) }));
  const form = { city: tag, zip: '1205' };
  await shopper.call({ method: 'POST', path: '/shoppingCart.data', form, tag });
  const ready = await shopper.call({ method: 'GET', path: '/cart', tag });
  const seen = ready.kind === 'ok' ? ready.body.cart : null;
  const [line, more] = seen?.lines ?? [];
  const isMeant = line?.variantId === variantId && line.quantity === quantity && !more;
  if (!isMeant || seen.city !== tag || seen.totalMinor !== purchase.totalMinor) return;
  // From here on the order may be placed by the request for its intent.
  purchase.mayExist = true;
  const transaction = await takeCard(market, shopper, purchase, null);
  if (!transaction || shopper.random.chance(0.15)) return;
  const json = { ...toSubmission(purchase), transaction };
  const call: Call = {
    method: 'POST',
    path: '/orders',
    json,
    tag,
    ...(purchase.key && { headers: { 'idempotency-key': purchase.key } }),
  };
  const outcome = await insist(market, shopper, call);
  if (outcome.kind === 'ok') recordPlaced(market, purchase, outcome);
  recordPaid(market, purchase, outcome);
};

/** Pays and deletes at once; the webhook, and sometimes the expiry, join in. */
const payAndDelete: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase);
  const { orderId, tag } = purchase;
  if (!orderId) return;
  const transaction = await takeCard(market, shopper, purchase, orderId);
  const expiry = shopper.random.chance(0.1) ? expire(market) : null;
  if (transaction) {
    const pay = putCall(purchase, orderId, transaction);
    const erase: Call = { method: 'DELETE', path: `/orders/${orderId}`, tag };
    const [paid, , erased] = await shopper.together([pay, pay, erase]);
    if (paid) recordPaid(market, purchase, paid);
    if (erased) recordDeleted(purchase, erased);
  } else await remove(market, shopper, purchase);
  await expiry;
};

/** Orders and changes their mind. */
const orderAndDelete: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase);
  if (shopper.random.chance(0.3)) await takeCard(market, shopper, purchase, purchase.orderId);
  await remove(market, shopper, purchase);
};

/** Deletes an order and presses Undo twice at once, at several processes; sometimes pays it then. */
const undoDeletion: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase);
  const { orderId, tag } = purchase;
  if (!orderId) return;
  if (shopper.random.chance(0.3)) await takeCard(market, shopper, purchase, orderId);
  await remove(market, shopper, purchase);
  if (!purchase.isDeleted && !purchase.mayBeDeleted) return;
  purchase.mayBeUndone = true;
  const form = { intent: 'undo', orderId };
  const undo: Call = { method: 'POST', path: '/myOrders.data', form, tag };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const outcomes = await shopper.together([undo, undo]);
    if (outcomes.some(({ kind }) => kind === 'ok')) break;
    if (outcomes.some(({ kind }) => kind === 'refused') || market.isOver()) return;
  }
  const query = new URLSearchParams({ email: shopper.email, limit: '100' });
  const list = await shopper.call({ method: 'GET', path: `/orders?${query}`, tag });
  if (list.kind !== 'ok' || !Array.isArray(list.body)) return;
  const again = list.body.find(({ city, _id }) => city === tag && _id !== orderId);
  if (!again) return;
  purchase.isUndone = true;
  // The tab is closed after it: whoever looks for money finds it.
  if (shopper.random.chance(0.5)) await takeCard(market, shopper, purchase, again._id);
};

/** Staff release all that a customer holds, while that customer pays for one of the orders. */
const payWhileReleased: Flow = async (market, shopper) => {
  const purchase = begin(market, shopper);
  await place(market, shopper, purchase);
  const { orderId, tag } = purchase;
  if (!orderId) return;
  const form = { kind: 'account', key: shopper.id };
  const call: Call = { method: 'POST', path: '/admin/held-stock/release.data', form, tag };
  const release = () => insist(market, market.staff[0], call);
  const early = shopper.random.chance(0.5) ? release() : null;
  const transaction = await takeCard(market, shopper, purchase, orderId);
  const late = early ?? release();
  if (transaction) {
    recordPaid(
      market,
      purchase,
      await insist(market, shopper, putCall(purchase, orderId, transaction)),
    );
  }
  const released = await late;
  if (released.kind === 'refused') {
    market.breaches.push(`${tag}: staff may not release it (${released.code})`);
  }
};

async function expire(market: Market): Promise<void> {
  market.onFault('clock a week on');
  await market.jobs.run(A_WEEK_ON);
}

/** What buyers do, and how often. */
const flows = {
  payLater,
  clickTwice,
  payFirst,
  payCart,
  payAndDelete,
  orderAndDelete,
  payWhileReleased,
  undoDeletion,
  refund,
  sendAndCancel,
  holdAndDeliver,
  askForReturn,
  exchangeForDear,
  sendExchangeBack,
  workOnReturn,
  changeRate,
};
const often = {
  payLater: 8,
  clickTwice: 3,
  payFirst: 3,
  payCart: 4,
  payAndDelete: 3,
  orderAndDelete: 2,
  payWhileReleased: 2,
  undoDeletion: 2,
  refund: 2,
  sendAndCancel: 4,
  holdAndDeliver: 1,
  askForReturn: 6,
  exchangeForDear: 14,
  sendExchangeBack: 6,
  workOnReturn: 10,
  changeRate: 1,
} satisfies Record<keyof typeof flows, number>;

/** Buys one way or another until it is over. */
export async function buyOn(market: Market, shopper: Shopper): Promise<void> {
  while (!market.isOver()) {
    let name = shopper.random.weighted(often);
    // Two kinds of clients: one keeps its cart with the shop, the other to itself.
    if (name === 'payFirst' && shopper.name.includes('Cart')) name = 'payCart';
    if (name === 'payCart' && !shopper.name.includes('Cart')) name = 'payFirst';
    await flows[name](market, shopper);
  }
}
