/**
 * Returns: customers ask for them while staff cancel, refund and send, and two of staff decide,
 * receive and refund at once. Notes what the shop must have done.
 */
import type { Flow, Market } from './flows.ts';
import { moreOf, type Purchase, type RequestedReturn, type ReturnStep } from './purchases.ts';
import {
  closing,
  endDifference,
  extraPayment,
  receipt,
  refundOfReturn,
  requestUnits,
  shipment,
  stepOf,
  withdrawal,
} from './return-actions.ts';
import type { Shopper } from './shopper.ts';
import {
  type Action,
  actAtOnce,
  cancelUnits,
  changeHold,
  deliver,
  type How,
  look,
  refundUnits,
  repeated,
  type SeenOrder,
  sendUnits,
} from './staff-actions.ts';
import { pickPaid } from './staff-flows.ts';

const MAX_RETURNS = 4;
const ENDS: ReturnStep[] = ['decline', 'withdraw', 'refund', 'close'];

/** A customer asks for a return of what was delivered, while somebody else does something. */
export const askForReturn: Flow = async (market, shopper) => {
  const { random } = shopper;
  const purchase = pickPaid(market, shopper, ({ returns }) => returns.size < MAX_RETURNS);
  if (!purchase) return;
  const [admin, second] = market.staff;
  if (!(await getDelivered(market, shopper, purchase))) return;
  // Nobody sees an order any more that they deleted.
  const isGone = purchase.isDeleted || purchase.mayBeDeleted;
  const request = (who: Shopper) => requestUnits(market, purchase, who);
  const actions = [request(isGone ? admin : purchase.buyer)];
  const rivals: Record<string, () => Action[]> = {
    none: () => [],
    request: () => [request(random.chance(0.5) || isGone ? second : purchase.buyer)],
    refund: () => [refundUnits(market, purchase, { who: second })],
    cancel: () => [cancelUnits(market, purchase, { who: second }, 1)],
    send: () => [sendUnits(market, purchase, { who: second }, 1)],
    hold: () => [changeHold(market, purchase, second, 'hold')],
  };
  const name = random.weighted({ none: 2, request: 3, refund: 3, cancel: 1, send: 1, hold: 1 });
  actions.push(...(rivals[name]?.() ?? []));
  await actAtOnce(market, repeated(actions));
  if (name === 'hold') await actAtOnce(market, [changeHold(market, purchase, admin, 'release')]);
};

/** Sees to it that something of an order was sent and delivered; false when that is not so. */
export async function getDelivered(
  market: Market,
  { random }: Shopper,
  purchase: Purchase,
): Promise<boolean> {
  const [admin, second] = market.staff;
  let order = await look(market, purchase);
  if (order?.fulfillments.length === 0) {
    const units = random.int(1, purchase.quantity);
    await actAtOnce(market, repeated([sendUnits(market, purchase, { who: admin }, units)]));
    order = await look(market, purchase);
  }
  const parcels = order?.fulfillments ?? [];
  const waiting = parcels.filter(({ deliveredAt }) => deliveredAt === null);
  const actions = waiting.flatMap(({ _id }) => [
    deliver(purchase, admin, _id),
    deliver(purchase, second, _id),
  ]);
  if (actions.length > 0) await actAtOnce(market, actions);
  return parcels.length > 0;
}

/** As far as is known. */
const isOpen = ({ isSure, steps }: RequestedReturn) =>
  isSure && !steps.some((one) => one.isSure && ENDS.includes(one.step));

/** Takes one return some steps on, each by two people at once. */
export const workOnReturn: Flow = async (market, shopper) => {
  const { random } = shopper;
  const purchase = pickPaid(market, shopper, ({ returns }) => [...returns.values()].some(isOpen));
  if (!purchase) return;
  for (let step = 0; step < 3 && !market.isOver(); step += 1) {
    const order = await look(market, purchase);
    const open = order?.returns.filter(({ status }) => status in next) ?? [];
    if (!order || open.length === 0) return;
    const one = random.pick(open);
    const asked = purchase.returns.get(one.note ?? '');
    if (!asked) {
      market.breaches.push(`${purchase.tag}: has the return ${one._id}, which nobody asked for`);
      return;
    }
    const version = random.chance(0.5) ? order.version : undefined;
    const scene = { market, purchase, asked, one, version, random };
    const paying = await payDifference(scene);
    const actions = next[one.status]?.(scene) ?? [];
    await actAtOnce(market, repeated([...paying, ...actions]));
    if (random.chance(0.2)) return;
  }
};

type SeenReturn = SeenOrder['returns'][number];

interface Scene {
  market: Market;
  purchase: Purchase;
  asked: RequestedReturn;
  one: SeenReturn;
  version: number | undefined;
  random: Shopper['random'];
}

export const isReserved = ({ lines }: SeenReturn) =>
  lines.some(({ exchange }) => exchange?.status === 'reserved');

const costsMore = ({ returns }: Purchase, { wanted, ofKey }: RequestedReturn) =>
  wanted !== null && moreOf(wanted) > moreOf(returns.get(ofKey ?? '')?.wanted ?? null);

/**
 * The customer pays for what is dearer: before staff go on, or at the same time, which is what it
 * returns. Sometimes staff cancel the exchange just then, mark it as paid, or waive it.
 */
async function payDifference({ market, purchase, asked, one, random }: Scene): Promise<Action[]> {
  const isGone = purchase.isDeleted || purchase.mayBeDeleted;
  const isDue = costsMore(purchase, asked) && one.status !== 'requested' && isReserved(one);
  if (!isDue || isGone || asked.isPaid || random.chance(0.2)) return [];
  const [, second] = market.staff;
  const end = () => endDifference(market, purchase, asked, { who: second }, one._id);
  if (random.chance(0.2)) return [end()];
  const pay = await extraPayment(market, purchase, asked, one._id);
  if (!pay) return [];
  if (random.chance(0.2)) return [pay, end()];
  if (random.chance(0.3)) return [pay, cancelled(purchase, asked, { who: second }, one._id)];
  if (random.chance(0.3)) return [pay];
  await actAtOnce(market, repeated([pay]));
  return [];
}

/**
 * A customer exchanges for the dear size. Mostly few exchanges come so far that they are paid, so here
 * nobody disturbs the request; the payment is made while staff send, cancel or receive.
 */
export const exchangeForDear: Flow = async (market, shopper) => {
  const { random } = shopper;
  const mayAsk = ({ returns, isDeleted, mayBeDeleted }: Purchase) =>
    returns.size < MAX_RETURNS && !isDeleted && !mayBeDeleted;
  const purchase = pickPaid(market, shopper, mayAsk);
  if (!purchase || !(await getDelivered(market, shopper, purchase))) return;
  await actAtOnce(market, repeated([requestUnits(market, purchase, purchase.buyer, 'dear')]));
  const find = async (status: string) =>
    (await look(market, purchase))?.returns.find((each) => {
      const isDear = purchase.returns.get(each.note ?? '')?.wanted === 'dear';
      return isDear && each.status === status && isReserved(each);
    });
  const requested = await find('requested');
  const asked = purchase.returns.get(requested?.note ?? '');
  if (!requested || !asked) return;
  const [admin, second] = market.staff;
  const approval = { id: requested._id, name: 'approve' as const, what: '', json: {} };
  await actAtOnce(market, repeated([stepOf(purchase, asked, { who: admin }, approval)]));
  const one = await find('in_transit');
  if (one?._id !== requested._id) return;
  const name = random.weighted({ ship: 4, cancel: 2, both: 1, receive: 1, end: 5 });
  // Only what nobody has paid can be waived or marked as paid.
  const isLeft = name === 'end' && random.chance(0.8);
  const pay = isLeft ? null : await extraPayment(market, purchase, asked, one._id);
  if (pay && random.chance(0.7)) await actAtOnce(market, repeated([pay]));
  const ship = () => shipment(purchase, asked, { who: admin }, one._id);
  const cancel = () => cancelled(purchase, asked, { who: second }, one._id);
  const rivals = {
    ship: () => [ship(), shipment(purchase, asked, { who: second }, one._id)],
    cancel: () => [cancel()],
    both: () => [ship(), cancel()],
    receive: () => [
      stepOf(purchase, asked, { who: second }, receipt(one, purchase.goods.sku, random)),
    ],
    end: () => [endDifference(market, purchase, asked, { who: second }, one._id)],
  };
  await actAtOnce(market, repeated([...(pay ? [pay] : []), ...rivals[name]()]));
};

export const cancelled = (purchase: Purchase, asked: RequestedReturn, how: How, id: string) =>
  stepOf(purchase, asked, how, { id, name: 'cancel-exchange', what: '', json: {} });

/** What two people do at once with a return of each state. */
const next: Record<string, (scene: Scene) => Action[]> = {
  requested({ market, purchase, asked, one, version, random }) {
    const [admin, second] = market.staff;
    const step = (who: Shopper, name: ReturnStep, what = '', json: unknown = {}) =>
      stepOf(purchase, asked, { who, version }, { id: one._id, name, what, json });
    const approve = () => step(admin, 'approve');
    const isGone = purchase.isDeleted || purchase.mayBeDeleted;
    // Beside the approval, or alone.
    const beside = (other: Action) => (random.chance(0.5) ? [approve(), other] : [other]);
    switch (random.weighted({ alone: 2, both: 2, decline: 2, withdraw: isGone ? 0 : 2 })) {
      case 'alone':
        return [approve()];
      case 'both':
        return [approve(), step(second, 'approve')];
      case 'decline':
        return beside(step(second, 'decline', 'It was worn.', { reason: 'It was worn.' }));
      case 'withdraw':
        return beside(stepOf(purchase, asked, { who: purchase.buyer }, withdrawal(one._id)));
    }
  },
  in_transit({ market, purchase, asked, one, version, random }) {
    const [admin, second] = market.staff;
    const came = (who: Shopper) =>
      stepOf(purchase, asked, { who, version }, receipt(one, purchase.goods.sku, random));
    const receive = came(admin);
    const early = isReserved(one) ? 2 : 0;
    const weights = { alone: 3, both: 3, close: 1, request: 2, refund: 2, early, cancel: early };
    switch (random.weighted(weights)) {
      case 'early':
        return [receive, shipment(purchase, asked, { who: second, version }, one._id)];
      case 'cancel':
        return [receive, cancelled(purchase, asked, { who: second, version }, one._id)];
      case 'alone':
        return [receive];
      case 'both':
        return [receive, came(second)];
      case 'close':
        return [receive, closing(purchase, asked, { who: second, version }, one._id)];
      case 'request':
        return [receive, requestUnits(market, purchase, second)];
      case 'refund':
        return [receive, refundUnits(market, purchase, { who: second, version })];
    }
  },
  received({ market, purchase, asked, one, version, random }) {
    const [admin, second] = market.staff;
    if (isReserved(one)) {
      const ship = (who: Shopper) => shipment(purchase, asked, { who, version }, one._id);
      const other = { who: second, version };
      switch (random.weighted({ alone: 2, both: 3, cancel: 2, close: 1, refund: 1 })) {
        case 'alone':
          return [ship(admin)];
        case 'both':
          return [ship(admin), ship(second)];
        case 'cancel':
          return [ship(admin), cancelled(purchase, asked, other, one._id)];
        case 'close':
          return [ship(admin), closing(purchase, asked, other, one._id)];
        case 'refund':
          return [ship(admin), refundOfReturn(purchase, asked, other, one._id)];
      }
    }
    const back = (who: Shopper) => refundOfReturn(purchase, asked, { who, version }, one._id);
    const refund = back(admin);
    switch (random.weighted({ alone: 3, both: 3, close: 1, lines: 2, cancel: 1 })) {
      case 'alone':
        return [refund];
      case 'both':
        return [refund, back(second)];
      case 'close':
        return [refund, closing(purchase, asked, { who: second, version }, one._id)];
      case 'lines':
        return [refund, refundUnits(market, purchase, { who: second, version })];
      case 'cancel':
        return [refund, cancelUnits(market, purchase, { who: second, version }, 1)];
    }
  },
};
