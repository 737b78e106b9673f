/**
 * Undo for a deleted order. An order that was only archived returns to its lists. A
 * cancelled one stays cancelled, and the same lines are placed again as a new order: once, and at
 * the same prices or not at all.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, SignedInUser } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { OrderLine, OrderView } from '../orders/orders.schema.ts';
import {
  archiveReplaced,
  findBuyerId,
  findReplacement,
  passLinksOn,
  requireSeenVersion,
  takeBackDeletion,
  undoEndsAt,
  viewOrder,
} from '../orders/orders.ts';
import { requireAdmin, requireUser } from '../permissions.ts';
import { accountExists } from './checkout.store.ts';
import { fingerprintOf } from './find-repeat.ts';
import { lockLines, priceAndCreateOrder } from './price-and-create-order.ts';
import { priceChanged, type Totals } from './pricing.ts';
import { type Buyer, lockBuyerOf } from './unpaid-limits.ts';

/**
 * Undoes the caller's own deletion of an order (owner or admin). Returns whether the order was
 * placed again under a new number. With `onlyMyOrders`, a paid order returns to My Orders alone. A
 * repeat returns the same. 409 with the reason when it can't be undone; then nothing has changed.
 */
export async function undoDeletion(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { onlyMyOrders = false } = {},
): Promise<{ placedAgain: boolean }> {
  return { placedAgain: (await undo(ctx, actor, id, { onlyMyOrders })) !== null };
}

/**
 * Undoes the caller's own cancellation of an unpaid order (admin); returns the id of the order that
 * was placed again. A repeat returns the same. `version` is that of the order that staff saw; null
 * checks nothing. 409 `order_changed`, and as for a deletion; also when the caller has done something
 * else with the order since.
 */
export async function undoCancellation(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: { version: number | null },
): Promise<string> {
  requireAdmin(actor);
  const again = await undo(ctx, actor, id, { onlyCancellation: true, version });
  if (again === null) throw new Error('An undone cancellation placed no order.');
  return again;
}

/** Returns the id of the order that was placed again; null when it only returned to its lists. */
async function undo(
  ctx: Ctx,
  actor: Actor,
  id: string,
  {
    version = null,
    ...which
  }: { onlyMyOrders?: boolean; onlyCancellation?: boolean; version?: number | null },
): Promise<string | null> {
  const user = requireUser(actor);
  const [order, buyerId] = [await viewOrder(ctx, id), await findBuyerId(ctx, id)];
  requireSeenVersion(order, version);
  return inTransaction(ctx.db, async (tx) => {
    // The same order of locks as in placing: buyer, order, then what placing locks.
    const buyer = await lockBuyerOfOrder(tx, buyerId, order, actor);
    const deletion = await takeBackDeletion(ctx, tx, user, { id, ...which });
    if (!deletion) return null;
    const before = await findReplacement(tx, id);
    if (before?.status === 'cancelled') {
      throw new AppError(
        'order_closed',
        'This was already undone, and the order has been deleted again since.',
      );
    }
    return before?.id ?? placeAgain(ctx, tx, { user, buyer, order, deletion });
  });
}

/**
 * The customer of the order, locked; null when the account is gone. Counts against the network only
 * when the customer makes the request, because staff have another network.
 */
async function lockBuyerOfOrder(
  tx: Tx,
  userId: string | null,
  // Taken from the order, because the account's name may have changed.
  { email, name, isGuest }: OrderView,
  actor: Actor,
): Promise<Buyer | null> {
  if (userId === null) {
    return isGuest ? lockBuyerOf(tx, { userId, email, name, network: null }) : null;
  }
  if (!(await accountExists(tx, userId))) return null;
  const network = actor.user?.id === userId ? (actor.network ?? null) : null;
  return lockBuyerOf(tx, { userId, email, name, network });
}

interface Undo {
  user: SignedInUser;
  buyer: Buyer | null;
  order: OrderView;
  deletion: {
    cancelled: {
      userId: string | null;
      paymentDueAt: Date;
      verifiedDueAt: Date | null;
      tags: string[];
    };
    at: Date;
  };
}

async function placeAgain(
  ctx: Ctx,
  tx: Tx,
  { user, buyer, order, deletion: { cancelled, at } }: Undo,
): Promise<string> {
  const now = ctx.now();
  if (now > undoEndsAt(ctx, at)) {
    throw new AppError(
      'order_closed',
      'It is too late to undo this. You are welcome to order again.',
    );
  }
  if (now >= cancelled.paymentDueAt) {
    throw new AppError(
      'order_closed',
      'The time to pay for this order is over, so it stays cancelled.',
    );
  }
  // A guest's order may have become an account's meanwhile.
  if (!buyer || buyer.userId !== cancelled.userId) {
    throw new AppError(
      'order_closed',
      'The account of this order no longer exists, so it stays cancelled.',
    );
  }
  const { city, zip, lines: wanted, address: delivery, billingAddress: billing } = order;
  const { paymentDueAt, verifiedDueAt, tags } = cancelled;
  const terms = {
    buyer,
    payment: 'later' as const,
    city,
    zip,
    addresses: { delivery, billing },
    method: order.delivery?.method ?? null,
    idempotencyKey: null,
    replaces: { id: order.id, due: { paymentDueAt, verifiedDueAt }, tags, undoneBy: user.id },
    assertExpectedTotals: (lines: OrderLine[], totals: Totals) =>
      requireSamePrices(order, lines, totals),
  };
  const again = await lockLines(tx, wanted)
    .then((locked) =>
      priceAndCreateOrder(ctx, tx, terms, locked, fingerprintOf(wanted, city), null),
    )
    .catch((error: unknown) => {
      throw withReason(error);
    });
  // Only the new order is in the lists. One that was deleted left them before.
  await archiveReplaced(tx, order.id, now);
  // Otherwise the guest's links would show an order that stays cancelled.
  if (order.isGuest) await passLinksOn(tx, order.id, again.id);
  if (user.role === 'admin')
    await recordAudit(tx, user.id, 'order.undo', order.id, { order: again.id });
  return again.id;
}

function requireSamePrices(order: OrderView, lines: OrderLine[], totals: Totals): void {
  const before = new Map(order.lines.map((line) => [line.variantId, line.unitPriceMinor]));
  const isSame =
    totals.totalMinor === order.totalMinor &&
    totals.taxMinor === order.taxMinor &&
    lines.every(({ variantId, unitPriceMinor }) => before.get(variantId) === unitPriceMinor);
  if (isSame) return;
  throw new AppError('price_changed', 'A price has changed since it was placed.', {
    details: priceChanged(lines, totals).details,
  });
}

/** Says first that the order could not be placed again, and then why. */
function withReason(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details, retryAfterSeconds } = error;
  return new AppError(code, `The order stays cancelled. ${message}`, {
    details,
    cause: error,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  });
}
