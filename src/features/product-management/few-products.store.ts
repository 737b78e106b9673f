import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { type Found, fewOrNone, fewOrSome } from '#db/few-or-some.ts';
import {
  isLowByIndex,
  products,
  productsWithoutImage,
  sortedPrice,
  variants,
} from '../catalog/catalog.table.ts';
import { searchBuild, searchIndex } from '../catalog/search.table.ts';
import { idsFoundBy, idsWithCode, waysToFind } from './found-by.store.ts';
import type { StaffFilter } from './staff-list.schema.ts';

/** Above this many products, the order of a list finds a page of them soon enough. */
const MOST = 5_000;
/**
 * Above this many products with a tag, the order of a list finds a page of them soon enough.
 * Whether a product has a tag is in its row, and a frequent tag has no end soon.
 */
const MOST_BY_TAG = 2_000;
/** How many SKUs that begin with a text are read. A product may have many of them. */
const SOME_BY_SKU = 10_000;

/** The products that a part of a filter leaves; of many some, among which many may fit. */
const SOME = 2_500;

/**
 * The products that one part of a filter leaves, if they are few: the list would be read to its end
 * in search of them. Each part uses an index of its own. When all parts leave many, some of those
 * that the last part leaves. Null for a filter without such parts.
 */
export async function selectFound(
  db: Executor,
  lowStockAt: number,
  filter: StaffFilter,
): Promise<Found | null> {
  const { text } = filter;
  if (text !== null) return fewOrNone(db, products, waysToFind(text), MOST);
  let found: Found | null = null;
  for (const part of partsOf(filter, lowStockAt)) {
    found = await fewOrSome(db, part.ids, { most: part.most, some: SOME });
    if (found.areAll) return found;
  }
  return found;
}

/**
 * Some products among which many may fit, where counting all that fit would read most of the shop.
 * Null where a filter needs no such help.
 */
export function likelyToFit({ text, stock, category }: StaffFilter): SQL | null {
  if (text !== null) return idsWithCode(text, SOME_BY_SKU);
  return stock === 'out' ? sql`${soldOutInShop(category)} limit ${MOST}` : null;
}

/**
 * All products that may fit, where they can be told by other rows than those of products; null where
 * they can't.
 */
export function allThatMayFit({ text, stock, category, status }: StaffFilter): SQL | null {
  if (text !== null) return idsFoundBy(text, null);
  if (stock !== 'out' || status === 'archived') return null;
  const unlisted = sql`select id from ${products} where status in ('draft', 'scheduled')
    ${category === null ? sql`` : sql`and category = ${category}`}`;
  // While the search index is being built, it does not have all products of the shop.
  return sql`${soldOutInShop(category)} union all ${unlisted}
    union all select id from ${products}
      where status = 'active' and not (select complete from ${searchBuild})`;
}

// The search index has the products that are in the shop.
const soldOutInShop = (category: string | null) => sql`
  select product_id as id from ${searchIndex} where listed and not in_stock
    ${category === null ? sql`` : sql`and category = ${category}`}`;

/** Statements that find all products which fit a part of the filter, and maybe others. */
function partsOf(
  { status, category, tag, missingImage, stock, price }: StaffFilter,
  lowStockAt: number,
): { ids: SQL; most: number }[] {
  const range = inRange(price);
  const upTo = (most: number, ids: SQL | false) => ids && { ids, most };
  const parts = [
    upTo(MOST, missingImage && sql`select product_id as id from ${productsWithoutImage}`),
    upTo(MOST, status !== null && sql`select id from ${products} where status = ${status}`),
    // Archived products are found by their status.
    upTo(
      MOST,
      category !== null &&
        status !== 'archived' &&
        sql`select id from ${products} where category = ${category} and status = 'active'
          union all select id from ${products}
            where category = ${category} and status in ('draft', 'scheduled')`,
    ),
    upTo(
      MOST,
      stock === 'low' &&
        sql`select product_id as id from ${variants}
          where archived_at is null and ${isLowByIndex(lowStockAt)}`,
    ),
    // The last ones are those of which some are counted.
    upTo(
      MOST_BY_TAG,
      tag !== null && sql`select id from ${products} where tags @> array[${tag}]::text[]`,
    ),
    upTo(MOST, range !== null && pricedProducts(range)),
  ];
  return parts.filter((part) => part !== false);
}

type Range = (price: SQLWrapper) => SQL;

/** Whether a price is in the range of a filter; null for a filter without one. */
export function inRange({ minMinor, maxMinor }: StaffFilter['price']): Range | null {
  if (minMinor === null && maxMinor === null) return null;
  // A product without a price is in none.
  return (price) =>
    sql`(${sql.join(
      [
        sql`${price} >= ${minMinor ?? 0}`,
        ...(maxMinor === null ? [] : [sql`${price} <= ${maxMinor}`]),
      ],
      sql` and `,
    )})`;
}

/** The products of the variants with a price of their own in a range. */
export const pricedVariants = (range: Range) =>
  sql`select product_id from ${variants} where ${range(sql`price_minor`)}`;

const pricedProducts = (range: Range) =>
  sql`select id from ${products} where ${range(sortedPrice)} union all ${pricedVariants(range)}`;
