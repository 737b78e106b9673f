/**
 * Releases what one account or network reserves. One statement marks all its unpaid orders. Then
 * each is cancelled as usual: its payment is stopped first, under its own lock, and an order with a
 * captured payment is kept. A request cancels a few, and jobs cancel the rest within minutes.
 */
import { inTransaction, lockInTransaction } from '#db/client.ts';
import { logFault } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { RELEASED } from '../deletion/deletion.ts';
import { ordersFrom, ordersOf } from '../order-locks.ts';
import type { HolderKey } from '../order-requests.schema.ts';
import { lockOrder } from '../orders.store.ts';
import { callProviderForEach } from '../payment/call-provider-for-each.ts';
import { withPaymentStopped } from '../payment/settle.ts';
import { cancelOrder } from './close-order.ts';
import { countToRelease, markForRelease, selectToRelease } from './held-stock.store.ts';

/** The most orders, and the longest time, in the request itself. */
const AT_ONCE = 20;
const AT_ONCE_MS = 5_000;
const RELEASED_PER_RUN = 100;

export interface Release {
  /** How many were cancelled. Their stock is available again. */
  cancelled: number;
  /** How many the next minutes will cancel. */
  left: number;
}

/**
 * Releases all that the account or network reserves now (admin). Writes the amount into the audit
 * log.
 */
export async function releaseHeldStock(
  ctx: Ctx,
  actor: Actor,
  holder: HolderKey,
): Promise<Release> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    // Includes an order that is being placed at this moment.
    const lock = holder.kind === 'account' ? ordersOf : ordersFrom;
    await lockInTransaction(tx, lock(holder.key));
    const marked = await markForRelease(tx, holder, admin.id);
    if (marked.orders === 0) return;
    // The audit log is permanent, but the networks of orders are not stored permanently.
    const subject = holder.kind === 'account' ? holder.key : 'network';
    await recordAudit(tx, admin.id, 'stock.release', subject, marked);
  });
  const until = performance.now() + AT_ONCE_MS;
  const marked = await selectToRelease(ctx.db, AT_ONCE, holder);
  const cancelled = await releaseEach(ctx, marked, () => performance.now() > until);
  return { cancelled, left: await countToRelease(ctx.db, holder) };
}

/** Cancels the orders that requests did not get to; returns how many. */
export async function releaseMarkedOrders(ctx: Ctx): Promise<number> {
  return releaseEach(ctx, await selectToRelease(ctx.db, RELEASED_PER_RUN), () => false);
}

async function releaseEach(
  ctx: Ctx,
  marked: { id: string; releasedBy: string }[],
  isOver: () => boolean,
): Promise<number> {
  let cancelled = 0;
  // Orders that it does not get to stay marked.
  await callProviderForEach(
    marked,
    async (order) => {
      if (!isOver() && (await release(ctx, order))) cancelled += 1;
    },
    (error, { id }) => logFault(ctx.log, 'stock.release', error, { id }),
  );
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
