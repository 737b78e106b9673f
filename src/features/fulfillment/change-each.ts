import { findRefusal } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { viewOrders } from '../orders/orders.ts';
import { requireAdmin } from '../permissions.ts';

/** An order as staff saw it. */
export interface ShownOrder {
  id: string;
  version: number;
}

/** The result for one of several orders. */
export interface ChangedOrder {
  id: string;
  number: string;
  /** Why it was not changed; null when it was. */
  refusal: string | null;
}

/**
 * Makes the same change to several orders, each in its own transaction (admin). A refusal of one
 * order does not stop the others.
 */
export async function changeEach(
  ctx: Ctx,
  actor: Actor,
  shown: ShownOrder[],
  change: (order: ShownOrder) => Promise<unknown>,
): Promise<ChangedOrder[]> {
  requireAdmin(actor);
  const ids = shown.map(({ id }) => id);
  const numbers = new Map(
    (await viewOrders(ctx, actor, ids)).map(({ id, number }) => [id, number]),
  );
  const changed: ChangedOrder[] = [];
  for (const order of shown) {
    const { id } = order;
    const number = numbers.get(id) ?? id;
    try {
      await change(order);
      changed.push({ id, number, refusal: null });
    } catch (error) {
      const refusal = findRefusal(error);
      if (!refusal || refusal.status === 503) throw error;
      changed.push({ id, number, refusal: refusal.message });
    }
  }
  return changed;
}
