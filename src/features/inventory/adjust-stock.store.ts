import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { literals } from '#db/literals.ts';
import { variants } from '../catalog/catalog.table.ts';
import { type AdjustmentReason, adjustmentReasons } from './inventory.schema.ts';
import { stockMovements } from './inventory.table.ts';

export type NewMovement = typeof stockMovements.$inferInsert;

const isByStaff = and(
  isNull(stockMovements.orderId),
  inArray(stockMovements.reason, adjustmentReasons),
);

/** Locks a variant, as placing an order does. */
export async function lockVariantBySku(db: Executor, sku: string) {
  const [row] = await db
    .select({ id: variants.id, available: variants.available })
    .from(variants)
    .where(eq(variants.sku, sku))
    .for('update');
  return row;
}

/** The adjustment that an account made under a key. */
export async function selectAdjustment(db: Executor, actor: string, key: string) {
  const [row] = await db
    .select()
    .from(stockMovements)
    .where(and(eq(stockMovements.actor, actor), eq(stockMovements.requestKey, key)));
  return row;
}

/** The adjustments that an account made under these keys. */
export function selectAdjustments(db: Executor, actor: string, keys: string[]) {
  return db
    .select()
    .from(stockMovements)
    .where(and(anyOf(stockMovements.requestKey, keys), eq(stockMovements.actor, actor)));
}

/** Adds units to a locked variant, or takes them. */
export async function addUnits(db: Executor, id: string, quantity: number): Promise<void> {
  if (quantity === 0) return;
  await db
    .update(variants)
    .set({ available: sql`${variants.available} + ${quantity}` })
    .where(eq(variants.id, id));
}

/** Adds units to locked variants, or takes them, and writes the movements, also those of no units. */
export async function writeAdjustments(db: Executor, rows: NewMovement[]): Promise<void> {
  const moving = rows.filter(({ quantity }) => quantity !== 0);
  if (moving.length > 0) {
    const ids = sql.param(moving.map(({ variantId }) => variantId));
    const quantities = sql.param(moving.map(({ quantity }) => quantity));
    await db.execute(sql`
      update variants set on_hand = on_hand + given.quantity
      from unnest(${ids}::text[], ${quantities}::int[]) as given(id, quantity)
      where variants.id = given.id`);
  }
  await insertRows(db, stockMovements, rows);
}

/** The newest adjustment of each of these variants after a movement. */
export function selectLastAdjustments(db: Executor, ids: string[], since: number) {
  return db
    .selectDistinctOn([stockMovements.variantId], {
      variantId: stockMovements.variantId,
      reason: sql<AdjustmentReason>`${stockMovements.reason}`,
      actor: stockMovements.actor,
      at: stockMovements.createdAt,
    })
    .from(stockMovements)
    .where(and(anyOf(stockMovements.variantId, ids), gt(stockMovements.id, since), isByStaff))
    .orderBy(stockMovements.variantId, desc(stockMovements.id));
}

/** The variants that staff adjusted after the given movement of each. */
export async function selectAdjustedSince(
  db: Executor,
  since: { variantId: string; movement: number }[],
): Promise<Set<string>> {
  const ids = sql.param(since.map(({ variantId }) => variantId));
  const movements = sql.param(since.map(({ movement }) => movement));
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct given.id
    from unnest(${ids}::text[], ${movements}::bigint[]) as given(id, movement)
    join stock_movements m on m.variant_id = given.id and m.id > given.movement
    where m.order_id is null and m.reason in (${literals(adjustmentReasons)})`);
  return new Set(rows.map(({ id }) => id));
}
