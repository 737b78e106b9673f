import { type SQL, sql } from 'drizzle-orm';
import { startingWith, wordStarts } from '#db/pattern.ts';
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
