import type { CatalogChange } from '#features/cache-invalidation/cache-invalidation.ts';
import { cachedListParams, isSearch, searchListParams } from '#features/catalog/catalog.api.ts';
import { productFilters } from '#features/catalog/product-list.schema.ts';
import { facetParams } from '#features/catalog/search/search-query.ts';
import type { Category } from '#features/site-content.ts';
import { cachedCategoryParams } from '#web/product-list-address.ts';
import { dataPath, pagePath } from '#web/router-internals/route-data.ts';

/** An address whose response is cached, and the tags of the data that the response is made from. */
export interface CacheableAddress {
  /** `search-cache.ts` has those of searches, and of lists with filters. */
  kind: 'page' | 'call' | 'search-page' | 'search-call';
  tags: readonly string[];
}

/** The spelling of ids and slugs that the shop makes itself. */
const NAME = /^[a-z0-9_-]{1,120}$/;
const LONGEST = 300;

/**
 * The tag of everything that is made from a list of products, such as the home page and
 * collections.
 */
const LISTS = 'lists';
/** The tag of everything that shows products with their quantities. */
const GOODS = 'goods';
/** The tag of what depends on known words, synonyms, and what staff chose for searches. */
const SEARCHES = 'searches';

/**
 * Finds out whether the response of an address is cached. The number of cacheable pages and calls is
 * bounded, so no client can fill the cache with variations. Searches and lists with filters have
 * their own limit of memory. The app responds to any other spelling or parameter.
 * `cachesSearches`: not when an engine outside of the shop searches, because nothing tells when that
 * finds something else.
 */
export function createAddresses(
  categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[],
  { cachesSearches }: { cachesSearches: boolean },
): (url: string) => CacheableAddress | null {
  const home: CacheableAddress = { kind: 'page', tags: [LISTS] };
  const known = new Map<string, CacheableAddress>();
  for (const path of ['/', '/home']) known.set(path, home).set(dataPath(path), home);
  for (const { slug, id } of categories) {
    const page: CacheableAddress = { kind: 'page', tags: [`lists:${id}`] };
    for (const search of listSearches) {
      known.set(`/${slug}${search}`, page);
      known.set(dataPath(`/${slug}`) + search, page);
    }
  }
  const idOfSlug = new Map(categories.map(({ slug, id }) => [slug, id]));
  const filteredList = (url: string): CacheableAddress | null => {
    const at = url.indexOf('?');
    if (at < 0) return null;
    const [, slug = '', collection] = LIST.exec(pagePath(url.slice(0, at))) ?? [];
    const id = idOfSlug.get(slug);
    if ((!collection && id === undefined) || !hasOnlyFilters(url.slice(at))) return null;
    if (collection) return { kind: 'search-page', tags: tagsOfCollection(collection) };
    return { kind: 'search-page', tags: [`lists:${id}`] };
  };
  const idOf = new Map(categories.map(({ name, id }) => [name, id]));
  for (const params of searchesOf(cachedListParams([...idOf.keys()]))) {
    const category = params.get('category');
    const tags = [category === null ? GOODS : `goods:${idOf.get(category)}`];
    known.set(`/products${toSearch(params)}`, { kind: 'call', tags });
  }

  return (url) => {
    const found = known.get(url);
    if (found || url.length > LONGEST) return found ?? null;
    const searched = filteredList(url) ?? (cachesSearches ? searchAt(url) : null);
    if (searched) return searched;
    const page = /^\/product\/([^/?.]+)$/.exec(pagePath(url))?.[1];
    if (page) return NAME.test(page) ? { kind: 'page', tags: [`product:${page}`] } : null;
    // A change of a page removes everything, because the footer of every page links it.
    const own = /^\/pages\/([^/?.]+)$/.exec(pagePath(url))?.[1];
    if (own) return NAME.test(own) ? { kind: 'page', tags: [`page:${own}`] } : null;
    const [, list, search = ''] = /^\/collections\/([^/?.]+)(?:\.data)?(\?.*)?$/.exec(url) ?? [];
    if (list) return collectionPage(list, search);
    const one = /^\/products\/([^/?]+)$/.exec(url)?.[1];
    return one && NAME.test(one) && !Object.hasOwn(searchCalls, url)
      ? { kind: 'call', tags: [`product:${one}`] }
      : null;
  };
}

/** A search by words, as a page or as a call. */
function searchAt(url: string): CacheableAddress | null {
  const at = url.indexOf('?');
  const [path, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  if (pagePath(path) === '/search') {
    const isOwn = hasOnly(
      search,
      (param) => param[0] === 'q' || isFilter(param) || isCached(param),
    );
    return isOwn ? { kind: 'search-page', tags: [LISTS, SEARCHES] } : null;
  }
  const call = searchCalls[path];
  if (!call || !hasOnly(search, ([name]) => call.params.has(name))) return null;
  if (path === '/products' && !isSearch(Object.fromEntries(new URLSearchParams(search))))
    return null;
  return { kind: 'search-call', tags: call.tags };
}

/** The calls that search, with the parameters with which they are cached. */
const searchCalls: Record<string, { params: ReadonlySet<string>; tags: string[] }> = {
  '/products': { params: new Set(searchListParams), tags: [GOODS, SEARCHES] },
  '/products/facets': { params: new Set(facetParams), tags: [LISTS, SEARCHES] },
  '/search/suggestions': { params: new Set(['q']), tags: [GOODS, SEARCHES] },
};

/** The searches of a list's page that are cached. */
const listSearches: ReadonlySet<string> = new Set(searchesOf(cachedCategoryParams).map(toSearch));

function collectionPage(slug: string, search: string): CacheableAddress | null {
  if (!NAME.test(slug) || !listSearches.has(search)) return null;
  return { kind: 'page', tags: tagsOfCollection(slug) };
}

const tagsOfCollection = (slug: string) => [LISTS, `collection:${slug}`];

/** The page of a category, or of a collection. */
const LIST = /^\/(?:([a-z0-9_-]{1,120})|collections\/([a-z0-9_-]{1,120}))$/;

/** Whether a list is asked for with a filter, and with no parameters but filters and what is cached. */
function hasOnlyFilters(search: string): boolean {
  return (
    [...new URLSearchParams(search)].some(isFilter) &&
    hasOnly(search, (param) => isFilter(param) || isCached(param))
  );
}

type Param = [name: string, value: string];

function hasOnly(search: string, isKnown: (param: Param) => boolean): boolean {
  return [...new URLSearchParams(search)].every(isKnown);
}

function isFilter([name]: Param): boolean {
  return filterParams.has(name);
}

const filterParams: ReadonlySet<string> = new Set(
  Object.values(productFilters).flatMap(({ params }) => params),
);

function isCached([name, value]: Param): boolean {
  const values: Record<string, readonly string[]> = cachedCategoryParams;
  return Object.hasOwn(values, name) && (values[name]?.includes(value) ?? false);
}

/** The tags of `CacheableAddress` that a committed change affects. */
export function tagsOf(change: CatalogChange): string[] {
  const { productId, slug, categoryId, collectionSlug, inLists, inSearches } = change;
  if (inSearches) return [SEARCHES];
  if (collectionSlug !== null) return [`collection:${collectionSlug}`];
  const tags = [`product:${productId}`, `product:${slug}`, GOODS, `goods:${categoryId}`];
  if (!inLists) return tags;
  return [...tags, LISTS, `lists:${categoryId}`, ...cardTags([String(productId)])];
}

/** The tags of what lists show of these products. */
export function cardTags(productIds: readonly string[]): string[] {
  return productIds.map((id) => `card:${id}`);
}

/** All searches with these parameters: each parameter at most once, in any order. */
function searchesOf(params: Record<string, readonly string[]>): URLSearchParams[] {
  const withMore = (said: [string, string][]): [string, string][][] => [
    said,
    ...Object.entries(params)
      .filter(([name]) => !said.some(([other]) => other === name))
      .flatMap(([name, values]) => values.flatMap((value) => withMore([...said, [name, value]]))),
  ];
  return withMore([]).map((said) => new URLSearchParams(said));
}

function toSearch(params: URLSearchParams): string {
  return params.size > 0 ? `?${params}` : '';
}
