import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { firstImage, products } from '../catalog/catalog.table.ts';
import {
  searchBoosts,
  searchIndex,
  searchPinnedProducts,
  searchPins,
} from '../catalog/search.table.ts';
import type { PinnedProduct, Pins, PinsInList } from './pins.schema.ts';

const columns = { id: searchPins.id, query: searchPins.query };
const isShown = sql`coalesce(${searchIndex.listed} and ${searchIndex.inStock}, false)`;

/** All searches with pinned products, by their texts. */
export function selectAllPins(db: Executor): Promise<PinsInList[]> {
  return db
    .select({
      ...columns,
      count: sql<number>`count(${searchPinnedProducts.productId})::int`,
      shown: sql<number>`(count(*) filter (where ${isShown}))::int`,
      boosts: sql<number>`(select count(*)::int from ${searchBoosts} b where b.pin_id = ${searchPins.id})`,
    })
    .from(searchPins)
    .leftJoin(searchPinnedProducts, eq(searchPinnedProducts.pinId, searchPins.id))
    .leftJoin(searchIndex, eq(searchIndex.productId, searchPinnedProducts.productId))
    .groupBy(searchPins.id)
    .orderBy(asc(searchPins.query), asc(searchPins.id));
}

export async function selectPins(db: Executor, id: string): Promise<Pins | undefined> {
  const [row] = await db.select(columns).from(searchPins).where(eq(searchPins.id, id));
  return row;
}

export async function selectPinsByKey(db: Executor, key: string): Promise<Pins | undefined> {
  const [row] = await db.select(columns).from(searchPins).where(eq(searchPins.key, key));
  return row;
}

export function countPins(db: Executor): Promise<number> {
  return db.$count(searchPins);
}

/** The pinned products of a search in the order of staff, in any status. */
export function selectPinned(db: Executor, pinId: string): Promise<PinnedProduct[]> {
  return db
    .select({
      id: products.id,
      name: products.name,
      imageUrl: firstImage,
      state: sql<PinnedProduct['state']>`case when not coalesce(${searchIndex.listed}, false)
        then 'unlisted' when ${searchIndex.inStock} then 'shown' else 'soldOut' end`,
    })
    .from(searchPinnedProducts)
    .innerJoin(products, eq(products.id, searchPinnedProducts.productId))
    .leftJoin(searchIndex, eq(searchIndex.productId, products.id))
    .where(eq(searchPinnedProducts.pinId, pinId))
    .orderBy(asc(searchPinnedProducts.position));
}

export async function insertPins(db: Executor, row: Pins & { key: string }): Promise<void> {
  await db.insert(searchPins).values(row);
}

export async function deletePins(db: Executor, id: string): Promise<void> {
  await db.delete(searchPins).where(eq(searchPins.id, id));
}

/** Replaces the pinned products of a search by these, in this order. */
export async function replacePinned(db: Executor, pinId: string, ids: string[]): Promise<void> {
  await db.delete(searchPinnedProducts).where(eq(searchPinnedProducts.pinId, pinId));
  if (ids.length === 0) return;
  const rows = ids.map((productId, index) => ({ pinId, productId, position: index + 1 }));
  await db.insert(searchPinnedProducts).values(rows);
}
