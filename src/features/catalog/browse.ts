/** Lists of products that people narrow and sort: the category pages, and the admin's. */
import { type Page, readSortedCursor, toPage } from '#shared/pagination.ts';
import type { Ctx } from '../context.ts';
import {
  countFiltered,
  countFilteredUpTo,
  selectFiltered,
  selectOptions,
  sortKeyOf,
} from './browse.store.ts';
import type { BrowsedProduct, ProductOptions } from './catalog.schema.ts';
import type { ProductFilter, ProductSort } from './product-list.schema.ts';
import { toDetail } from './product-view.ts';
import { shownIn } from './shown-in.ts';
import { bySize } from './size-order.ts';

export interface ProductSearch {
  filter: ProductFilter;
  sort: ProductSort;
  /** 1 to 100. */
  limit: number;
  /** The cursor that the page before gave as `next`; one that does not fit means the first page. */
  after: string | null;
}

/** A page of the listed products that a filter lets through, in one statement. */
export async function browseProducts(
  ctx: Ctx,
  { filter, sort, limit, after }: ProductSearch,
): Promise<Page<BrowsedProduct>> {
  const from = readSortedCursor(after, sort, sortKeyOf(sort, filter).type);
  const rows = await selectFiltered(ctx.db, filter, sort, limit + 1, from);
  const page = toPage(rows, limit, ({ place, id }) => [sort, place, id]);
  const items = page.items.map((row) => shownIn(toDetail(row), filter, row.fitting));
  return { items, next: page.next };
}

/** How many listed products a filter lets through. */
export function countMatching(ctx: Ctx, filter: ProductFilter): Promise<number> {
  return countFiltered(ctx.db, filter);
}

/** As `countMatching`, for a count that is asked for again and again: it stops at `most`. */
export function countMatchingUpTo(ctx: Ctx, filter: ProductFilter, most: number): Promise<number> {
  return countFilteredUpTo(ctx.db, filter, most);
}

/** What there is to choose from in a category, in one statement. */
export async function productOptions(ctx: Ctx, category: string): Promise<ProductOptions> {
  const options = await selectOptions(ctx.db, category);
  return { ...options, sizes: options.sizes.toSorted(bySize) };
}
