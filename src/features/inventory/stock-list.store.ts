import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { countFound, type Found, fewOrSome } from '#db/few-or-some.ts';
import { hasWords } from '#db/has-words.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import {
  isLowByIndex,
  products,
  variantCost,
  variantImage,
  variants,
} from '../catalog/catalog.table.ts';
import { categoryName } from '../catalog/categories.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import type { CostReader } from '../permissions.ts';
import type { StockValue } from './inventory.schema.ts';
import { stockMovements } from './inventory.table.ts';
import { type StockSearch, type StockSort, sortOrders } from './stock-list.schema.ts';

const sortedBy = {
  sku: { by: variants.sku, type: 'text' },
  available: { by: variants.onHand, type: 'bigint' },
} satisfies Record<(typeof sortOrders)[StockSort]['by'], Omit<SortKey, 'down'>>;

export function sortKeyOf(sort: StockSort): SortKey {
  const { by, down } = sortOrders[sort];
  return { ...sortedBy[by], down };
}

const isArchived = sql<boolean>`(variants.archived_at is not null or products.status = 'archived')`;

const columns = {
  id: variants.id,
  sku: variants.sku,
  barcode: variants.barcode,
  size: variants.size,
  color: variants.color,
  option: variants.option,
  productId: products.id,
  name: products.name,
  category: categoryName,
  imageUrl: variantImage,
  available: variants.onHand,
  ownLevel: variants.lowStockAt,
  archived: isArchived,
};

/** A variant in the list of stock, without what is reserved. */
export type StockListRow = Awaited<ReturnType<typeof selectCodes>>[number];

/** A search with what its SQL depends on. */
export interface PreparedSearch extends StockSearch {
  /** The shop's number, for variants without their own. */
  lowStockAt: number;
  /** The variants that match the text; null without a text. */
  found: Found | null;
}

/** Variants that fit a search, after the given one. */
export function selectStock(
  db: Executor,
  search: PreparedSearch,
  limit: number,
  after: SortedAfter | null,
) {
  const key = sortKeyOf(search.sort);
  const { orderBy, rest, sortValue } = keyset(
    search.found?.areAll ? ofFew(key) : key,
    variants.id,
    after,
  );
  return db
    .select({ ...columns, sortValue })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(finds(search), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

/** How many variants fit a search, up to `most`. */
export async function countStock(
  db: Executor,
  search: PreparedSearch,
  most: number,
): Promise<number> {
  const { text, found } = search;
  const inAnyOf = async (ways: (SQL | undefined)[]) => {
    const parts = ways.map(
      (fits) => sql`(
        select variants.id from ${variants} join ${products} on products.id = variants.product_id
        where ${and(isListed(search), fits)} limit ${most}
      )`,
    );
    const { rows } = await db.execute<{ count: number }>(
      sql`select least(count(*), ${most})::int as count from (${sql.join(parts, sql` union `)}) found`,
    );
    return rows[0]?.count ?? 0;
  };
  if (text === null || found === null) return inAnyOf([undefined]);
  // Each way to match uses its own index.
  const all = () => inAnyOf(waysToMatch(text));
  return countFound(found, most, { among: (ids) => inAnyOf([anyOf(variants.id, ids)]), all });
}

/** The variants with this barcode, or this SKU in any case; one in the shop before an archived one. */
export function selectCodes(db: Executor, code: string, limit: number) {
  return db
    .select(columns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(or(eq(variants.barcode, code), sql`lower(${variants.sku}) = lower(${code})`))
    .orderBy(isArchived, variants.sku)
    .limit(limit);
}

export async function selectVariant(db: Executor, id: string): Promise<StockListRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, id));
  return row;
}

/** The variants that match a text; of more than `most` some. */
export function selectFound(
  db: Executor,
  text: string,
  numbers: { most: number; some: number },
): Promise<Found> {
  // Each way to match uses its own index.
  const found = sql`
    select v.id from variants v where lower(v.sku) like ${startingWith(text.toLowerCase())}
    union all select v.id from variants v where v.barcode = ${text}
    union all select v.id from products p join variants v on v.product_id = p.id
      where ${hasWords(sql`p.name`, text)}`;
  return fewOrSome(db, found, numbers);
}

function finds(search: PreparedSearch): SQL | undefined {
  const { text, found } = search;
  // When many variants fit, the order of the list finds the first of them quickly.
  const fits = found?.areAll ? anyOf(variants.id, found.ids) : text && or(...waysToMatch(text));
  return and(isListed(search), fits || undefined);
}

function isListed({ filter, category, lowStockAt }: PreparedSearch): SQL | undefined {
  return and(
    filter === 'archived' ? inArray(variants.id, archivedIds) : sql`not ${isArchived}`,
    filter === 'soldOut' ? eq(variants.onHand, 0) : undefined,
    filter === 'low' ? isLowByIndex(lowStockAt) : undefined,
    category === null ? undefined : eq(products.categoryId, category),
  );
}

function waysToMatch(text: string): SQL[] {
  return [
    sql`lower(${variants.sku}) like ${startingWith(text.toLowerCase())}`,
    eq(variants.barcode, text),
    hasWords(products.name, text),
  ];
}

const archivedIds = sql`(
  select v.id from variants v where v.archived_at is not null
  union select v.id from products p join variants v on v.product_id = p.id
    where p.status = 'archived'
)`;

/** What all variants are worth, by currency. */
export async function selectValue(db: Executor, reader: CostReader): Promise<StockValue[]> {
  const { rows } = await db.execute<StockValue & Record<string, unknown>>(sql`
    with held as (
      select m.variant_id, -sum(m.quantity) as units
      from ${orders} o join ${stockMovements} m on m.order_id = o.id
      where o.status = 'pending' group by m.variant_id
    ), stock as (
      select products.currency, products.id as product_id,
        variants.on_hand + coalesce(held.units, 0) as units, ${variantCost(reader)} as cost_minor
      from ${variants} join ${products} on products.id = variants.product_id
        left join held on held.variant_id = variants.id
    ), of_product as (
      -- Counting distinct products would sort all variants, which takes as long again.
      select currency, sum(units) as units, sum(units * cost_minor) as value_minor,
        sum(units) filter (where cost_minor is null) as without_cost
      from stock where units > 0 group by currency, product_id
    )
    select currency, sum(units)::float8 as units,
      coalesce(sum(value_minor), 0)::float8 as "valueMinor",
      count(without_cost)::int as "productsWithoutCost",
      coalesce(sum(without_cost), 0)::float8 as "unitsWithoutCost"
    from of_product group by currency order by currency`);
  return rows;
}
