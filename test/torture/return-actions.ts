/** What is asked for about returns, each as a request with a note of what became of it. */
import type { Market } from './flows.ts';
import { CARD } from './provider.ts';
import type { Purchase, RequestedReturn, ReturnStep } from './purchases.ts';
import { type Call, insist, type Outcome, type Shopper } from './shopper.ts';
import { type Action, type How, ifMatch, type SeenOrder } from './staff-actions.ts';

const REASONS = ['too_small', 'too_large', 'quality', 'damaged', 'changed_mind'];

/** An earlier return whose exchange comes back. */
interface Earlier {
  key: string;
  id: string;
  /** Units that were sent. */
  quantity: number;
}

/** The note is the key, by which the return is found again in the order. */
export function requestUnits(
  market: Market,
  purchase: Purchase,
  who: Shopper,
  wanted: RequestedReturn['wanted'] = who.random.pick([null, 'other', 'dear']),
  earlier?: Earlier,
): Action {
  const { orderId, tag, goods } = purchase;
  const key = market.newKey('return');
  const quantity = who.random.int(1, earlier?.quantity ?? purchase.quantity);
  const reason = who.random.pick(REASONS);
  const ofKey = earlier?.key ?? null;
  const asked: RequestedReturn = {
    ...{ quantity, reason, wanted, ofKey, isPaid: false, isSure: false, id: null, steps: [] },
  };
  purchase.returns.set(key, asked);
  const instead = wanted ? { exchangeForSku: goods[wanted].sku } : {};
  const lines = [{ sku: goods.sku, quantity, reason, ...instead }];
  const json = { lines, note: key, ofReturn: earlier?.id };
  const headers = { 'idempotency-key': key };
  const path = `/api/v1/orders/${orderId}/returns`;
  return {
    who,
    change: key,
    call: { method: 'POST', path, json, headers, tag },
    note({ kind }) {
      if (kind === 'ok') asked.isSure = true;
    },
  };
}

interface StepRequest {
  id: string;
  name: ReturnStep;
  /** In the words of `checkAfterSale`; null fits everything. */
  what: string | null;
  json: unknown;
}

export const withdrawal = (id: string): StepRequest => ({
  id,
  name: 'withdraw',
  what: '',
  json: {},
});

/** What came of a return: all, some or nothing of it, in some condition, into the stock or not. */
export function receipt(
  { _id: id, lines }: SeenOrder['returns'][number],
  sku: string,
  random: Shopper['random'],
): StepRequest {
  const asked = lines[0]?.quantity ?? 1;
  const quantity = random.chance(0.7) ? asked : random.int(0, asked);
  const condition = quantity > 0 ? random.pick(['as_new', 'worn', 'damaged', null]) : null;
  const restock = quantity > 0 && random.chance(0.6);
  const json = { lines: [{ sku, quantity, condition, restock }] };
  return { id, name: 'receive', what: `${quantity} ${condition} ${restock}`, json };
}

export function closing(purchase: Purchase, asked: RequestedReturn, how: How, id: string): Action {
  const close = stepOf(purchase, asked, how, { id, name: 'close', what: '', json: {} });
  // A return that is refunded is closed, so both say the same.
  return { ...close, change: 'end' };
}

/** Sends what goes out in exchange. It closes a return of which nothing is left to refund. */
export function shipment(purchase: Purchase, asked: RequestedReturn, how: How, id: string): Action {
  asked.steps.push({ step: 'close', what: '', isSure: false });
  const json = { carrier: 'DHL' };
  return stepOf(purchase, asked, how, { id, name: 'ship-exchange', what: '', json });
}

/** At a price, or at what the shop proposes. It closes the return. */
export function refundOfReturn(
  purchase: Purchase,
  asked: RequestedReturn,
  how: How,
  id: string,
): Action {
  const { random } = how.who;
  const amountMinor = random.chance(0.4) ? random.int(1, purchase.goods.priceMinor) : null;
  const json = {
    shipping: random.chance(0.2),
    ...(amountMinor !== null && { amount: amountMinor / 100 }),
  };
  const what = amountMinor === null ? null : String(amountMinor);
  const refund = stepOf(purchase, asked, how, { id, name: 'refund', what, json });
  const close = { step: 'close' as const, what: '', isSure: false };
  asked.steps.push(close);
  return {
    ...refund,
    change: 'end',
    note(outcome: Outcome) {
      refund.note(outcome);
      if (outcome.kind === 'ok') close.isSure = true;
    },
  };
}

/**
 * Begins the payment of the difference to a dearer size, and charges the card; returns what reports
 * it to the shop. Null when it did not come to that.
 */
export async function extraPayment(
  market: Market,
  { buyer, tag }: Purchase,
  asked: RequestedReturn,
  id: string,
): Promise<Action | null> {
  const { random } = buyer;
  const start = `/api/v1/returns/${id}/payment-intent`;
  const call: Call = { method: 'POST', path: start, json: {}, tag };
  const intent = await insist(market, buyer, call);
  if (intent.kind !== 'ok') return null;
  const secret: string = intent.body.clientSecret;
  if (random.chance(0.1)) return null;
  const problem = await market.provider.confirm(secret, CARD.good).catch(() => 'unreachable');
  // Some close the tab after it.
  if (problem !== null || random.chance(0.2)) return null;
  const path = `/api/v1/returns/${id}/payment`;
  const json = { transaction: secret.split('_secret_')[0] };
  return {
    who: buyer,
    change: 'pay',
    call: { method: 'PUT', path, json, tag },
    note({ kind }) {
      if (kind === 'ok') asked.isPaid = true;
    },
  };
}

/** Staff end that the difference is unpaid: its money came outside of the shop, or they waive it. */
export function endDifference(
  market: Market,
  purchase: Purchase,
  asked: RequestedReturn,
  how: How,
  id: string,
): Action {
  const { who, version } = how;
  if (who.random.chance(0.4)) {
    return stepOf(purchase, asked, how, { id, name: 'waive-difference', what: '', json: {} });
  }
  const headers = { ...ifMatch(version), 'idempotency-key': market.newKey('difference') };
  const path = `/api/v1/returns/${id}/payments`;
  return {
    who,
    change: 'mark-paid',
    call: { method: 'POST', path, json: { reference: 'Cash' }, headers, tag: purchase.tag },
    note({ kind }) {
      if (kind === 'ok') asked.isPaid = true;
    },
  };
}

export function stepOf(
  purchase: Purchase,
  asked: RequestedReturn,
  { who, version }: How,
  { id, name, what, json }: StepRequest,
): Action {
  const step = { step: name, what, isSure: false };
  asked.steps.push(step);
  const path = `/api/v1/returns/${id}/${name}`;
  const headers = ifMatch(version);
  return {
    who,
    change: `${name} ${what}`,
    call: { method: 'POST', path, json, headers, tag: purchase.tag },
    note({ kind }) {
      if (kind === 'ok') step.isSure = true;
    },
  };
}
