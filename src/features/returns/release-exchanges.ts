/** Ends exchanges without a parcel: their units go back into the stock. */
import { inTransaction, type Tx } from '#db/client.ts';
import { logFault } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { releaseFromExchange } from '../inventory/inventory.ts';
import type { ReleaseReason } from '../order-tables/exchange-state.schema.ts';
import { approvedReturnStates } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  lockForStaff,
  recordStaffChange,
  refundExtraNow,
  requireSeenVersion,
  returnExtra,
} from '../orders/orders.ts';
import { isExtraPaid, keptOf } from '../orders/payment/extra-payment.schema.ts';
import { mayStillExchange, reservedOf } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import {
  changeReturn,
  findReturn,
  type ReturnChange,
  requireReserved,
  requireState,
} from './change-return.ts';
import { exchangeKey } from './reserve-exchanges.ts';
import { lateBefore } from './reserved-exchanges.schema.ts';
import { selectEndedExchanges, selectOrderOfReturn, updateExchange } from './returns.store.ts';

/** The most returns that the job works on at a time. */
const AT_ONCE = 100;
/** The job in the history of an order. */
const JOB = 'exchanges';

interface Release {
  order: OrderView;
  one: ReturnView;
  because: ReleaseReason;
  actor: string;
  at: Date;
}

/**
 * Releases the reserved units of a return's lines, in the caller's transaction with the order locked.
 * `keepOf` says how many units of a line stay reserved; without it none do. Returns how many went back.
 */
export async function releaseExchanges(
  tx: Tx,
  { order, one, because, actor, at }: Release,
  keepOf: (position: number) => number = () => 0,
): Promise<number> {
  const going = reservedOf(one).flatMap(({ position, exchange, units: reserved }) => {
    const units = reserved - Math.min(reserved, keepOf(position));
    return units > 0 ? [{ position, exchange, units }] : [];
  });
  if (going.length === 0) return 0;
  for (const { position, exchange, units } of going) {
    const released = exchange.released + units;
    const end = released === exchange.quantity ? { releasedBecause: because, releasedAt: at } : {};
    await updateExchange(tx, one.id, position, { released, ...end });
  }
  const back = going.map(({ position, exchange, units }) => ({
    variantId: exchange.variantId,
    quantity: units,
    key: `${exchangeKey(one.id, position)} back ${exchange.released + units}`,
  }));
  await releaseFromExchange(tx, { id: order.id, actor, at }, back);
  return going.reduce((sum, { units }) => sum + units, 0);
}

/**
 * Cancels the exchanges of an approved or received return that are not sent: it then ends with a
 * refund (admin). Returns the id of the order. A repeat does nothing. 409 `order_changed`,
 * `return_state`.
 */
export function cancelExchange(
  ctx: Ctx,
  actor: Actor,
  id: string,
  change: ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  return changeReturn(
    ctx,
    { id, actor: admin.id },
    change,
    isCancelled,
    async (tx, { order, one }) => {
      requireCancellable(one);
      const release = { order, one, because: 'cancelled', actor: admin.id, at: ctx.now() } as const;
      const units = await releaseAlone(tx, release);
      await recordAudit(tx, admin.id, 'return.cancel-exchange', order.id, { returnId: id, units });
    },
  );
}

/**
 * How much money of the difference staff give back themselves when they cancel an exchange; 0 for a
 * repeat. Refuses what `cancelExchange` would refuse now, for the question before it.
 */
export function previewCancelledExchange(
  order: OrderView,
  id: string,
  { version }: ReturnChange,
): number {
  const one = findReturn(order, id);
  if (isCancelled(one)) return 0;
  requireSeenVersion(order, version);
  requireCancellable(one);
  const payment = one.extra?.payment;
  return payment?.isOutside ? keptOf(payment) : 0;
}

const isCancelled = ({ lines }: ReturnView) =>
  lines.some(({ exchange }) => exchange?.releasedBecause === 'cancelled');

function requireCancellable(one: ReturnView): void {
  requireReserved(one);
  requireState(one, approvedReturnStates);
}

/**
 * Releases the exchanges of returns that have not arrived in time, those that were not paid in time,
 * those that can't be sent because items or the whole order were refunded, and those of deleted
 * accounts. The returns themselves stay as they are. The shop gets an email about money that staff have
 * to give back themselves. Returns how many were released.
 */
export async function releaseEndedExchanges(ctx: Ctx): Promise<number> {
  const approvedBefore = lateBefore(ctx.now(), ctx.shop.returns.exchangeDays ?? 0);
  const ended = await selectEndedExchanges(ctx.db, approvedBefore, AT_ONCE);
  let released = 0;
  for (const { returnId, isAccountDeleted } of ended) {
    try {
      if (await releaseEnded(ctx, returnId, isAccountDeleted, approvedBefore)) released += 1;
    } catch (error) {
      logFault(ctx.log, 'exchange.release', error, { returnId });
    }
  }
  return released;
}

async function releaseEnded(
  ctx: Ctx,
  returnId: string,
  isAccountDeleted: boolean,
  approvedBefore: Date,
): Promise<boolean> {
  const found = await selectOrderOfReturn(ctx.db, returnId);
  if (!found) return false;
  const isReleased = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, found.orderId);
    const one = order.returns.find(({ id }) => id === returnId);
    // It was sent or released meanwhile.
    if (!one || reservedOf(one).length === 0) return false;
    const isLate = Date.parse(one.approvedAt ?? '') < approvedBefore.getTime();
    const reason = isAccountDeleted ? 'account_deleted' : reasonToEnd(order, one, isLate);
    if (reason === null) return false;
    const at = ctx.now();
    await releaseAlone(tx, { order, one, because: reason, actor: JOB, at });
    const by = { actor: JOB, at, reason: 'exchange ended' } as const;
    if (one.extra) await returnDifference(tx, order.id, one, by);
    return true;
  });
  if (isReleased) await refundExtraNow(ctx, returnId);
  return isReleased;
}

/** Refunds what was paid for a dearer exchange. Nobody looks on who would give it back in cash. */
async function returnDifference(
  tx: Tx,
  orderId: string,
  { id: returnId, extra }: ReturnView,
  by: Parameters<typeof returnExtra>[3],
): Promise<void> {
  const amountMinor = await returnExtra(tx, orderId, returnId, by);
  if (amountMinor === 0 || !extra?.payment?.isOutside) return;
  const payload = { orderId, returnId, amountMinor };
  await enqueue(tx, { kind: 'staff.difference-refunded', payload }, by.at);
}

/** Why the job ends the exchanges of a return; null when they go on. */
function reasonToEnd(
  order: OrderView,
  one: ReturnView,
  isLate: boolean,
): 'late' | 'unpaid' | 'refunded' | null {
  if (!mayStillExchange(order, one)) return 'refunded';
  if (!isLate) return null;
  if (one.receivedAt === null) return 'late';
  return isExtraPaid(one) ? null : 'unpaid';
}

/** Releases all reserved units of a return that goes on, with an event of its own. */
async function releaseAlone(tx: Tx, release: Release): Promise<number> {
  const units = await releaseExchanges(tx, release);
  const { order, because, actor, at } = release;
  await recordStaffChange(tx, order, { event: 'exchange-released', actor, at, detail: because });
  return units;
}
