import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import {
  buyableProducts,
  findSitePages,
  groupColors,
  type ReadSearch,
  readSearch,
  searchProducts,
  searchWithCounts,
  spreadOf,
} from '#features/catalog/catalog.ts';
import {
  type FilterOf,
  filterChips,
  LONGEST_SEARCH,
  MOST_TRAITS,
  noFilter,
  type ProductFilter,
  productFilters,
  productSorts,
  traitNames,
} from '#features/catalog/product-list.schema.ts';
import {
  type FacetName,
  type Facets,
  type SearchSort,
  searchSorts,
} from '#features/catalog/search.schema.ts';
import { bestSellers } from '#features/orders/orders.ts';
import { popularSearches } from '#features/search-reports/search-reports.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { bySize } from '#shared/size-order.ts';
import type { ActiveFilter } from '../../../components/product/active-filters.tsx';
import { toCardView } from '../../../components/product/to-card-view.ts';
import { searchHead } from '../../../head/catalog-heads.ts';
import { choiceParam, readListWindow } from '../../../pagination.ts';
import {
  activeFilters,
  listAddress,
  readAskedFilter,
  readProductSort,
} from '../../../product-list-address.ts';
import { orErrorPage } from '../../../respond.ts';
import type { PageContext } from '../../../shop-context.ts';
import { describeCount, type ListData, type SearchFacts } from './load-list.ts';
import { viewOptions } from './view-options.ts';

/** How many products a search without hits shows instead. */
const INSTEAD = 6;

/** The typed text, `?q=…`, cut to the longest search. */
export function readSearchText(params: URLSearchParams): string {
  return firstCharacters((params.get('q') ?? '').replaceAll('\0', '').trim(), LONGEST_SEARCH);
}

/** The data of the page of search results. Without words it lists every product. */
export async function loadSearch(page: PageContext, url: URL): Promise<ListData> {
  const { ctx } = page;
  const { searchParams } = url;
  const q = readSearchText(searchParams);
  const window = readListWindow(url);
  const sorts: Record<string, string> = q ? searchSorts : productSorts;
  const sort = readProductSort<SearchSort>(searchParams, sorts as typeof searchSorts);
  const sortParam = choiceParam(sort, sorts as typeof searchSorts);
  const filter = readAskedFilter(searchParams);
  const read = await orErrorPage(readSearch(ctx, { q: q || null, filter }));
  const { found, facets } = await orErrorPage(searchWithCounts(ctx, read, { sort, ...window }));
  const fixed = keptWords(q);
  const { filters } = activeFilters(filter, sortParam, fixed);
  const understood = understoodOf(read, { filter, sort: sortParam });
  const isEmpty = found.items.length === 0 && filters.length === 0;
  // Then the page shows what sells, and what others search.
  if (isEmpty) page.doNotCache();
  const options = optionsOf(page, facets, filter);
  const findsProducts = !isEmpty && read.corrected === null;
  const pages = await pagesOf(page, q, findsProducts);
  // Setting a filter or loading more rows does not count as another search. Where other words were
  // searched instead, the typed ones found no product. A page of that name is what was looked for.
  if (q && filters.length === 0 && window.after === null) {
    page.noteSearch(q, findsProducts || pages.some(({ isNamed }) => isNamed));
  }
  return {
    section: { name: 'Search', description: '', imageUrl: null, path: '/search' },
    products: found.items.map(toCardView),
    next: found.next,
    window,
    // The filters are shown as long as one is set, even if no product is left.
    options: viewOptions(
      { ...options, total: isEmpty ? 0 : Math.max(1, options.total) },
      filter,
      facets?.facets ?? [],
    ),
    filter,
    filters: [...understood, ...filters],
    unfiltered: activeFilters(filter, sortParam, keptWords(read.rest)).unfiltered,
    sort: sortParam,
    sorts,
    count: options.total,
    counted: describeCount(options.total, facets?.countedTo),
    address: url.pathname + listAddress(filter, sortParam, window, fixed),
    head: searchHead(page, q),
    search: {
      q,
      // This search found nothing with the typed words.
      corrected: read.corrected,
      understood: read.options.map(
        ({ kind, values }) => (kind === 'size' ? 'size ' : '') + values.join(' / '),
      ),
      pages,
      findsNothing: isEmpty,
      instead: isEmpty ? await insteadOf(page) : null,
      popular: isEmpty ? await orErrorPage(popularSearches(ctx)) : [],
    },
  };
}

async function pagesOf(page: PageContext, q: string, findsProducts: boolean) {
  const siteContent = await orErrorPage(page.siteContent());
  const options = { findsProducts, isTyping: false };
  return orErrorPage(findSitePages(page.ctx, siteContent, q, options));
}

/** What sells and can be bought; the newest products of a shop that has sold few. */
async function insteadOf({ ctx }: PageContext): Promise<SearchFacts['instead']> {
  const sold = await orErrorPage(buyableProducts(ctx, await orErrorPage(bestSellers(ctx))));
  if (sold.length >= INSTEAD) {
    return { title: 'What sells', products: sold.slice(0, INSTEAD).map(toCardView) };
  }
  const filter = { ...noFilter(), inStock: true };
  const read = await orErrorPage(readSearch(ctx, { q: null, filter }));
  const page = { sort: 'newest', limit: INSTEAD, after: null } as const;
  const { items } = await orErrorPage(searchProducts(ctx, read, page));
  return { title: 'New in the shop', products: items.map(toCardView) };
}

// Chosen values stay visible, even if they leave no product.
function optionsOf(
  { ctx }: PageContext,
  facets: Facets | null,
  filter: ProductFilter,
): ProductOptions {
  const valuesOf = (name: FacetName) =>
    facets?.facets.find((facet) => facet.name === name)?.values.map(({ value }) => value) ?? [];
  const withChosen = (values: string[], chosen: string[]) => [...new Set([...values, ...chosen])];
  const colors = withChosen(valuesOf('color'), filter.colors);
  const traits = traitNames.map((name) => [
    name,
    valuesOf(productFilters[name].params[0]).slice(0, MOST_TRAITS),
  ]);
  return {
    total: facets?.total ?? 0,
    ...(facets?.prices ?? spreadOf([])),
    sizes: withChosen(valuesOf('size'), filter.sizes).toSorted(bySize),
    colors,
    families: groupColors(colors, ctx.shop),
    ...(Object.fromEntries(traits) as Pick<ProductOptions, FilterOf<'traits'>>),
  };
}

/** The words that every address of the list keeps. */
function keptWords(words: string): [string, string][] {
  return words.trim() ? [['q', words.trim()]] : [];
}

/**
 * The sizes and colors that became filters because they were typed, each with the address of the
 * search without its words.
 */
function understoodOf(
  { options }: ReadSearch,
  { filter, sort }: { filter: ProductFilter; sort: SearchSort | '' },
): ActiveFilter[] {
  return options.map(({ kind, values, without }) => ({
    label: (kind === 'size' ? filterChips.sizes : '') + values.join(' / '),
    without: activeFilters(filter, sort, keptWords(without)).address,
  }));
}
