import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { ReturnState } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { lockForStaff, refundExtraNow, requireSeenVersion, returnExtra } from '../orders/orders.ts';
import { reservedOf } from '../orders/returns/exchange-units.schema.ts';
import { earlierReturns } from '../orders/returns/exchanged-items.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { awaitsEarlierItem } from './refundable-lines.schema.ts';
import { selectOrderOfReturn } from './returns.store.ts';

/** What a change of a return is checked against. */
export interface ReturnChange {
  /** The version of the order that was shown; null checks nothing. */
  version: number | null;
}

/** A return with its order, under the order's lock. */
interface LockedReturn {
  order: OrderView;
  one: ReturnView;
}

/**
 * Locks the order of a return and calls `work`. Skips `work` when `isDone` says that the change was
 * made before. What was paid for exchanges that `work` ends, and what extra payments of earlier
 * returns give back, is refunded. Returns the id of the order. 404 for an unknown id; 409
 * `order_changed`.
 */
export async function changeReturn(
  ctx: Ctx,
  { id: returnId, actor }: { id: string; actor: string },
  { version }: ReturnChange,
  isDone: (one: ReturnView, order: OrderView) => boolean,
  work: (tx: Tx, locked: LockedReturn) => Promise<void>,
): Promise<string> {
  const found = await selectOrderOfReturn(ctx.db, returnId);
  if (!found) throw noSuchReturn();
  const paidBy = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, found.orderId);
    const one = findReturn(order, returnId);
    const extras = earlierReturns(order.returns, returnId).flatMap(({ id, extra }) =>
      extra ? [id] : [],
    );
    if (isDone(one, order)) return extras;
    requireSeenVersion(order, version);
    await work(tx, { order, one });
    const by = { actor, at: ctx.now() };
    for (const id of extras) {
      const reason = id === returnId ? 'exchange ended' : 'exchange returned';
      await returnExtra(tx, found.orderId, id, { ...by, reason });
    }
    return extras;
  });
  for (const id of paidBy) await refundExtraNow(ctx, id);
  return found.orderId;
}

/** A return of its order; 404 without it. */
export function findReturn({ returns }: Pick<OrderView, 'returns'>, id: string): ReturnView {
  const one = returns.find((each) => each.id === id);
  if (!one) throw noSuchReturn();
  return one;
}

export function noSuchReturn(): AppError {
  return new AppError('not_found', 'There is no such return.');
}

const said: Record<ReturnView['state'], string> = {
  requested: 'This return is not approved or declined yet.',
  in_transit: 'This return is approved, and not received yet.',
  received: 'This return is received.',
  closed: 'This return is closed.',
  declined: 'This return was declined.',
  withdrawn: 'The customer withdrew this return.',
};

/** 409 `return_state` when a return is in another state than the change requires. */
export function requireState({ state }: ReturnView, needed: readonly ReturnState[]): void {
  if (!needed.includes(state))
    throw new AppError('return_state', said[state], { details: { state } });
}

/** 409 `return_state` when nothing of a return is reserved for an exchange. */
export function requireReserved(one: ReturnView): void {
  if (reservedOf(one).length > 0) return;
  throw new AppError('return_state', 'This return has no exchange that waits to be sent.');
}

/** 409 `return_state` while the item that something was sent for is on its way. */
export function requireEarlierHere(order: OrderView, one: ReturnView): void {
  if (!awaitsEarlierItem(order, one)) return;
  throw new AppError(
    'return_state',
    'What this was sent for has not come back yet. Please receive or close that return first.',
  );
}

/** 409 `return_state` while a return has exchanges that are neither sent nor cancelled. */
export function requireNoneReserved(one: ReturnView): void {
  if (reservedOf(one).length === 0) return;
  throw new AppError(
    'return_state',
    'Please send the exchange of this return first, or cancel it.',
  );
}
