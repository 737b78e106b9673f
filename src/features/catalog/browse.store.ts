import { and, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import { containing } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/pagination.ts';
import type { ProductFilter, ProductOptions, ProductSort } from './catalog.schema.ts';
import { type ProductRow, productColumns } from './catalog.store.ts';
import { products } from './catalog.table.ts';

/** What a product has to be narrowed by: the conditions on one and the same variant. */
type VariantFilter = Pick<ProductFilter, 'sizes' | 'colors' | 'inStock'>;

// What lists show as the price: the lowest of the variants that fit. See `shownIn`.
function listedPrice(filter: VariantFilter): SQL<number> {
  return sql<number>`coalesce((
    select min(coalesce(v.price_minor, products.price_minor))
    from variants v where ${and(sql`v.product_id = products.id and v.active`, ...wanted(filter))}
  ), products.price_minor)`;
}

const anyVariant: VariantFilter = { sizes: [], colors: [], inStock: false };

/** What each order of a list sorts by; `filter` decides which price that is. */
export function sortKeys(filter: VariantFilter): Record<ProductSort, SortKey> {
  return {
    newest: { by: products.createdAt, type: 'timestamptz', down: true },
    'price-up': { by: listedPrice(filter), type: 'bigint', down: false },
    'price-down': { by: listedPrice(filter), type: 'bigint', down: true },
    name: { by: sql`lower(products.name)`, type: 'text', down: false },
  };
}

/** A product and what its place in the list is found by. */
export interface SortedRow extends ProductRow {
  place: string;
}

/** Listed products that a filter lets through, after the row that is given. */
export function selectFiltered(
  db: Executor,
  filter: ProductFilter,
  sort: ProductSort,
  limit: number,
  after: SortedAfter | null,
): Promise<SortedRow[]> {
  const { orderBy, rest, place } = keyset(sortKeys(filter)[sort], products.id, after);
  return db
    .select({ ...productColumns, place })
    .from(products)
    .where(and(lets(filter), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countFiltered(db: Executor, filter: ProductFilter): Promise<number> {
  return db.$count(products, lets(filter));
}

/** As `countFiltered`, but stops at `most`. */
export async function countFilteredUpTo(
  db: Executor,
  filter: ProductFilter,
  most: number,
): Promise<number> {
  const some = db.select({ id: products.id }).from(products).where(lets(filter)).limit(most);
  return db.$count(some.as('some'));
}

/** What the listed products of a category come in and cost. */
export async function selectOptions(db: Executor, category: string): Promise<ProductOptions> {
  const optionsOf = (column: 'size' | 'colour') => sql<string[]>`array(
    select distinct ${sql.raw(`v.${column}`)} from variants v join products p on p.id = v.product_id
    where p.category = ${category} and p.deleted_at is null and v.active
      and ${sql.raw(`v.${column}`)} is not null
    order by 1
  )`;
  const nothing = { total: 0, lowestMinor: null, highestMinor: null, sizes: [], colors: [] };
  const [options = nothing] = await db
    .select({
      total: sql<number>`count(*)`.mapWith(Number),
      lowestMinor: sql<number | null>`min(${listedPrice(anyVariant)})`.mapWith(Number),
      highestMinor: sql<number | null>`max(${listedPrice(anyVariant)})`.mapWith(Number),
      sizes: optionsOf('size'),
      colors: optionsOf('colour'),
    })
    .from(products)
    .where(and(isNull(products.deletedAt), eq(products.category, category)));
  return options;
}

function lets(filter: ProductFilter): SQL | undefined {
  const { category, name, minMinor, maxMinor } = filter;
  return and(
    isNull(products.deletedAt),
    category === null ? undefined : eq(products.category, category),
    name === null ? undefined : ilike(products.name, containing(name)),
    minMinor === null ? undefined : sql`${listedPrice(filter)} >= ${minMinor}`,
    maxMinor === null ? undefined : sql`${listedPrice(filter)} <= ${maxMinor}`,
    hasVariant(filter),
  );
}

// One and the same variant: a shirt that has M and has navy, but no navy M, does not fit.
function hasVariant(filter: VariantFilter): SQL | undefined {
  const conditions = wanted(filter);
  if (conditions.length === 0) return undefined;
  return sql`exists (select from variants v
    where v.product_id = products.id and v.active and ${and(...conditions)})`;
}

// In step with `fits` in shown-in.ts, of a variant `v`.
function wanted({ sizes, colors, inStock }: VariantFilter): SQL[] {
  return [
    ...(sizes.length > 0 ? [sql`v.size in ${sizes}`] : []),
    ...(colors.length > 0 ? [sql`v.colour in ${colors}`] : []),
    ...(inStock ? [sql`v.on_hand > 0`] : []),
  ];
}
