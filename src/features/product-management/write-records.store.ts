import { sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { insertRows, unnested } from '#db/insert-rows.ts';
import { isSame } from '#shared/differences.ts';
import {
  descriptionImages,
  productImages,
  productSlugs,
  relatedProducts,
  variants,
} from '../catalog/catalog.table.ts';
import { categories } from '../catalog/categories.table.ts';
import type { StaffProduct } from './product-management.schema.ts';

/** The columns of products, by the fields of records, with the types of their values. */
const columns = {
  slug: ['slug', 'text'],
  name: ['name', 'text'],
  descriptions: ['descriptions', 'text'],
  descriptionHtml: ['description_html', 'text'],
  gender: ['gender', 'text'],
  brand: ['brand', 'text'],
  productType: ['product_type', 'text'],
  material: ['material', 'text'],
  care: ['care', 'text'],
  tags: ['tags', 'text[]'],
  optionName: ['option_name', 'text'],
  seoTitle: ['seo_title', 'text'],
  seoDescription: ['seo_description', 'text'],
  status: ['status', 'text'],
  publishAt: ['publish_at', 'timestamptz'],
  priceMinor: ['price_minor', 'bigint'],
  compareAtMinor: ['compare_at_minor', 'bigint'],
  costMinor: ['cost_minor', 'bigint'],
  weightGrams: ['weight_grams', 'int'],
} satisfies { [Field in keyof StaffProduct]?: [column: string, type: string] };

type Field = keyof typeof columns;

/**
 * Adds the tags of changed products to the list of spellings, in one order. The trigger would add them
 * product by product, so that two transactions with the same new tags could wait for each other.
 */
export async function keepTags(
  db: Executor,
  changes: { before: StaffProduct; after: StaffProduct }[],
): Promise<void> {
  const added = changes.flatMap(({ before, after }) =>
    after.tags.filter((tag) => !before.tags.includes(tag)),
  );
  if (added.length === 0) return;
  await db.execute(sql`select keep_tags(${sql.param([...new Set(added)])}::text[])`);
}

/**
 * Writes the fields of these products that change in any of them, in one statement. Their versions
 * increase by one. Does not write variants, images, related products and former slugs.
 */
export async function updateProducts(
  db: Executor,
  changes: { before: StaffProduct; after: StaffProduct }[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const differs = (field: keyof StaffProduct) =>
    changes.some(({ before, after }) => !isSame(before[field], after[field]));
  const given = [
    sql`${unnested(
      changes.map(({ before }) => before.id),
      'text',
    )} as id`,
  ];
  const set = [sql`version = products.version + 1, updated_at = ${at.toISOString()}`];
  for (const field of (Object.keys(columns) as Field[]).filter(differs)) {
    const [column, type] = columns[field];
    const name = sql.identifier(column);
    // A record that was kept before products had third options does not say it.
    const values = changes.map(
      ({ before, after }) => after[field] ?? (field === 'optionName' ? before[field] : null),
    );
    given.push(sql`${unnested(values, type)} as ${name}`);
    set.push(sql`${name} = given.${name}`);
    if (field !== 'status') continue;
    set.push(sql`deleted_at = case when given.status = 'archived'
      then coalesce(products.deleted_at, ${at.toISOString()}::timestamptz) end`);
  }
  if (differs('category')) {
    given.push(
      sql`${unnested(
        changes.map(({ after }) => after.category),
        'text',
      )} as category`,
    );
    // One that was removed meanwhile stays what it is now.
    set.push(sql`category = case when given.category <> '' then coalesce(
      (select id from categories where categories.name = given.category), products.category) end`);
  }
  await db.execute(sql`
    update products set ${sql.join(set, sql`, `)}
    from (select ${sql.join(given, sql`, `)}) given
    where products.id = given.id`);
}

/** The given names that a category has now. */
export async function selectKnownCategories(db: Executor, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ name: categories.name })
    .from(categories)
    .where(anyOf(categories.name, [...new Set(names)]));
  return new Set(rows.map(({ name }) => name));
}

/** Replaces all images of these products. */
export async function replaceImagesOf(
  db: Executor,
  productIds: string[],
  rows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(productImages).where(anyOf(productImages.productId, productIds));
  await insertRows(db, productImages, rows);
}

/** Replaces the lists of images that the descriptions of these products show. */
export async function replaceDescriptionImagesOf(
  db: Executor,
  productIds: string[],
  rows: (typeof descriptionImages.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(descriptionImages).where(anyOf(descriptionImages.productId, productIds));
  await insertRows(db, descriptionImages, rows);
}

/** Replaces all products that the pages of these products show. */
export async function replaceRelatedOf(
  db: Executor,
  productIds: string[],
  rows: (typeof relatedProducts.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(relatedProducts).where(anyOf(relatedProducts.productId, productIds));
  await insertRows(db, relatedProducts, rows);
}

/** Adds variants after the existing ones of their products. */
export async function appendVariants(
  db: Executor,
  rows: (typeof variants.$inferInsert)[],
): Promise<void> {
  await insertRows(db, variants, rows);
}

/** Makes former slugs of these products free again. */
export async function deleteFormerSlugs(db: Executor, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(productSlugs).where(anyOf(productSlugs.productId, productIds));
}
