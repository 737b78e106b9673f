import { and, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { variants } from '../catalog/catalog.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { stockMovements } from './inventory.table.ts';

const units = sql<number>`coalesce(sum(${stockMovements.quantity}), 0)`.mapWith(Number);

/** The movements of a variant before the given one, newest first. */
export function selectMovements(
  db: Executor,
  variantId: string,
  limit: number,
  before: number | null,
) {
  return db
    .select({
      id: stockMovements.id,
      quantity: stockMovements.quantity,
      reason: stockMovements.reason,
      note: stockMovements.note,
      orderId: stockMovements.orderId,
      orderNumber: orders.number,
      actor: stockMovements.actor,
      at: stockMovements.createdAt,
      /** Available units now, of the same moment as the movements. */
      available: variants.available,
    })
    .from(stockMovements)
    .innerJoin(variants, eq(variants.id, stockMovements.variantId))
    .leftJoin(orders, eq(orders.id, stockMovements.orderId))
    .where(
      and(
        eq(stockMovements.variantId, variantId),
        before === null ? undefined : lt(stockMovements.id, before),
      ),
    )
    .orderBy(desc(stockMovements.id))
    .limit(limit);
}

/** Available and reserved units at a past moment. */
export async function sumAsOf(db: Executor, variantId: string, at: Date) {
  const until = and(eq(stockMovements.variantId, variantId), lte(stockMovements.createdAt, at));
  const [all] = await db.select({ units }).from(stockMovements).where(until);
  const [held] = await db
    .select({ units })
    .from(stockMovements)
    .innerJoin(orders, eq(orders.id, stockMovements.orderId))
    .where(
      and(
        until,
        or(isNull(orders.paidAt), gt(orders.paidAt, at)),
        or(isNull(orders.cancelledAt), gt(orders.cancelledAt, at)),
      ),
    );
  return { available: all?.units ?? 0, reserved: 0 - (held?.units ?? 0) };
}
