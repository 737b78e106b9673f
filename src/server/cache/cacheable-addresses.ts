import type { CatalogChange } from '#features/cache-invalidation/cache-invalidation.ts';
import { cachedListParams } from '#features/catalog/catalog.api.ts';
import { productFilters } from '#features/catalog/product-list.schema.ts';
import type { Category } from '#features/sections.ts';
import { cachedCategoryParams } from '#web/product-list-address.ts';
import { dataPath, pagePath } from '#web/router-internals/route-data.ts';

/** An address whose response is cached, and the tags of the data that the response is made from. */
export interface CacheableAddress {
  /** A `list` is a page with filters (`filtered-lists.ts`). */
  kind: 'page' | 'call' | 'list';
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

/**
 * Finds out whether the response of an address is cached. The number of cacheable pages and calls is
 * bounded, so no client can fill the cache with variations. Lists with filters have their own limit
 * of memory. The app responds to any other spelling or parameter.
 */
export function createAddresses(
  categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[],
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
    if (collection) return { kind: 'list', tags: tagsOfCollection(collection) };
    return { kind: 'list', tags: [`lists:${id}`] };
  };
  const idOf = new Map(categories.map(({ name, id }) => [name, id]));
  for (const params of searchesOf(cachedListParams([...idOf.keys()]))) {
    const category = params.get('category');
    const tags = [category === null ? 'goods' : `goods:${idOf.get(category)}`];
    known.set(`/products${toSearch(params)}`, { kind: 'call', tags });
  }

  return (url) => {
    const found = known.get(url);
    if (found || url.length > LONGEST) return found ?? null;
    const filtered = filteredList(url);
    if (filtered) return filtered;
    const page = /^\/product\/([^/?.]+)$/.exec(pagePath(url))?.[1];
    if (page) return NAME.test(page) ? { kind: 'page', tags: [`product:${page}`] } : null;
    const [, list, search = ''] = /^\/collections\/([^/?.]+)(?:\.data)?(\?.*)?$/.exec(url) ?? [];
    if (list) return collectionPage(list, search);
    const one = /^\/products\/([^/?]+)$/.exec(url)?.[1];
    return one && NAME.test(one) ? { kind: 'call', tags: [`product:${one}`] } : null;
  };
}

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
  const params = [...new URLSearchParams(search)];
  const isFilter = ([name]: [string, string]) => filterParams.has(name);
  return params.some(isFilter) && params.every((param) => isFilter(param) || isCached(param));
}

const filterParams: ReadonlySet<string> = new Set(
  Object.values(productFilters).flatMap(({ params }) => params),
);

function isCached([name, value]: [string, string]): boolean {
  const values: Record<string, readonly string[]> = cachedCategoryParams;
  return Object.hasOwn(values, name) && (values[name]?.includes(value) ?? false);
}

/** The tags of `CacheableAddress` that a committed change affects. */
export function tagsOf(change: CatalogChange): string[] {
  const { productId, slug, categoryId, collectionSlug, inLists } = change;
  if (collectionSlug !== null) return [`collection:${collectionSlug}`];
  const tags = [`product:${productId}`, `product:${slug}`, 'goods', `goods:${categoryId}`];
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
