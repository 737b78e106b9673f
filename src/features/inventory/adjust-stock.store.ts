import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { variants } from '../catalog/catalog.table.ts';
import { stockMovements } from './inventory.table.ts';

export type NewMovement = typeof stockMovements.$inferInsert;

/** Locks a variant, as placing an order does. */
export async function lockVariantBySku(db: Executor, sku: string) {
  const [row] = await db
    .select({ id: variants.id, available: variants.onHand })
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

/** Adds units to a locked variant, or takes them. */
export async function addUnits(db: Executor, id: string, quantity: number): Promise<void> {
  if (quantity === 0) return;
  await db
    .update(variants)
    .set({ onHand: sql`${variants.onHand} + ${quantity}` })
    .where(eq(variants.id, id));
}
