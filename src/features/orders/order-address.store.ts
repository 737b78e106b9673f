import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { type Address, toAddress } from '../addresses/addresses.schema.ts';
import { products, variants, variantWeight } from '../catalog/catalog.table.ts';
import { orderAddresses, orderLines } from '../order-tables/orders.table.ts';

/** The addresses that an order keeps. */
export interface OrderAddresses {
  delivery: Address | null;
  /** Null where it is the same as the delivery address. */
  billing: Address | null;
}

/** Writes a new order's copies of its addresses. */
export async function insertOrderAddresses(
  db: Executor,
  orderId: string,
  { delivery, billing }: OrderAddresses,
  at: Date,
): Promise<void> {
  const rows = [
    ...(delivery ? [{ kind: 'delivery' as const, ...toAddress(delivery) }] : []),
    ...(billing ? [{ kind: 'billing' as const, ...toAddress(billing) }] : []),
  ];
  if (rows.length === 0) return;
  await db.insert(orderAddresses).values(rows.map((row) => ({ ...row, orderId, updatedAt: at })));
}

export async function selectDeliveryAddress(db: Executor, orderId: string) {
  const [row] = await db
    .select()
    .from(orderAddresses)
    .where(and(eq(orderAddresses.orderId, orderId), eq(orderAddresses.kind, 'delivery')));
  return row;
}

/** The lines of an order with the current categories of their products. */
export function selectTaxable(db: Executor, orderId: string) {
  return db
    .select({ amountMinor: orderLines.lineTotalMinor, categoryId: products.categoryId })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId));
}

/** The weight of an order's lines in grams, by the current weights of its variants. */
export async function selectOrderWeight(db: Executor, orderId: string): Promise<number> {
  const [row] = await db
    .select({
      grams: sql`coalesce(sum(${orderLines.quantity} * ${variantWeight}), 0)`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(variants, eq(variants.id, orderLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(orderLines.orderId, orderId));
  return row?.grams ?? 0;
}

/** Writes the delivery address of a locked order, and replaces an existing one. */
export async function putDeliveryAddress(
  db: Executor,
  orderId: string,
  address: Address,
  at: Date,
): Promise<void> {
  const row = { ...toAddress(address), updatedAt: at };
  await db
    .insert(orderAddresses)
    .values({ orderId, kind: 'delivery', ...row })
    .onConflictDoUpdate({
      target: [orderAddresses.orderId, orderAddresses.kind],
      set: { ...row, version: sql`${orderAddresses.version} + 1` },
    });
}
