import { and, arrayContains, eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { type Found, fewOrSome } from '#db/few-or-some.ts';
import { hasWords } from '#db/has-words.ts';
import { keyset, newestFirst, ofFew, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { type ProductRow, productColumns } from './catalog.store.ts';
import { isListed, nameAndBrand, products, variantPrice } from './catalog.table.ts';
import { collectionProducts } from './collections.table.ts';
import { flagConditions } from './flag-filters.ts';
import type { CountedPrice } from './price-buckets.ts';
import {
  type FilterOf,
  filterNames,
  isOfKind,
  type ListedFilter,
  MOST_TRAITS,
  type ProductSort,
  sortOrders,
  traitNames,
} from './product-list.schema.ts';

/** The columns behind each filter of kind `options`. */
const optionColumns = {
  sizes: sql`variants.size`,
  colors: sql`variants.colour`,
} satisfies Record<FilterOf<'options'>, SQL>;

/** The values of each trait of a row of `products`. */
const traitValues = {
  types: sql`select products.product_type where products.product_type <> ''`,
  brands: sql`select products.brand where products.brand <> ''`,
  genders: sql`select products.gender where products.gender <> ''`,
  ownOptions: sql`select distinct products.option_name || ': ' || variants.option_value from variants
    where variants.product_id = products.id and variants.active and products.option_name <> ''
      and variants.option_value <> ''`,
  labels: sql`select distinct unnest(products.tags)`,
} satisfies Record<FilterOf<'traits'>, SQL>;

/** The filters that have to fit one and the same variant. */
type VariantFilter = Pick<ListedFilter, FilterOf<'options' | 'flag'>>;

// Conditions on a row of `variants`.
function fits(filter: VariantFilter): SQL[] {
  return filterNames.flatMap((name) => {
    if (isOfKind(name, 'options') && filter[name].length > 0) {
      return [sql`${optionColumns[name]} in ${filter[name]}`];
    }
    return isOfKind(name, 'flag') && filter[name] ? [flagConditions[name]] : [];
  });
}

const ofProduct = sql`variants.product_id = products.id and variants.active`;

// The price in lists: the lowest of the variants that fit. See `withListVariant`.
function listedPrice(conditions: SQL[]): SQL<number> {
  return sql<number>`coalesce((
    select min(${variantPrice}) from variants where ${and(ofProduct, ...conditions)}
  ), products.price_minor)`;
}

/** The sort key of a sort. The filter decides which price it is. */
export function sortKeyOf(
  sort: ProductSort,
  filter: VariantFilter & Pick<ListedFilter, 'collection'>,
): SortKey {
  const { by, down } = sortOrders[sort];
  const values = {
    createdAt: { by: products.createdAt, type: 'timestamptz' },
    price: { by: listedPrice(fits(filter)), type: 'bigint' },
    position: { by: positionIn(filter.collection), type: 'bigint' },
    name: { by: sql`lower(products.name)`, type: 'text' },
  } satisfies Record<typeof by, Omit<SortKey, 'down'>>;
  return { ...values[by], down };
}

/** A product with its sort key. */
export interface SortedRow extends ProductRow {
  sortValue: string;
  /** The ids of the variants that fit the filter; null when it has no condition on variants. */
  fitting: string[] | null;
}

/** A filter with the products whose words fit, if they are few. */
export interface NamedFilter extends ListedFilter {
  named?: string[] | undefined;
}

/**
 * The products whose names or brands have words that begin with those of a text; of more than `most`
 * some.
 */
export function selectNamed(
  db: Executor,
  text: string,
  numbers: { most: number; some: number },
): Promise<Found> {
  const named = sql`select ${products.id} as id from ${products} where ${hasWords(nameAndBrand, text)}`;
  return fewOrSome(db, named, numbers);
}

/** Listed products that fit a filter, after the given row. */
export function selectFiltered(
  db: Executor,
  filter: NamedFilter,
  sort: ProductSort,
  limit: number,
  after: SortedAfter | null,
): Promise<SortedRow[]> {
  const key = sortKeyOf(sort, filter);
  const { orderBy, rest, sortValue } = keyset(filter.named ? ofFew(key) : key, products.id, after);
  return db
    .select({ ...productColumns, sortValue, fitting: fittingIds(filter) })
    .from(products)
    .where(and(conditionsOf(filter), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

/** How many listed products fit a filter; stops at `most`. */
export async function countFilteredUpTo(
  db: Executor,
  filter: NamedFilter,
  most: number,
): Promise<number> {
  const some = db
    .select({ id: products.id })
    .from(products)
    .where(conditionsOf(filter))
    .limit(most);
  return db.$count(some.as('some'));
}

/** The options of some products, and their prices from low to high. */
export type OfferedOptions = { total: number; prices: CountedPrice[] } & Record<
  FilterOf<'options' | 'traits'>,
  string[]
>;

/**
 * The sizes, colors and prices of the newest listed products that fit a filter, `lookedAt` of them,
 * and the total, which stops at one more than `most`. The variants are found by index, product by
 * product, because the planner would read all variants of a large shop instead.
 */
export async function selectOptions(
  db: Executor,
  scope: ListedFilter,
  most: number,
  lookedAt: number,
): Promise<OfferedOptions> {
  const newest = db
    .select({
      id: products.id,
      priceMinor: products.priceMinor,
      productType: products.productType,
      brand: products.brand,
      gender: products.gender,
      optionName: products.optionName,
      tags: products.tags,
    })
    .from(products)
    .where(conditionsOf(scope))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(most + 1);
  const valuesOf = (column: SQL) => sql`array(
    select distinct ${column} from offered as variants where ${column} is not null order by 1
  )`;
  const values = Object.entries(optionColumns).map(
    ([name, column]) => sql`${valuesOf(column)} as ${sql.identifier(name)}`,
  );
  const traits = Object.entries(traitValues).map(
    ([name, list]) => sql`array(
      select value from (select * from newest limit ${lookedAt}) products cross join lateral (${list}) each (value)
      group by value order by count(*) desc, value limit ${MOST_TRAITS}
    ) as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<OfferedOptions>(sql`
    with newest as materialized (${newest}),
    offered as materialized (
      select products.id, variants.size, variants.colour, ${variantPrice} as price
      from (select * from newest limit ${lookedAt}) products
      left join lateral (
        select * from variants where product_id = products.id and active offset 0
      ) variants on true
    ),
    priced as (select min(price) as price from offered group by id)
    select (select count(*)::int from newest) as total,
      (${countedPrices(sql`priced`)}) as prices,
      ${sql.join([...values, ...traits], sql`, `)}`);
  const [options] = rows;
  if (!options) throw new Error('The count returned no row.');
  return options;
}

/** The column `price` of some rows, each price once with its number of rows, from low to high. */
export function countedPrices(rows: SQL): SQL {
  return sql`select coalesce(json_agg(json_build_array(price, products) order by price), '[]')
    from (select price, count(*)::int as products from ${rows} where price is not null group by price) counted`;
}

function conditionsOf(filter: NamedFilter): SQL | undefined {
  const { category, collection, tags, name, named, price } = filter;
  const conditions = fits(filter);
  const { minMinor, maxMinor } = price;
  return and(
    isListed,
    category === null ? undefined : eq(products.categoryId, category),
    collection === null ? undefined : isIn(collection),
    tags.length === 0 ? undefined : arrayContains(products.tags, tags),
    ...traitNames.map((each) =>
      filter[each].length === 0
        ? undefined
        : sql`exists (select from (${traitValues[each]}) each (value)
            where value = any(${sql.param(filter[each])}::text[]))`,
    ),
    named ? anyOf(products.id, named) : name === null ? undefined : hasWords(nameAndBrand, name),
    minMinor === null ? undefined : sql`${listedPrice(conditions)} >= ${minMinor}`,
    maxMinor === null ? undefined : sql`${listedPrice(conditions)} <= ${maxMinor}`,
    // One and the same variant has to fit: a shirt with an M and a navy, but no navy M, does not
    // fit. Without `offset 0` the planner may join all products with all variants of the shop.
    conditions.length === 0
      ? undefined
      : sql`exists (select from variants where ${and(ofProduct, ...conditions)} offset 0)`,
  );
}

// In the order of staff.
const positionIn = (collection: string | null) => sql`(
  select chosen.position from ${collectionProducts} chosen
  where chosen.collection_id = ${collection} and chosen.product_id = products.id
)`;

const isIn = (collection: string) => sql`exists (
  select from ${collectionProducts} chosen
  where chosen.collection_id = ${collection} and chosen.product_id = products.id
)`;

function fittingIds(filter: VariantFilter): SQL<string[] | null> {
  const conditions = fits(filter);
  if (conditions.length === 0) return sql`null`;
  return sql`array(select variants.id from variants where ${and(ofProduct, ...conditions)})`;
}
