import { and, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import { containing } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/pagination.ts';
import type { ProductFilter, ProductOptions, ProductSort } from './catalog.schema.ts';
import { type ProductRow, productColumns } from './catalog.store.ts';
import { products } from './catalog.table.ts';

// What lists show as the price: see `toDetail`.
const listedPrice = sql<number>`coalesce((
  select min(coalesce(v.price_minor, products.price_minor))
  from variants v where v.product_id = products.id and v.active
), products.price_minor)`;

export const sortKeys: Record<ProductSort, SortKey> = {
  newest: { by: products.createdAt, type: 'timestamptz', down: true },
  'price-up': { by: listedPrice, type: 'bigint', down: false },
  'price-down': { by: listedPrice, type: 'bigint', down: true },
  name: { by: sql`lower(products.name)`, type: 'text', down: false },
};

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
  const { orderBy, rest, place } = keyset(sortKeys[sort], products.id, after);
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

/** What the listed products of a category come in and cost. */
export async function selectOptions(db: Executor, category: string): Promise<ProductOptions> {
  const optionsOf = (column: 'size' | 'colour') => sql<string[]>`array(
    select distinct ${sql.raw(`v.${column}`)} from variants v join products p on p.id = v.product_id
    where p.category = ${category} and p.deleted_at is null and v.active
      and ${sql.raw(`v.${column}`)} is not null
    order by 1
  )`;
  const nothing = { total: 0, lowestMinor: null, highestMinor: null, sizes: [], colours: [] };
  const [options = nothing] = await db
    .select({
      total: sql<number>`count(*)`.mapWith(Number),
      lowestMinor: sql<number | null>`min(${listedPrice})`.mapWith(Number),
      highestMinor: sql<number | null>`max(${listedPrice})`.mapWith(Number),
      sizes: optionsOf('size'),
      colours: optionsOf('colour'),
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
    minMinor === null ? undefined : sql`${listedPrice} >= ${minMinor}`,
    maxMinor === null ? undefined : sql`${listedPrice} <= ${maxMinor}`,
    hasVariant(filter),
  );
}

// One and the same variant: a shirt that has M and has navy, but no navy M, does not fit.
function hasVariant({ sizes, colours, inStock }: ProductFilter): SQL | undefined {
  const wanted = [
    sizes.length > 0 ? sql`v.size in ${sizes}` : undefined,
    colours.length > 0 ? sql`v.colour in ${colours}` : undefined,
    inStock ? sql`v.on_hand > 0` : undefined,
  ].filter((condition) => condition !== undefined);
  if (wanted.length === 0) return undefined;
  return sql`exists (select from variants v
    where v.product_id = products.id and v.active and ${and(...wanted)})`;
}
