import { type SQL, sql } from 'drizzle-orm';
import { hasWords, mayHaveWords } from '#db/has-words.ts';
import { skuStarts } from '#db/pattern.ts';
import { nameAndBrand, products, variants } from '../catalog/catalog.table.ts';

/**
 * Whether a text finds a product: by the beginnings of words of its name and brand, the beginning
 * of an SKU, a whole barcode or its whole slug. Each uses its own index, and finds at most `most`.
 * Archived variants count, because staff search for what is on a label.
 *
 * The ids are an array, so that the planner looks the products up one by one. For a join it would
 * expect a fiftieth of all products for any word, and read the whole table.
 */
export function isFoundBy(text: string, most: number | null = null): SQL {
  return sql`products.id = any(array(${idsFoundBy(text, most)}))`;
}

/** The ids of the products that a text finds. One with several SKUs that fit is found once. */
export function idsFoundBy(text: string, most: number | null): SQL {
  return limited(waysToFind(text), most);
}

/** The ids of the products that a text finds by an SKU, a barcode or the slug. */
export function idsWithCode(text: string, most: number): SQL {
  return limited(waysToFind(text).slice(1), most);
}

/** Whether words of a product's name and brand begin with those of a text. */
export const isNamed = (text: string) => hasWords(nameAndBrand, text);

/**
 * Statements that find the ids of the products of a text, each with an index of its own: by name
 * first.
 */
export function waysToFind(text: string): SQL[] {
  return [
    sql`select products.id from ${products} where ${isNamed(text)}`,
    sql`select product_id as id from ${variants} where ${hasSku(text)}`,
    sql`select product_id as id from ${variants} where barcode = ${text}`,
    sql`select id from ${products} where ${hasSlug(text)}`,
  ];
}

const limited = (ways: SQL[], most: number | null) =>
  sql.join(
    ways.map((way) => sql`(${way} limit ${most})`),
    sql` union `,
  );

/** Whether a text that finds many finds a product, for lists that look at one after the other. */
export function isFoundOneByOne(text: string): SQL {
  // Only where any SKU or barcode fits, those of each product are looked up.
  const ofAny = (fits: SQL) => sql`exists (select from ${variants} where ${fits})
    and exists (select from ${variants} where variants.product_id = products.id and ${fits} offset 0)`;
  return sql`(${mayHaveWords(nameAndBrand, text)} and ${isNamed(text)}
    or ${ofAny(hasSku(text))} or ${ofAny(sql`barcode = ${text}`)} or ${hasSlug(text)})`;
}

/**
 * Whether a text finds a product, for lists that find all products that fit and sort them
 * afterwards.
 */
export function isFoundAtOnce(text: string): SQL {
  return sql`(${isNamed(text)} or products.id = any(array(
      select product_id from ${variants} where ${hasSku(text)}
      union select product_id from ${variants} where barcode = ${text}
    )) or ${hasSlug(text)})`;
}

const hasSku = (text: string) => skuStarts(sql`sku`, text);
const hasSlug = (text: string) => sql`products.slug = ${text} and products.deleted_at is null`;
