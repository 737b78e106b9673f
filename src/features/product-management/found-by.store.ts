import { type SQL, sql } from 'drizzle-orm';
import { hasWords } from '#db/has-words.ts';
import { startingWith } from '#db/pattern.ts';
import { products, variants } from '../catalog/catalog.table.ts';

/**
 * Whether a text finds a product: by the beginnings of words of its name, the beginning of an SKU,
 * a whole barcode or its whole slug. Each uses its own index, and finds at most `most`. Archived
 * variants count, because staff search for what is on a label.
 *
 * The ids are an array, so that the planner looks the products up one by one. For a join it would
 * expect a fiftieth of all products for any word, and read the whole table.
 */
export function isFoundBy(text: string, most: number | null = null): SQL {
  return sql`products.id = any(array(${idsFoundBy(text, most)}))`;
}

/** The ids of these products. One with several SKUs that fit is found once. */
export function idsFoundBy(text: string, most: number | null): SQL {
  return sql`(
    select named.id from ${products} named
    where ${hasWords(sql`named.name`, text)}
    limit ${most}
  ) union (
    select product_id from ${variants} where lower(sku) like lower(${startingWith(text)}) limit ${most}
  ) union (
    select product_id from ${variants} where barcode = ${text} limit ${most}
  ) union (
    select live.id from ${products} live where live.slug = ${text} and live.deleted_at is null
  )`;
}

/** The same condition for a product that the list comes to, where the text finds many. */
export function isFoundOneByOne(text: string): SQL {
  const ofIt = sql`select from ${variants} where variants.product_id = products.id`;
  return sql`(${hasWords(products.name, text)}
    or exists (${ofIt} and lower(sku) like lower(${startingWith(text)}))
    or exists (${ofIt} and barcode = ${text})
    or products.slug = ${text} and products.deleted_at is null)`;
}
