import { and, asc, eq, getTableColumns, isNull, lt, type Placeholder, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
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
import { deliveryVersion } from '../delivery-version.ts';
import { taxVersion } from '../taxes/taxes.table.ts';
import { cartLines, carts, unitsInOpenCart } from './cart.table.ts';

/** The owner of a cart: an account, or a guest by the hash of the cart cookie. */
export type CartOwner = { userId: string } | { tokenHash: string };

/** A cart, and the versions of the settings that price its delivery and its taxes. */
export type CartRow = typeof carts.$inferSelect & { deliveryVersion: string; taxVersion: string };

const cartColumns = { ...getTableColumns(carts), deliveryVersion, taxVersion };

const ownedBy = (owner: CartOwner) =>
  and(
    eq(carts.status, 'open'),
    'userId' in owner ? eq(carts.userId, owner.userId) : eq(carts.tokenHash, owner.tokenHash),
  );

export async function selectOpenCart(db: Executor, owner: CartOwner): Promise<CartRow | undefined> {
  const [row] = await db.select(cartColumns).from(carts).where(ownedBy(owner));
  return row;
}

/** The open cart of an owner, locked until the transaction ends; undefined where there is none. */
export async function lockOpenCart(db: Executor, owner: CartOwner): Promise<CartRow | undefined> {
  const [row] =
    'userId' in owner
      ? await lockedCartOfUser(db).execute(owner)
      : await lockedCartOfGuest(db).execute(owner);
  return row;
}

const lockedCart = (column: PgColumn, owner: Placeholder) =>
  compiled((db) =>
    db
      .select(cartColumns)
      .from(carts)
      .where(and(eq(carts.status, 'open'), eq(column, owner)))
      .for('update', { of: carts }),
  );
const lockedCartOfUser = lockedCart(carts.userId, sql.placeholder('userId'));
const lockedCartOfGuest = lockedCart(carts.tokenHash, sql.placeholder('tokenHash'));

/**
 * The open cart of an owner, locked, with its last use set to now; undefined where there is none.
 */
export async function lockUsedCart(
  db: Executor,
  owner: CartOwner,
  now: Date,
): Promise<CartRow | undefined> {
  const [row] = await db
    .update(carts)
    .set({ updatedAt: now })
    .where(ownedBy(owner))
    .returning(cartColumns);
  return row;
}

/**
 * The id of the open cart, locked and with its last use set to now. Creates the cart if there is
 * none; safe when others do so at the same time.
 */
export async function ensureOpenCart(
  db: Executor,
  owner: CartOwner,
  { id, now }: { id: string; now: Date },
): Promise<string> {
  const [row] = await db
    .insert(carts)
    .values({ id, ...owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: 'userId' in owner ? carts.userId : carts.tokenHash,
      targetWhere: sql`status = 'open'`,
      set: { updatedAt: now },
    })
    .returning({ id: carts.id });
  if (!row) throw new Error('Making or finding a cart returned no row.');
  return row.id;
}

/** Sets the last use of a cart, unless it was set since then. */
export async function markUsed(
  db: Executor,
  cartId: string,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await db
    .update(carts)
    .set({ updatedAt: now })
    .where(and(eq(carts.id, cartId), lt(carts.updatedAt, since)));
}

export function selectLines(db: Executor, cartId: string) {
  return db
    .select({
      variantId: cartLines.variantId,
      productId: products.id,
      slug: products.slug,
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
      seenPriceMinor: cartLines.seenPriceMinor,
      quantity: cartLines.quantity,
      available: variants.available,
      onSale: isOnSale,
      isFinalSale,
    })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.variantId));
}

/** Whether a line has more units than are left. */
export async function hasShortLine(db: Executor, cartId: string): Promise<boolean> {
  const rows = await db
    .select({ variantId: cartLines.variantId })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(and(eq(cartLines.cartId, cartId), lt(variants.available, cartLines.quantity)))
    .limit(1);
  return rows.length > 0;
}

/** A variant's stock and price, if it is on sale. */
export async function selectSellable(db: Executor, variantId: string) {
  const [row] = await db
    .select({ available: variants.available, priceMinor: variantPrice })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, variantId), isOnSale));
  return row;
}

/** The units of a line before and after. */
export interface Units {
  before: number;
  after: number;
}

/**
 * Adds units to a line, or a line to the cart, up to `cap` units. A line above the cap stays as it
 * is. The cart has to be locked.
 */
export async function addUnits(
  db: Executor,
  line: {
    cartId: string;
    variantId: string;
    quantity: number;
    seenPriceMinor: number;
    cap: number;
    addedAt: Date;
  },
): Promise<Units> {
  const { cartId, variantId, seenPriceMinor, addedAt } = line;
  const [there] = await db
    .select({ quantity: cartLines.quantity })
    .from(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.variantId, variantId)));
  const before = there?.quantity ?? 0;
  const quantity = Math.max(before, Math.min(before + line.quantity, line.cap));
  await db
    .insert(cartLines)
    .values({ cartId, variantId, seenPriceMinor, addedAt, quantity })
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.variantId],
      set: { quantity, seenPriceMinor },
    });
  return { before, after: quantity };
}

export async function updateQuantity(
  db: Executor,
  cartId: string,
  variantId: string,
  quantity: number,
) {
  await db
    .update(cartLines)
    .set({ quantity })
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.variantId, variantId)));
}

/** Stores that the customer has seen the current prices. */
export async function markPricesSeen(db: Executor, cartId: string): Promise<void> {
  await db
    .update(cartLines)
    .set({ seenPriceMinor: variantPrice })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(cartLines.cartId, cartId), eq(variants.id, cartLines.variantId)));
}

export async function deleteLine(db: Executor, cartId: string, variantId: string): Promise<void> {
  await db
    .delete(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.variantId, variantId)));
}

export async function updateMethod(db: Executor, cartId: string, methodId: string): Promise<void> {
  await db.update(carts).set({ methodId }).where(eq(carts.id, cartId));
}

/** Chooses the way of delivery of another cart for one without a choice. */
export async function copyMissingMethod(db: Executor, cartId: string, from: string): Promise<void> {
  await db
    .update(carts)
    .set({ methodId: sql`(select c.method_id from ${carts} c where c.id = ${from})` })
    .where(and(eq(carts.id, cartId), isNull(carts.methodId)));
}

export async function markOrdered(db: Executor, cartId: string, at: Date): Promise<void> {
  await db.update(carts).set({ status: 'ordered', updatedAt: at }).where(eq(carts.id, cartId));
}

export async function deleteCart(db: Executor, cartId: string): Promise<void> {
  await db.delete(carts).where(eq(carts.id, cartId));
}

export function countLines(db: Executor, cartId: string): Promise<number> {
  return db.$count(cartLines, eq(cartLines.cartId, cartId));
}

export async function countUnits(db: Executor, owner: CartOwner): Promise<number> {
  const condition =
    'userId' in owner ? sql`c.user_id = ${owner.userId}` : sql`c.token_hash = ${owner.tokenHash}`;
  const { rows } = await db.execute<{ units: number }>(
    sql`select ${unitsInOpenCart(condition)} as units`,
  );
  return rows[0]?.units ?? 0;
}
