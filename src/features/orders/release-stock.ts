/**
 * Releases what one account or network holds. All its unpaid orders are marked in one statement;
 * then each is cancelled as any order is: its payment stopped first, under its own lock, and kept
 * when the money came first. A request does a few, and the rest follow within minutes.
 */
import { inTransaction, lockInTransaction } from '#db/client.ts';
import { findRefusal } from '#shared/errors.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { cancelOrder } from './close-order.ts';
import { RELEASED } from './deletion.ts';
import { countToRelease, markForRelease, selectToRelease } from './held-stock.store.ts';
import { ordersFrom, ordersOf } from './order-locks.ts';
import type { HolderKey } from './orders.schema.ts';
import { lockOrder } from './orders.store.ts';
import { withPaymentStopped } from './settle.ts';

/** At most so many orders, and so long, in the request itself. */
const AT_ONCE = 20;
const AT_ONCE_MS = 5_000;
const A_ROUND = 100;

export interface Release {
  /** So many were cancelled; the stock of those is on sale again. */
  cancelled: number;
  /** So many are cancelled in the next minutes. */
  left: number;
}

/** Releases all that the account or network holds now (admin); on the record, with how much it was. */
export async function releaseHeldStock(
  ctx: Ctx,
  actor: Actor,
  holder: HolderKey,
): Promise<Release> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    // An order that is just being placed there is released as well.
    const lock = holder.kind === 'account' ? ordersOf : ordersFrom;
    await lockInTransaction(tx, lock(holder.key));
    const marked = await markForRelease(tx, holder, admin.id);
    if (marked.orders === 0) return;
    // The log is kept for good, and where somebody ordered from is not.
    const subject = holder.kind === 'account' ? holder.key : 'network';
    await recordAudit(tx, admin.id, 'stock.release', subject, marked);
  });
  const until = performance.now() + AT_ONCE_MS;
  const marked = await selectToRelease(ctx.db, AT_ONCE, holder);
  const cancelled = await releaseEach(ctx, marked, () => performance.now() > until);
  return { cancelled, left: await countToRelease(ctx.db, holder) };
}

/** Goes on with what requests have left; returns how many orders were cancelled. */
export async function releaseMarkedOrders(ctx: Ctx): Promise<number> {
  return releaseEach(ctx, await selectToRelease(ctx.db, A_ROUND), () => false);
}

async function releaseEach(
  ctx: Ctx,
  marked: { id: string; releasedBy: string }[],
  isOver: () => boolean,
): Promise<number> {
  let cancelled = 0;
  for (const order of marked) {
    if (isOver()) break;
    try {
      if (await release(ctx, order)) cancelled += 1;
    } catch (error) {
      ctx.log.error('stock.release', error, { id: order.id });
      // Whoever is away is away for the others as well; they stay marked.
      if (findRefusal(error)?.status === 503) break;
    }
  }
  return cancelled;
}

function release(
  ctx: Ctx,
  { id, releasedBy }: { id: string; releasedBy: string },
): Promise<boolean> {
  return withPaymentStopped(ctx, id, releasedBy, async (tx, stopped) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== 'pending') return false;
    const how = {
      event: 'cancel',
      actor: releasedBy,
      stopped,
      at: ctx.now(),
      detail: RELEASED,
    } as const;
    await cancelOrder(ctx, tx, order, how);
    return true;
  });
}
