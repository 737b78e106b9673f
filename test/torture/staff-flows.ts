/** What staff do with paid orders: refund, send, cancel and hold. Notes what the shop must have done. */
import type { Flow, Market } from './flows.ts';
import type { Purchase } from './purchases.ts';
import { insist } from './shopper.ts';
import {
  type Action,
  actAtOnce,
  cancelUnits,
  changeHold,
  deliver,
  look,
  refundUnits,
  repeated,
  sendUnits,
} from './staff-actions.ts';

/** A paid purchase, of which not much was asked for yet; null when there is none. */
export function pickPaid(
  { purchases }: Market,
  { random }: Parameters<Flow>[1],
  fits: (purchase: Purchase) => boolean = () => true,
): Purchase | null {
  const paid = purchases.filter(
    (purchase) =>
      purchase.isPaid &&
      purchase.refunds.size + purchase.parcels.size + purchase.cancellations.size < 8 &&
      fits(purchase),
  );
  return paid.length === 0 ? null : random.pick(paid);
}

/** Money goes back, in part, asked for again under the same key while nothing is known. */
export const refund: Flow = async (market, shopper) => {
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const [admin, second] = market.staff;
  if (shopper.random.chance(0.6)) {
    const order = shopper.random.chance(0.5) ? await look(market, purchase) : null;
    const version = order?.version;
    const actions = [refundUnits(market, purchase, { who: admin, version })];
    // The other one refunds it as well.
    if (shopper.random.chance(0.5)) {
      actions.push(refundUnits(market, purchase, { who: second, version }));
    }
    await actAtOnce(market, repeated(actions));
    return;
  }
  const amountMinor = shopper.random.int(1, Math.floor(purchase.totalMinor / 2));
  const key = market.newKey('refund');
  const asked = { amountMinor, quantity: 0, restock: false, isSure: false };
  purchase.refunds.set(key, asked);
  const outcome = await insist(market, admin, {
    method: 'POST',
    path: `/orders/${purchase.orderId}/refunds`,
    json: { amount: amountMinor / 100, reason: 'It was too large.' },
    headers: { 'idempotency-key': key },
    tag: purchase.tag,
  });
  if (outcome.kind === 'ok') asked.isSure = true;
};

/**
 * Units are sent and cancelled by two of staff at once, each request at several processes; or one of
 * the two; or both send, or one puts the order on hold while the other one sends.
 */
export const sendAndCancel: Flow = async (market, shopper) => {
  const { random } = shopper;
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const [admin, second] = market.staff;
  const order = random.chance(0.5) ? await look(market, purchase) : null;
  const version = order?.version;
  const units = () => random.int(1, purchase.quantity);
  const send = (who = admin) => sendUnits(market, purchase, { who, version }, units());
  const cancel = () => cancelUnits(market, purchase, { who: second, version }, units());
  const hold = () => changeHold(market, purchase, second, 'hold');
  const what: Record<string, () => Action[]> = {
    send: () => [send()],
    cancel: () => [cancel()],
    both: () => [send(), cancel()],
    sendTwice: () => [send(), send(second)],
    sendOnHold: () => [send(), hold()],
  };
  const name = random.weighted({ send: 3, cancel: 2, both: 3, sendTwice: 2, sendOnHold: 1 });
  await actAtOnce(market, repeated(what[name]?.() ?? []));
  if (name === 'sendOnHold') {
    await actAtOnce(market, [changeHold(market, purchase, admin, 'release')]);
  }
};

/** An order is put on hold and released, sometimes at once, and delivered where it was sent. */
export const holdAndDeliver: Flow = async (market, shopper) => {
  const purchase = pickPaid(market, shopper);
  if (!purchase) return;
  const [admin, second] = market.staff;
  const hold = changeHold(market, purchase, admin, 'hold');
  const release = changeHold(market, purchase, second, 'release');
  await actAtOnce(market, shopper.random.chance(0.5) ? [hold, release] : [hold]);
  await actAtOnce(market, [changeHold(market, purchase, second, 'release')]);
  const [parcel] = (await look(market, purchase))?.fulfillments ?? [];
  if (!parcel) return;
  await actAtOnce(market, [
    deliver(purchase, admin, parcel._id),
    deliver(purchase, second, parcel._id),
  ]);
};
