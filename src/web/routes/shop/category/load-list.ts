import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import { browseWithCounts, countInSection, MAX_COUNTED } from '#features/catalog/catalog.ts';
import {
  chosenSorts,
  narrow,
  type ProductFilter,
  type ProductSort,
  productSorts,
} from '#features/catalog/product-list.schema.ts';
import type { SearchSort } from '#features/catalog/search.schema.ts';
import { countedUpTo } from '#shared/counted.ts';
import type { ProductCardView } from '../../../components/product/product-card-view.ts';
import { toCardView } from '../../../components/product/to-card-view.ts';
import { type ListedSection, listHead } from '../../../head/catalog-heads.ts';
import { choiceParam, readListWindow } from '../../../pagination.ts';
import {
  activeFilters,
  listAddress,
  readAskedFilter,
  readProductFilter,
  readProductSort,
} from '../../../product-list-address.ts';
import { orErrorPage } from '../../../respond.ts';
import type { PageContext } from '../../../shop-context.ts';
import { viewOptions } from './view-options.ts';

/** What a page of search results says besides its list. */
export interface SearchFacts {
  /** What was typed. */
  q: string;
  /** The words that were searched instead, because the typed words found nothing. */
  corrected: string | null;
  /** Colors and sizes that became filters because they were typed: 'Navy', 'size M'. */
  understood: string[];
  /** Pages of the shop that the words mean, such as 'Returns'. */
  pages: { name: string; path: string; isNamed: boolean }[];
  /** Whether the words find no products, even without filters. */
  findsNothing: boolean;
  /** Other products to show if nothing was found, and what they are. */
  instead: { title: string; products: ProductCardView[] } | null;
  /** Frequent searches, where nothing was found. */
  popular: string[];
}

/** What the page of a category or collection shows; `scope` says which products are in it. */
export async function loadList(
  page: PageContext,
  url: URL,
  section: ListedSection,
  scope: ProductFilter,
) {
  const { ctx } = page;
  const { searchParams } = url;
  const window = readListWindow(url);
  const sorts = scope.collection === null ? productSorts : chosenSorts;
  const sort = readProductSort<ProductSort>(searchParams, sorts as Record<ProductSort, string>);
  const sortParam = choiceParam(sort, sorts as Record<ProductSort, string>);
  const asked = { scope, filter: readAskedFilter(searchParams) };
  const limitTo = (offered: ProductOptions) =>
    withOwnShades(readProductFilter(searchParams, offered), offered);
  const { options, ...list } = await orErrorPage(
    browseWithCounts(ctx, asked, limitTo, { sort, ...window }),
  );
  const { found, facets } = list;
  const filter = readProductFilter(searchParams, options);
  const { filters, unfiltered } = activeFilters(filter, sortParam);
  // While the index is being built there are no counts, and the prices are those of the section.
  const { total: count, prices } = facets ?? {
    total: await orErrorPage(countInSection(ctx, narrow(scope, list.filter), MAX_COUNTED + 1)),
    prices: options,
  };
  return {
    section,
    products: found.items.map(toCardView),
    next: found.next,
    window,
    options: viewOptions({ ...options, ...prices }, filter, facets?.facets ?? []),
    filter,
    filters,
    unfiltered,
    sort: sortParam as ProductSort | SearchSort | '',
    sorts: sorts as Record<string, string>,
    count,
    counted: describeCount(count),
    address: url.pathname + listAddress(filter, sortParam, window),
    head: listHead(page, section, found.items, window.after !== null),
    search: null as SearchFacts | null,
  };
}

/** Includes the shades that a list offers, even if the index has not read a new one yet. */
function withOwnShades(filter: ProductFilter, { families }: ProductOptions): ProductFilter {
  const chosen = families.filter(({ name }) => filter.families.includes(name));
  return { ...filter, colors: [...filter.colors, ...chosen.flatMap(({ colors }) => colors)] };
}

/** The number of a list's products, counted up to one more than `countedTo`, as people read it. */
export function describeCount(count: number, countedTo = MAX_COUNTED): string {
  return countedUpTo(count, countedTo, 'product');
}

export type ListData = Awaited<ReturnType<typeof loadList>>;
