/**
 * The part of the model that is about extra payments: what a customer pays because what goes out for
 * a return is dearer than what comes back.
 */
import { plainTax } from '../support/plain-money.ts';
import type { ModelExchange, ModelIntent, ModelReturn, OrderModel } from './order-model.ts';

/** A line of the invoice of an extra payment. */
interface ExtraLine {
  sku: string;
  quantity: number;
  amountMinor: number;
  taxMinor: number;
}

/** What each dearer exchange of a return costs more now, without what was released. */
export function extraLines(model: OrderModel, { lines }: ModelReturn): ExtraLine[] {
  return [...lines]
    .sort((a, b) => a.position - b.position)
    .flatMap(({ position, exchange }) => {
      const { priceMinor, ppm } = model.line(position);
      const quantity = exchange ? exchange.quantity - exchange.released : 0;
      const unitMinor = (exchange ? exchange.priceMinor - exchange.waivedMinor : 0) - priceMinor;
      if (!exchange || quantity === 0 || unitMinor <= 0) return [];
      const amountMinor = unitMinor * quantity;
      const taxMinor = plainTax(amountMinor, ppm, model.isIncluded);
      return [{ sku: exchange.sku, quantity, amountMinor, taxMinor }];
    });
}

export const sumOfLines = ({ isIncluded }: OrderModel, lines: ExtraLine[]): number =>
  lines.reduce(
    (sum, { amountMinor, taxMinor }) => sum + amountMinor + (isIncluded ? 0 : taxMinor),
    0,
  );

export const dueOf = (model: OrderModel, one: ModelReturn): number =>
  sumOfLines(model, extraLines(model, one));

/** What they would cost more, and staff waived. */
export const waivedOf = (model: OrderModel, { lines }: ModelReturn): number =>
  lines.reduce((sum, { position, exchange: e }) => {
    const amountMinor = e ? e.waivedMinor * (e.quantity - e.released) : 0;
    const taxMinor = plainTax(amountMinor, model.line(position).ppm, model.isIncluded);
    return sum + amountMinor + (model.isIncluded ? 0 : taxMinor);
  }, 0);

/** The payment that the shop has recorded, even if all of it went back. */
export const captureOf = ({ intents }: ModelReturn): ModelIntent | undefined =>
  intents.find(({ state }) => state === 'captured');

/** The payment that can still be made, or was made and is not reported. */
export const openOf = ({ intents }: ModelReturn): ModelIntent | undefined =>
  intents.find(({ state }) => state === 'open' || state === 'confirmed');

const keptOf = (one: ModelReturn): number => {
  const capture = captureOf(one);
  return capture ? capture.amountMinor - capture.refundedMinor : 0;
};

export const isExtraPaid = (model: OrderModel, one: ModelReturn): boolean =>
  keptOf(one) >= dueOf(model, one);

export function isPayable(model: OrderModel, one: ModelReturn): boolean {
  const isApproved = one.state === 'in_transit' || one.state === 'received';
  return isApproved && !captureOf(one) && dueOf(model, one) > 0 && mayStillExchange(model, one);
}

/** Whether refunds have left enough of the order for what a return has reserved. */
export function mayStillExchange(model: OrderModel, one: ModelReturn): boolean {
  const hasUnits = one.lines
    .filter(({ exchange: e }) => e && !e.parcelId && e.released < e.quantity)
    .every(({ position, exchange: e }) => {
      const units = e ? e.quantity - e.released : 0;
      return units <= leftToExchange(model, position, one);
    });
  return hasUnits && model.leftMinor > 0;
}

/** Units of a line that may go out in exchange, beside those of one return. */
export function leftToExchange(
  model: OrderModel,
  position: number,
  of: ModelReturn | null,
): number {
  const { bought, refunded, cancelled } = model.line(position);
  const goingOut = (e: ModelExchange | null) => (e ? e.quantity - e.released : 0);
  const others = model.returns
    .filter((one) => one !== of)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.position === position)
    .reduce((sum, { exchange }) => sum + goingOut(exchange), 0);
  return Math.max(0, bought - Math.max(refunded, cancelled) - others);
}

/** Refunds what was paid for exchanges that have ended. */
export function giveBack(model: OrderModel, one: ModelReturn): void {
  const capture = captureOf(one);
  const amountMinor = keptOf(one) - dueOf(model, one);
  if (!capture || amountMinor <= 0) return;
  capture.refundedMinor += amountMinor;
  model.papers.push(`credit_note ${amountMinor}`);
}

/** Why the shop does not take a payment that was made. */
export function reportStop(
  model: OrderModel,
  one: ModelReturn,
  { state, amountMinor }: ModelIntent,
): string | null {
  if (state === 'captured') return null;
  if (state === 'refunded') return 'transaction_used';
  if (!isPayable(model, one)) return 'order_closed';
  return amountMinor === dueOf(model, one) ? null : 'amount_mismatch';
}

/** The shop learns of a payment that was made, and refunds what it does not take. */
export function report(model: OrderModel, one: ModelReturn, intent: ModelIntent): void {
  const stop = reportStop(model, one, intent);
  if (intent.state === 'captured' || intent.state === 'refunded') return;
  if (stop !== null) {
    intent.state = 'refunded';
    intent.refundedMinor = intent.amountMinor;
    return;
  }
  intent.state = 'captured';
  intent.lines = extraLines(model, one);
  model.papers.push(`invoice ${intent.amountMinor}`);
}

/** Why no payment begins. A payment that was made and not reported is recorded, or refunded. */
export function startStop(model: OrderModel, one: ModelReturn): string | null {
  if (keptOf(one) > 0) return 'already_paid';
  if (!isPayable(model, one)) return 'order_closed';
  const open = openOf(one);
  if (open?.state !== 'confirmed') return null;
  return reportStop(model, one, open) ?? 'already_paid';
}

/** What a request for a payment changes. `intent` is what the shop named; null when it refused. */
export function start(
  model: OrderModel,
  one: ModelReturn,
  intent: { clientSecret: string; amountMinor: number } | null,
): void {
  const open = openOf(one);
  if (!intent) {
    const isReported = open?.state === 'confirmed' && isPayable(model, one);
    if (isReported) report(model, one, open);
    return;
  }
  if (open?.clientSecret === intent.clientSecret) return;
  if (open) open.state = 'stopped';
  one.intents.push({ ...intent, state: 'open', refundedMinor: 0, lines: [] });
}

/**
 * Staff want to end that a difference is unpaid. Its open payment is stopped, or recorded if the card
 * was charged before. Returns why they can't.
 */
export function endUnpaidStop(model: OrderModel, one: ModelReturn): string | null {
  if (captureOf(one)) return 'already_paid';
  if (one.state !== 'in_transit' && one.state !== 'received') return 'return_state';
  if (!isPayable(model, one)) return 'order_closed';
  const open = openOf(one);
  const isTaken = open?.state === 'confirmed' && reportStop(model, one, open) === null;
  return isTaken ? 'already_paid' : null;
}

export function stopOpen(model: OrderModel, one: ModelReturn): void {
  const open = openOf(one);
  if (!open || !isPayable(model, one)) return;
  if (open.state === 'confirmed') report(model, one, open);
  else open.state = 'stopped';
}

/** All of the difference came outside of the shop. */
export function markPaid(model: OrderModel, one: ModelReturn): void {
  stopOpen(model, one);
  const amountMinor = dueOf(model, one);
  const lines = extraLines(model, one);
  const outside = { clientSecret: null, state: 'captured', refundedMinor: 0 } as const;
  one.intents.push({ ...outside, amountMinor, lines });
  model.papers.push(`invoice ${amountMinor}`);
}

export const wasWaived = ({ lines }: ModelReturn): boolean =>
  lines.some(({ exchange }) => (exchange?.waivedMinor ?? 0) > 0);

/** Staff give the customer the difference: each dearer unit costs what was paid for it. */
export function waive(model: OrderModel, one: ModelReturn): void {
  if (wasWaived(one)) return;
  stopOpen(model, one);
  for (const { position, exchange: e } of one.lines) {
    if (!e || e.parcelId || e.released === e.quantity) continue;
    e.waivedMinor = Math.max(0, e.priceMinor - model.line(position).priceMinor);
  }
}

/** What the job does that asks the provider about open payments. */
export function checkPayments(model: OrderModel): void {
  for (const one of model.returns) {
    const open = openOf(one);
    if (open?.state === 'confirmed') report(model, one, open);
    else if (open && !isPayable(model, one)) open.state = 'stopped';
  }
}
