import { type SQL, sql } from 'drizzle-orm';
import { startingWith, wordStarts } from '#db/pattern.ts';
import { products, variants } from '../catalog/catalog.table.ts';

/**
 * Whether staff find a product by a text: the beginnings of words of its name, the beginning of an
 * SKU, a whole barcode or its whole address, each by an index. Archived variants count, because staff
 * look for what is on a label. Of each kind at most `most` are found.
 *
 * The ids are an array, so that the planner looks the products up one by one. From a join it expects a
 * fiftieth of all products for any word, and reads the whole table.
 */
export function isFoundBy(text: string, most: number | null = null): SQL {
  return sql`products.id = any(array((
    select named.id from ${products} named
    where to_tsvector('simple', named.name) @@ to_tsquery('simple', ${wordStarts(text)})
    limit ${most}
  ) union (
    select product_id from ${variants} where lower(sku) like lower(${startingWith(text)}) limit ${most}
  ) union (
    select product_id from ${variants} where barcode = ${text} limit ${most}
  ) union (
    select live.id from ${products} live where live.slug = ${text} and live.deleted_at is null
  )))`;
}
