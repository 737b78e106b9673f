import type { CatalogChange } from '#features/cache-invalidation/cache-invalidation.ts';
import { cachedListParams } from '#features/catalog/catalog.api.ts';
import { categoryPages, type ShopConfig } from '#shared/shop-config.ts';
import { cachedCategoryParams } from '#web/product-list-address.ts';
import { dataPath, pagePath } from '#web/router-internals/route-data.ts';

/** An address whose response is cached, and the tags of the data that the response is made from. */
export interface CacheableAddress {
  kind: 'page' | 'call';
  tags: readonly string[];
}

/** The spelling of ids and slugs that the shop makes itself. */
const NAME = /^[a-z0-9_-]{1,120}$/;
const LONGEST = 300;

/**
 * Finds out whether the response of an address is cached. The number of cacheable addresses is
 * bounded, so no client can fill the cache with variations. The app responds to any other spelling,
 * filter or parameter.
 */
export function createAddresses(shop: ShopConfig): (url: string) => CacheableAddress | null {
  const categories = categoryPages(shop).map(({ slug, name }) => ({
    path: slug.toLowerCase(),
    name,
  }));
  const lists = (category: string) => `lists:${category}`;
  const home: CacheableAddress = { kind: 'page', tags: categories.map(({ name }) => lists(name)) };
  const known = new Map<string, CacheableAddress>();
  for (const path of ['/', '/home']) known.set(path, home).set(dataPath(path), home);
  const searches = searchesOf(cachedCategoryParams).map(toSearch);
  for (const { path, name } of categories) {
    const page: CacheableAddress = { kind: 'page', tags: [lists(name)] };
    for (const search of searches) {
      known.set(`/${path}${search}`, page);
      known.set(dataPath(`/${path}`) + search, page);
    }
  }
  for (const params of searchesOf(cachedListParams(categories.map(({ name }) => name)))) {
    const category = params.get('category');
    const tags = [category === null ? 'goods' : `goods:${category}`];
    known.set(`/products${toSearch(params)}`, { kind: 'call', tags });
  }

  return (url) => {
    const found = known.get(url);
    if (found || url.length > LONGEST) return found ?? null;
    const page = /^\/product\/([^/?.]+)$/.exec(pagePath(url))?.[1];
    if (page) return NAME.test(page) ? { kind: 'page', tags: [`product:${page}`] } : null;
    const one = /^\/products\/([^/?]+)$/.exec(url)?.[1];
    return one && NAME.test(one) ? { kind: 'call', tags: [`product:${one}`] } : null;
  };
}

/** The tags of `CacheableAddress` that a committed change affects. */
export function tagsOf({ productId, slug, category, inLists }: CatalogChange): string[] {
  const tags = [`product:${productId}`, `product:${slug}`, 'goods', `goods:${category}`];
  return inLists ? [...tags, `lists:${category}`, ...cardTags([String(productId)])] : tags;
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
