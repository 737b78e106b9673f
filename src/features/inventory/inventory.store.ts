import { and, eq, inArray, sql } from 'drizzle-orm';
import { anyOf, anyOfGiven } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { insertRows } from '#db/insert-rows.ts';
import {
  isOnSale,
  products,
  variantImage,
  variantPrice,
  variants,
  variantWeight,
} from '../catalog/catalog.table.ts';
import { categoryName } from '../catalog/categories.table.ts';
import { isFinalSale } from '../catalog/return-policy.table.ts';
import { reservedUnits, stockMovements, unitsToShip } from './inventory.table.ts';

export type NewMovement = typeof stockMovements.$inferInsert;

export async function insertMovements(db: Executor, rows: NewMovement[]): Promise<void> {
  await insertRows(db, stockMovements, rows);
}

/**
 * Locks these variants in a fixed order, so that two orders can't deadlock. Returns their prices
 * and whether they are on sale.
 */
export function lockVariants(db: Executor, ids: string[]) {
  return lockedVariants(db).execute({ ids });
}

/** Reads these variants as an order needs them, without locks. */
export function selectVariants(db: Executor, ids: string[]) {
  return readVariants(db).execute({ ids });
}

const readVariants = compiled((db) => variantsForSale(db));
const lockedVariants = compiled((db) => variantsForSale(db).for('update', { of: variants }));

const variantsForSale = (db: Executor) =>
  db
    .select({
      variantId: variants.id,
      productId: products.id,
      sku: variants.sku,
      name: products.name,
      category: categoryName,
      categoryId: products.categoryId,
      size: variants.size,
      color: variants.color,
      option: variants.option,
      image: variantImage,
      weightGrams: variantWeight,
      unitPriceMinor: variantPrice,
      available: variants.available,
      onSale: isOnSale,
      isFinalSale,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(anyOfGiven(variants.id, 'ids'))
    .orderBy(variants.id);

/**
 * Why an order moves stock. `key` is that of the request that cancels units or takes returned ones
 * back, or names the exchange.
 */
type OrderMovement = { orderId: string; actor: string; createdAt: Date } & (
  | { reason: 'sold' | 'given_back' }
  | { reason: 'cancelled' | 'returned' | 'exchanged'; key: string }
);

/**
 * Adds units (or takes them, when negative) for an order and writes the movements, in one
 * statement. Returns the changed variants; skips those without enough units.
 */
export async function moveUnits(
  db: Executor,
  changes: { variantId: string; quantity: number }[],
  why: OrderMovement,
): Promise<Set<string>> {
  const changed = await movedUnits(db).execute({
    ids: changes.map(({ variantId }) => variantId),
    quantities: changes.map(({ quantity }) => quantity),
    reason: why.reason,
    orderId: why.orderId,
    key: 'key' in why ? why.key : null,
    actor: why.actor,
    createdAt: why.createdAt.toISOString(),
  });
  return new Set(changed.map(({ id }) => id));
}

const movedUnits = compiled((db) => {
  const value = sql.placeholder;
  const wanted = db.$with('wanted', {}).as(sql`
    select * from unnest(${value('ids')}::text[], ${value('quantities')}::int[]) as w(id, quantity)`);
  const moved = db.$with('moved', { id: sql<string>`id` }).as(sql`
    update variants set on_hand = on_hand + wanted.quantity from wanted
    where variants.id = wanted.id and variants.on_hand + wanted.quantity >= 0
    returning variants.id, wanted.quantity`);
  const noted = db.$with('noted', {}).as(sql`
    insert into stock_movements (variant_id, quantity, reason, order_id, request_key, actor, created_at)
    select id, quantity, ${value('reason')}::text, ${value('orderId')}::text,
      ${value('orderId')}::text || ' ' || id || ' ' || ${value('key')}::text,
      ${value('actor')}::text, ${value('createdAt')}::timestamptz
    from moved order by id`);
  return db.with(wanted, moved, noted).select({ id: sql<string>`id` }).from(moved);
});

/** The units that an order took and has not given back, by variant. */
export function selectHeld(db: Executor, orderId: string) {
  const taken = stockMovements;
  return db
    .select({
      variantId: taken.variantId,
      quantity: sql<number>`-sum(${taken.quantity})`.mapWith(Number),
    })
    .from(taken)
    .where(and(eq(taken.orderId, orderId), inArray(taken.reason, ['sold', 'given_back'])))
    .groupBy(taken.variantId)
    .having(sql`sum(${taken.quantity}) < 0`)
    .orderBy(taken.variantId);
}

export async function lockVariantRows(db: Executor, ids: string[]): Promise<void> {
  await db
    .select({ id: variants.id })
    .from(variants)
    .where(inArray(variants.id, ids))
    .orderBy(variants.id)
    .for('update');
}

/**
 * The units of these variants: available ones, those of orders that wait for payment, and those of paid
 * ones that are to be shipped. They are read by one statement, so that an order at the same time is in
 * all of them or in none.
 */
export function selectPromised(db: Executor, ids: string[]) {
  return db
    .select({
      variantId: variants.id,
      available: variants.available,
      reserved: reservedUnits,
      toShip: unitsToShip,
    })
    .from(variants)
    .where(anyOf(variants.id, ids));
}

/**
 * Adds units to locked variants, or takes them, and writes the movements with one reason. The
 * constraint of `variants` refuses a quantity below zero.
 */
export async function correctUnits(
  db: Executor,
  changes: { variantId: string; quantity: number }[],
  why: { actor: string; note: string; createdAt: Date },
): Promise<void> {
  const ids = changes.map(({ variantId }) => variantId);
  const quantities = changes.map(({ quantity }) => quantity);
  await db.execute(sql`
    with wanted as (
      select * from unnest(${sql.param(ids)}::text[], ${sql.param(quantities)}::int[]) as w(id, quantity)
    ), moved as (
      update variants set on_hand = on_hand + wanted.quantity from wanted
      where variants.id = wanted.id returning variants.id, wanted.quantity
    )
    insert into stock_movements (variant_id, quantity, reason, note, actor, created_at)
    select id, quantity, 'correction', ${why.note}, ${why.actor}, ${why.createdAt.toISOString()}::timestamptz
    from moved order by id`);
}

/** The number of the newest movement of all. */
export async function selectNewestMovement(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ nr: string }>(
    sql`select last_value as nr from stock_movements_id_seq`,
  );
  return Number(rows[0]?.nr ?? 0);
}

/** The newest movement of each of these variants; 0 without one. */
export async function selectNewestMovements(
  db: Executor,
  ids: string[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; nr: string }>(sql`
    select given.id, coalesce(
      (select max(m.id) from stock_movements m where m.variant_id = given.id), 0) as nr
    from unnest(${sql.param(ids)}::text[]) as given(id)`);
  return new Map(rows.map(({ id, nr }) => [id, Number(nr)]));
}

/** The reasons of the movements of these products, each after the given movement of the product. */
export async function selectMovedSince(
  db: Executor,
  since: { productId: string; movement: number }[],
  undone: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; reasons: string[] }>(sql`
    select given.id, array_agg(distinct m.reason) as reasons
    from ${withUndone(since, undone)} as given(id text, movement bigint, undone int)
    join variants v on v.product_id = given.id
    join stock_movements m on m.variant_id = v.id and m.id > given.movement
    group by given.id, given.undone having count(*) > given.undone`);
  return new Map(rows.map(({ id, reasons }) => [id, reasons]));
}

/**
 * Which of these products have more movements after the given one than were undone: one look into an
 * index per variant.
 */
export async function selectMoved(
  db: Executor,
  since: { productId: string; movement: number }[],
  undone: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select given.id
    from ${withUndone(since, undone)} as given(id text, movement bigint, undone int)
    join variants v on v.product_id = given.id
    cross join lateral (
      select 1 from stock_movements m
      where m.variant_id = v.id and m.id > given.movement
      order by m.id limit given.undone + 1
    ) moved
    group by given.id, given.undone having count(*) > given.undone`);
  return new Set(rows.map(({ id }) => id));
}

function withUndone(
  since: { productId: string; movement: number }[],
  undone: ReadonlyMap<string, number>,
) {
  const rows = since.map(({ productId: id, movement }) => ({
    ...{ id, movement, undone: undone.get(id) ?? 0 },
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)})`;
}

/** The variants of these products that were counted after the given movement of each product. */
export async function selectCountedSince(
  db: Executor,
  since: { productId: string; movement: number }[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct v.id
    from json_to_recordset(${JSON.stringify(
      since.map(({ productId, movement }) => ({ id: productId, movement })),
    )}) as given(id text, movement bigint)
    join variants v on v.product_id = given.id
    join stock_movements m on m.variant_id = v.id and m.id > given.movement and m.reason = 'counted'`);
  return new Set(rows.map(({ id }) => id));
}
