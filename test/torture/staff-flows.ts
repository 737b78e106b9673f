/** What staff do with paid orders: refund, send, cancel and hold. Notes what the shop must have done. */
import type { Flow, Market } from './flows.ts';
import type { Asked, Purchase } from './purchases.ts';
import { type Call, insist, type Outcome } from './shopper.ts';

/** A paid purchase, of which staff have not asked for much yet; null when there is none. */
function pickPaid({ purchases }: Market, { random }: Parameters<Flow>[1]): Purchase | null {
  const paid = purchases.filter(
    ({ isPaid, refunds, parcels, cancellations }) =>
      isPaid && refunds.size + parcels.size + cancellations.size < 5,
  );
  return paid.length === 0 ? null : random.pick(paid);
}

/** Money goes back, in part, asked for again under the same key while nothing is known. */
export const refund: Flow = async (market, shopper) => {
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const amountMinor = shopper.random.int(1, Math.floor(purchase.totalMinor / 2));
  const key = `refund-${market.newTag()}`;
  purchase.refunds.set(key, { amountMinor, isSure: false });
  const outcome = await insist(market, market.admin, {
    method: 'POST',
    path: `/orders/${purchase.orderId}/refunds`,
    json: { amount: amountMinor / 100, reason: 'It was too large.' },
    headers: { 'idempotency-key': key },
    tag: purchase.tag,
  });
  if (outcome.kind === 'ok') purchase.refunds.set(key, { amountMinor, isSure: true });
};

/** Units are sent and cancelled at once, each request at several processes; or one of the two. */
export const sendAndCancel: Flow = async (market, shopper) => {
  const { random } = shopper;
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const what = random.weighted({ send: 4, cancel: 3, both: 3 });
  const calls: Call[] = [];
  const notes: ((outcome: Outcome) => void)[] = [];
  const add = (call: Call, note: (outcome: Outcome) => void) => {
    // The second one is a repeat.
    for (let copy = random.int(1, 2); copy > 0; copy -= 1) {
      calls.push(call);
      notes.push(note);
    }
  };
  if (what !== 'cancel') {
    const quantity = random.int(1, purchase.quantity);
    const { key, note } = ask(market, purchase.parcels, { quantity, refundMinor: 0 });
    add(unitsCall(purchase, 'fulfillments', key, { quantity, carrier: 'DHL' }), note);
  }
  if (what !== 'send') {
    const quantity = random.int(1, purchase.quantity);
    const refundMinor = random.int(0, purchase.goods.priceMinor * quantity);
    const restock = random.chance(0.7);
    const { key, note } = ask(market, purchase.cancellations, { quantity, refundMinor });
    const refundOf = { refund: refundMinor / 100, restock };
    add(unitsCall(purchase, 'cancellations', key, { quantity, ...refundOf }), note);
  }
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const outcomes = await market.admin.together(calls);
    for (const [n, outcome] of outcomes.entries()) notes[n]?.(outcome);
    if (outcomes.every(({ kind }) => kind !== 'unknown') || market.isOver()) return;
  }
};

/** An order is put on hold and released, sometimes at once, and delivered where it was sent. */
export const holdAndDeliver: Flow = async (market, shopper) => {
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const { orderId, tag } = purchase;
  const call = (what: string, json: unknown): Call => ({
    method: 'POST',
    path: `/api/v1/orders/${orderId}/${what}`,
    json,
    headers: { 'idempotency-key': `${what}-${market.newTag()}` },
    tag,
  });
  const hold = call('hold', { reason: 'It waits.' });
  const release = call('release', {});
  if (shopper.random.chance(0.5)) await market.admin.together([hold, release]);
  else await insist(market, market.admin, hold);
  await insist(market, market.admin, call('release', {}));
  const order = await market.admin.call({ method: 'GET', path: `/orders/${orderId}`, tag });
  const parcel = order.kind === 'ok' ? order.body.fulfillments[0] : null;
  if (!parcel) return;
  const path = `/api/v1/fulfillments/${parcel._id}/delivered`;
  await insist(market, market.admin, { method: 'POST', path, json: {}, tag });
};

/** Notes what staff ask for under a new key; `note` what became of it. */
function ask(market: Market, asked: Map<string, Asked>, what: Omit<Asked, 'isSure'>) {
  const key = `units-${market.newTag()}`;
  asked.set(key, { ...what, isSure: false });
  const note = ({ kind }: Outcome) => {
    if (kind === 'ok') asked.set(key, { ...what, isSure: true });
  };
  return { key, note };
}

function unitsCall(
  { orderId, goods, tag }: Purchase,
  what: 'fulfillments' | 'cancellations',
  key: string,
  { quantity, ...more }: { quantity: number } & Record<string, unknown>,
): Call {
  return {
    method: 'POST',
    path: `/api/v1/orders/${orderId}/${what}`,
    json: { lines: [{ sku: goods.sku, quantity }], ...more },
    headers: { 'idempotency-key': key },
    tag,
  };
}
