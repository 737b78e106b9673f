import type { CatalogChange } from '#features/freshness/freshness.ts';
import { categoryPages, type ShopConfig } from '#shared/shop-config.ts';

/** An address whose answer is cached, and what that answer is made from. */
export interface CacheableAddress {
  kind: 'page' | 'call';
  tags: readonly string[];
}

/** The spelling of ids and slugs that the shop makes itself. */
const NAME = /^[a-z0-9_-]{1,120}$/;
const LONGEST = 300;

/**
 * Knows the addresses whose answers are cached: few enough of each page that they can't be multiplied
 * at will. Any other spelling, filter or parameter is answered without the cache.
 */
export function createAddresses(shop: ShopConfig): (url: string) => CacheableAddress | null {
  const categories = new Map(
    categoryPages(shop).map(({ slug, name }) => [slug.toLowerCase(), name]),
  );
  const names = new Set(categories.values());
  const lists = (category: string) => `lists:${category}`;
  const home: CacheableAddress = {
    kind: 'page',
    tags: [...names].map(lists),
  };
  const fixed = new Map<string, CacheableAddress>();
  for (const path of ['/', '/home', '/_.data', '/home.data']) fixed.set(path, home);
  for (const [slug, name] of categories) {
    const page: CacheableAddress = { kind: 'page', tags: [lists(name)] };
    for (const search of listSearches()) {
      fixed.set(`/${slug}${search}`, page);
      fixed.set(`/${slug}.data${search}`, page);
    }
  }
  fixed.set('/products', { kind: 'call', tags: ['goods'] });

  return (url) => {
    const known = fixed.get(url);
    if (known || url.length > LONGEST) return known ?? null;
    const page = /^\/product\/([^/?.]+)(?:\.data)?$/.exec(url)?.[1];
    if (page) return NAME.test(page) ? { kind: 'page', tags: [`product:${page}`] } : null;
    const one = /^\/products\/([^/?]+)$/.exec(url)?.[1];
    if (one) return NAME.test(one) ? { kind: 'call', tags: [`product:${one}`] } : null;
    if (!url.startsWith('/products?')) return null;
    const params = new URLSearchParams(url.slice('/products?'.length));
    return url === `/products?${params}` ? listCall(params, names) : null;
  };
}

/** What a committed change touches: the names that `KeptAddress` uses. */
export function tagsOf({ productId, slug, category, inLists }: CatalogChange): string[] {
  const tags = [`product:${productId}`, `product:${slug}`, 'goods', `goods:${category}`];
  return inLists ? [...tags, `lists:${category}`] : tags;
}

// The ways to sort, and the steps of 'Load more'.
function listSearches(): string[] {
  const sorts = ['newest', 'price-up', 'price-down', 'name'].map((sort) => `sort=${sort}`);
  const shows = [48, 72, 96].map((show) => `show=${show}`);
  const both = sorts.flatMap((sort) => shows.flatMap((s) => [`${sort}&${s}`, `${s}&${sort}`]));
  return ['', ...[...sorts, ...shows, ...both].map((search) => `?${search}`)];
}

function listCall(params: URLSearchParams, categories: Set<string>): CacheableAddress | null {
  const keys = [...params.keys()];
  const category = params.get('category');
  const limit = params.get('limit');
  const isKnown =
    new Set(keys).size === keys.length &&
    keys.every((key) => key === 'category' || key === 'limit') &&
    (category === null || categories.has(category)) &&
    (limit === null || /^[1-9]\d?$|^100$/.test(limit));
  if (!isKnown) return null;
  return { kind: 'call', tags: [category === null ? 'goods' : `goods:${category}`] };
}
