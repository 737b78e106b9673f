/** Which orders have a product that staff name, whatever else they have. */
import { type SQL, sql } from 'drizzle-orm';
import { hasWords, mayHaveWords } from '#db/has-words.ts';
import { nameAndBrand, products } from '../../catalog/catalog.table.ts';
import { orderLines, orders } from '../../order-tables/orders.table.ts';
import { readOrderText } from './order-text.ts';
import { byLines, bySku, type Way } from './search-conditions.ts';

/**
 * By beginnings of words of the product's name and brand as they are now, or by the beginning of an
 * SKU as it was bought. Products with these words are read one after the other, each with its lines,
 * so a frequent word ends soon.
 */
export function waysByProduct(text: string): Way[] {
  const { sku } = readOrderText(text);
  return [byName(text), ...(sku === null ? [] : [bySku(sku)])];
}

/**
 * By the id of a product, whatever its name is. PostgreSQL plans without knowing which one: it would
 * look for a popular new product in the whole table, and find it only in the last lines.
 */
export function waysByProductId(id: string): Way[] {
  return [byLines(sql`${orderLines.productId} = (select ${id}::text)`)];
}

function byName(text: string): Way {
  const isNamed: SQL = hasWords(nameAndBrand, text);
  return {
    ids: sql`select l.order_id
      from (select products.id from ${products} where ${isNamed} offset 0) named
      cross join lateral (
        select order_id from ${orderLines} where ${orderLines.productId} = named.id offset 0
      ) l`,
    matches: sql`exists (
      select from ${orderLines} l join ${products} on products.id = l.product_id
      where l.order_id = ${orders.id} and ${mayHaveWords(nameAndBrand, text)} and ${isNamed} offset 0
    )`,
  };
}
