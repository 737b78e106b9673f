/** Filtered and sorted lists of products, for the category pages and the admin. */
import { countFound } from '#db/few-or-some.ts';
import { type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import { bySize } from '#shared/size-order.ts';
import type { Ctx } from '../context.ts';
import {
  countFilteredUpTo,
  type NamedFilter,
  type OfferedOptions,
  selectFiltered,
  selectNamed,
  selectOptions,
  sortKeyOf,
} from './browse.store.ts';
import type { BrowsedProduct, ProductOptions } from './catalog.schema.ts';
import { groupColors } from './color-families.ts';
import { withListVariant } from './list-variant.ts';
import { spreadOf } from './price-buckets.ts';
import type { ListedFilter, ProductFilter, ProductSort } from './product-list.schema.ts';
import { toDetail } from './product-view.ts';
import { withShades } from './search/shades.ts';

/** The page of a list counts this many products at most. */
export const MAX_COUNTED = 5_000;
/**
 * The values of filters are read from this many of the newest products at most, because the
 * variants of each are read.
 */
export const MAX_PRODUCTS_READ = 2_000;

export interface ProductSearch {
  filter: ProductFilter | ListedFilter;
  sort: ProductSort;
  /** 1 to 100. */
  limit: number;
  /** The cursor that the previous page returned as `next`; an invalid one means the first page. */
  after: string | null;
}

/** A page of the listed products that fit a filter, in one statement; two with a name. */
export async function browseProducts(
  ctx: Ctx,
  search: ProductSearch,
): Promise<Page<BrowsedProduct>> {
  return pageOf(ctx, await withNamed(ctx, search.filter), search);
}

/** How many listed products fit a filter; stops at `most`. */
export async function countMatchingUpTo(
  ctx: Ctx,
  filter: ProductFilter | ListedFilter,
  most: number,
): Promise<number> {
  return countPrepared(ctx, await withNamed(ctx, filter), most);
}

/**
 * A page of the listed products that fit a filter, and how many fit it. The name is looked up once.
 * The count stops at `most`.
 */
export async function browseAndCount(
  ctx: Ctx,
  search: ProductSearch,
  { most, mostNamed }: { most: number; mostNamed?: number },
): Promise<{ page: Page<BrowsedProduct>; count: number }> {
  const prepared = await withNamed(ctx, search.filter, mostNamed);
  const [page, count] = await Promise.all([
    pageOf(ctx, prepared, search),
    countPrepared(ctx, prepared, most),
  ]);
  return { page, count };
}

async function pageOf(
  ctx: Ctx,
  { filter }: Prepared,
  { sort, limit, after }: ProductSearch,
): Promise<Page<BrowsedProduct>> {
  const from = readSortedCursor(after, sort, sortKeyOf(sort, filter).type);
  const rows = await selectFiltered(ctx.db, filter, sort, limit + 1, from);
  const page = toPage(rows, limit, ({ sortValue, id }) => [sort, sortValue, id]);
  const items = page.items.map((row) => withListVariant(toDetail(row), filter, row.fitting));
  return { items, next: page.next };
}

async function countPrepared(ctx: Ctx, { filter, some }: Prepared, most: number): Promise<number> {
  const all = () => countFilteredUpTo(ctx.db, filter, most);
  if (some === null) return all();
  const among = (named: string[]) => countFilteredUpTo(ctx.db, { ...filter, named }, most);
  return countFound({ ids: some, areAll: false }, most, { among, all });
}

/** Above this many, the order of a list comes to the first products with a name soon enough. */
const MOST_NAMED = 10_000;

/** A filter with the products that have its name, if they are few; else with some of them. */
interface Prepared {
  filter: NamedFilter;
  some: string[] | null;
}

async function withNamed(
  ctx: Ctx,
  asked: ProductFilter | ListedFilter,
  mostNamed = MOST_NAMED,
): Promise<Prepared> {
  const filter: ListedFilter = await withShades(ctx, asked);
  if (filter.name === null) return { filter, some: null };
  const numbers = { most: mostNamed, some: MAX_COUNTED + MAX_COUNTED / 5 };
  const { ids, areAll } = await selectNamed(ctx.db, filter.name, numbers);
  return areAll ? { filter: { ...filter, named: ids }, some: null } : { filter, some: ids };
}

/**
 * The filter options of the newest products that fit a filter, and their total, which stops at one
 * more than `most`; in one statement. A page must not read a million.
 */
export async function productOptions(
  ctx: Ctx,
  scope: ProductFilter | ListedFilter,
  most = MAX_COUNTED,
): Promise<ProductOptions> {
  const filter = await withShades(ctx, scope);
  return toOptions(
    ctx,
    await selectOptions(ctx.db, filter, most, Math.min(most, MAX_PRODUCTS_READ)),
  );
}

/** Options as lists offer them: sizes in order, colors with their families, prices in buckets. */
export function toOptions(ctx: Ctx, { prices, ...options }: OfferedOptions): ProductOptions {
  return {
    ...options,
    sizes: options.sizes.toSorted(bySize),
    families: groupColors(options.colors, ctx.shop),
    ...spreadOf(prices),
  };
}
