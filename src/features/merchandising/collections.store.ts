import { asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { isoTime } from '#db/iso-time.ts';
import { firstImage, products } from '../catalog/catalog.table.ts';
import { categories } from '../catalog/categories.table.ts';
import { collectionProducts, collectionSlugs, collections } from '../catalog/collections.table.ts';
import type { ChosenProduct, CollectionRule, StaffCollection } from './merchandising.schema.ts';

type Columns = PgUpdateSetSource<typeof collections>;

const columns = {
  id: collections.id,
  name: collections.name,
  slug: collections.slug,
  formerSlugs: sql<string[]>`array(
    select former.slug from ${collectionSlugs} former
    where former.collection_id = collections.id and former.slug <> collections.slug
    order by former.created_at desc, former.slug
  )`,
  description: collections.description,
  imageUrl: collections.imageUrl,
  inMenu: collections.inMenu,
  version: collections.version,
  updatedAt: isoTime(collections.updatedAt),
  rule: sql<CollectionRule | null>`case when not ${collections.byHand} then json_build_object(
    'category', (select ${categories.name} from ${categories} where ${categories.id} = ${collections.ruleCategory}),
    'tags', ${collections.ruleTags}, 'minMinor', ${collections.ruleMinMinor},
    'maxMinor', ${collections.ruleMaxMinor}, 'inStock', ${collections.ruleInStock}
  ) end`,
};

/** All collections in the order of staff. */
export function selectCollections(db: Executor): Promise<StaffCollection[]> {
  return db
    .select(columns)
    .from(collections)
    .orderBy(asc(collections.position), asc(collections.id));
}

/** The names of all collections in the order of staff. */
export function selectNames(db: Executor): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .orderBy(asc(collections.position), asc(collections.id));
}

export async function selectStaffCollection(
  db: Executor,
  id: string,
): Promise<StaffCollection | undefined> {
  const [row] = await db.select(columns).from(collections).where(eq(collections.id, id));
  return row;
}

export async function insertCollection(
  db: Executor,
  row: typeof collections.$inferInsert,
): Promise<void> {
  await db.insert(collections).values(row);
}

export async function updateCollection(db: Executor, id: string, set: Columns): Promise<void> {
  await db.update(collections).set(set).where(eq(collections.id, id));
}

export async function deleteCollection(db: Executor, id: string): Promise<void> {
  await db.delete(collections).where(eq(collections.id, id));
}

/** The chosen products of a collection in the order of staff, in any status. */
export function selectChosen(db: Executor, collectionId: string): Promise<ChosenProduct[]> {
  return db
    .select({
      id: products.id,
      name: products.name,
      status: products.status,
      imageUrl: firstImage,
    })
    .from(collectionProducts)
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(eq(collectionProducts.collectionId, collectionId))
    .orderBy(asc(collectionProducts.position), asc(products.id));
}

/** Replaces the chosen products by these, in this order. */
export async function replaceChosen(
  db: Executor,
  collectionId: string,
  ids: string[],
): Promise<void> {
  const given = sql.param(ids);
  await db.execute(sql`
    delete from ${collectionProducts}
    where collection_id = ${collectionId} and product_id <> all(${given}::text[])`);
  await db.execute(sql`
    insert into ${collectionProducts} as chosen (collection_id, product_id, position)
    select ${collectionId}, id, nr from unnest(${given}::text[]) with ordinality as given(id, nr)
    on conflict (collection_id, product_id) do update set position = excluded.position
    where chosen.position <> excluded.position`);
}
