import { type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import type { Ctx } from '../../context.ts';
import {
  browseAndCount,
  browseProducts,
  countMatchingUpTo,
  type ProductSearch as ListQuery,
  MAX_COUNTED,
  MAX_PRODUCTS_READ,
  productOptions,
  toOptions,
} from '../browse.ts';
import type { BrowsedProduct, ProductOptions } from '../catalog.schema.ts';
import { collectionsNamed } from '../collections.ts';
import { withListVariant } from '../list-variant.ts';
import { type ListedFilter, noFilter, type ProductFilter } from '../product-list.schema.ts';
import { toDetail } from '../product-view.ts';
import type { SearchSort } from '../search.schema.ts';
import { type EngineResult, findWords, hitsOfList, MOST_HITS, withoutHits } from './engine-hits.ts';
import { MOST_RANKED, selectNewest } from './hits.store.ts';
import { selectScore } from './ranking.ts';
import { countFound, selectFound, selectOptionsFound, sortTypeOf } from './search.store.ts';
import type { SearchFilter } from './search-conditions.ts';
import { selectComplete } from './search-index.store.ts';
import { fold, wordsOf } from './search-text.ts';
import { selectCompletions, whichOccur } from './search-words.store.ts';
import { withShades } from './shades.ts';
import { findSitePages } from './site-pages.ts';
import { mayBeStart } from './text-query.ts';
import { type Understood, understand } from './understand.ts';

export interface ProductSearch {
  /** What was typed; null for every product. */
  q: string | null;
  /** Has no collection by hand and no part of the name, because a search supports neither. */
  filter: ProductFilter;
}

/** How a search was understood, for the list and its counts. */
export interface ReadSearch extends Understood {
  /** What the engine outside of the shop found; null where PostgreSQL searches. */
  hits: EngineResult | null;
  /** Whether the index has every product. Until then, lists search only names. */
  isIndexed: boolean;
  asked: { q: string | null; filter: ListedFilter };
}

const SUGGESTED_PRODUCTS = 6;
/** More hits of an engine, because some may be sold out or not listed any more. */
const SUGGESTED_HITS: MostHits = { ofEngine: 50, ranked: 500 };
const SUGGESTED_CATEGORIES = 3;
const SUGGESTED_COLLECTIONS = 3;
const SUGGESTED_QUERIES = 5;
/** The most endings of a search of several words, and in how many of its hits they are looked for. */
const COMPLETIONS_TRIED = 20;
const HITS_OF_COMPLETIONS = 50;

/** The most hits that are read: those of an engine, and the newest ones of the index. */
interface MostHits {
  ofEngine: number;
  ranked: number;
}

const ALL_HITS: MostHits = { ofEngine: MOST_HITS, ranked: MOST_RANKED };

/** Databases whose index was complete once. It stays complete. */
const complete = new WeakSet<Ctx['db']>();

async function hasIndex({ db }: Ctx): Promise<boolean> {
  if (!complete.has(db) && (await selectComplete(db))) complete.add(db);
  return complete.has(db);
}

/**
 * Reads a search, so that its list and its counts agree on what was meant. `most` is how many hits
 * are of use to a list without filters.
 */
export async function readSearch(
  ctx: Ctx,
  { q, filter }: ProductSearch,
  most = ALL_HITS,
): Promise<ReadSearch> {
  const asked = { q, filter: await withShades(ctx, filter) };
  const { collection: _, name: __, ...fields } = asked.filter;
  const chosen: SearchFilter = { ...fields, text: null, pinned: [], boosts: [], found: null };
  const plain = {
    filter: chosen,
    corrected: null,
    options: [],
    rest: '',
    finds: true,
    newest: null,
    isEngineFilled: false,
  };
  if (!(await hasIndex(ctx))) return { ...plain, hits: null, isIndexed: false, asked };
  const understood = q === null ? plain : await understand(ctx, q, chosen, most.ranked);
  const hits = await findWords(ctx, understood, most.ofEngine);
  const read = { ...understood, hits, isIndexed: true, asked };
  if (!hits) return read;
  const ofHits = { ...understood.filter, found: hits.ids };
  return { ...read, filter: ofHits, finds: true, newest: null };
}

/** A page of what a search finds. An invalid cursor means the first page. */
export async function searchProducts(
  ctx: Ctx,
  read: ReadSearch,
  { sort, limit, after }: { sort: SearchSort; limit: number; after: string | null },
): Promise<Page<BrowsedProduct>> {
  if (!read.isIndexed) {
    const byName = sort === 'relevance' ? 'newest' : sort;
    return browseProducts(ctx, { filter: withName(read.asked), sort: byName, limit, after });
  }
  if (!read.finds) return { items: [], next: null };
  const { filter, name, from } = await continued(ctx, read, sort, after);
  const newest = sort === 'relevance' ? await rankedOf(ctx, read, filter) : null;
  const rows = await selectFound(ctx.db, filter, sort, limit + 1, from, newest);
  const page = toPage(rows, limit, ({ sortValue, id }) => [name, sortValue, id]);
  const items = page.items.map((row) => withListVariant(toDetail(row), filter, row.fitting));
  return { items, next: page.next };
}

/** The hits that PostgreSQL ranks: the same ones for every page of a list. */
async function rankedOf(ctx: Ctx, { newest }: ReadSearch, filter: SearchFilter) {
  if (filter.found !== null || filter.text === null) return null;
  return newest ?? (await selectNewest(ctx.db, filter, MOST_RANKED));
}

/** The name of the sort by relevance in cursors of lists that an engine ranked. */
const BY_ENGINE = 'engine';

/**
 * Where a list goes on. One that PostgreSQL ranked is continued by PostgreSQL. One of an engine that
 * is gone continues after the same product, as PostgreSQL ranks it.
 */
async function continued(ctx: Ctx, read: ReadSearch, sort: SearchSort, after: string | null) {
  const type = sortTypeOf(sort);
  const own = readSortedCursor(after, sort, type);
  if (sort !== 'relevance') {
    return { filter: (await hitsOfList(ctx, read, sort)).filter, name: sort, from: own };
  }
  const { filter } = own ? withoutHits(read) : await hitsOfList(ctx, read, sort);
  if (own) return { filter, name: sort, from: own };
  const ofEngine = readSortedCursor(after, BY_ENGINE, type);
  if (filter.found !== null) return { filter, name: BY_ENGINE, from: ofEngine };
  const value = ofEngine && (await selectScore(ctx.db, filter, ofEngine.id));
  return { filter, name: sort, from: value ? { value, id: ofEngine.id } : null };
}

/** Whether a cursor is one that `searchProducts` returned for this sort. */
export function isCursorOf(after: string, sort: SearchSort): boolean {
  const type = sortTypeOf(sort);
  const ofEngine = sort === 'relevance' && readSortedCursor(after, BY_ENGINE, type) !== null;
  return ofEngine || readSortedCursor(after, sort, type) !== null;
}

function withName({ q, filter }: ReadSearch['asked']): ListedFilter {
  return { ...filter, name: q };
}

/** How many products a search finds; stops at `most`. */
export async function countFoundProducts(
  ctx: Ctx,
  read: ReadSearch,
  most: number,
): Promise<number> {
  if (!read.isIndexed) return countMatchingUpTo(ctx, withName(read.asked), most);
  if (!read.finds) return 0;
  const { filter, hits } = await hitsOfList(ctx, read, 'relevance');
  if (hits && !hits.isWhole) return Math.min(hits.total, most);
  const total = read.newest?.total ?? null;
  if (total !== null && filter.pinned.length === 0) return Math.min(total, most);
  return countFound(ctx.db, filter, most);
}

/**
 * A page of a category or collection. It uses the index where that has everything the filter needs,
 * so that it takes as long at a million products as at a thousand. Otherwise it uses the tables.
 */
export async function browseSection(
  ctx: Ctx,
  { filter, sort, limit, after }: Omit<ListQuery, 'filter'> & { filter: ProductFilter },
): Promise<Page<BrowsedProduct>> {
  if (sort === 'chosen' || !hasAllOf(filter)) {
    return browseProducts(ctx, { filter, sort, limit, after });
  }
  return searchProducts(ctx, await readSearch(ctx, { q: null, filter }), { sort, limit, after });
}

/** How many products `browseSection` has on all its pages; stops at `most`. */
export async function countInSection(
  ctx: Ctx,
  filter: ProductFilter,
  most: number,
): Promise<number> {
  if (!hasAllOf(filter)) return countMatchingUpTo(ctx, filter, most);
  return countFoundProducts(ctx, await readSearch(ctx, { q: null, filter }), most);
}

/**
 * A page of `browseSection`, and the number of `countInSection`. Up to `mostNamed` products with a
 * name are looked up by their ids.
 */
export async function browseWithTotal(
  ctx: Ctx,
  search: Omit<ListQuery, 'filter'> & { filter: ProductFilter },
  numbers: { most: number; mostNamed?: number },
): Promise<{ page: Page<BrowsedProduct>; count: number }> {
  if (!hasAllOf(search.filter)) return browseAndCount(ctx, search, numbers);
  const [page, count] = await Promise.all([
    browseSection(ctx, search),
    countInSection(ctx, search.filter, numbers.most),
  ]);
  return { page, count };
}

/** `productOptions` of a section. It uses the index where that has everything the filter needs. */
export async function sectionOptions(
  ctx: Ctx,
  scope: ProductFilter,
  most = MAX_COUNTED,
): Promise<ProductOptions> {
  const { filter, asked, isIndexed } = await readSearch(ctx, { q: null, filter: scope });
  if (!hasAllOf(scope) || !isIndexed) return productOptions(ctx, asked.filter, most);
  const lookedAt = Math.min(most, MAX_PRODUCTS_READ);
  return toOptions(ctx, await selectOptionsFound(ctx.db, filter, most, lookedAt));
}

// The index has no collections by hand, and finds names only by whole words or their beginnings.
function hasAllOf({ collection, name }: ListedFilter | ProductFilter): boolean {
  return collection === null && name === null;
}

export interface Suggestions {
  products: BrowsedProduct[];
  categories: { name: string; path: string }[];
  collections: { name: string; path: string }[];
  /** Pages of the shop, such as 'Returns'. */
  pages: { name: string; path: string }[];
  /** Searches that begin with what was typed. */
  queries: string[];
}

/** What a search that is being typed may mean. */
export async function suggest(ctx: Ctx, q: string): Promise<Suggestions> {
  const words = wordsOf(q);
  const last = words.at(-1);
  if (last === undefined || !(await hasIndex(ctx))) {
    return { products: [], categories: [], collections: [], pages: [], queries: [] };
  }
  const read = await readSearch(ctx, { q, filter: noFilter() }, SUGGESTED_HITS);
  const queries = read.corrected ? [read.corrected] : await completionsOf(ctx, words, read);
  const [first] = queries;
  // A text that finds nothing may be the start of one that does, such as a synonym.
  const products = await firstOf(
    ctx,
    read.finds || first === undefined
      ? read
      : await readSearch(ctx, { q: first, filter: noFilter() }, SUGGESTED_HITS),
  );
  const siteContent = await ctx.siteContent.read();
  const findsProducts = products.length > 0 && read.corrected === null;
  const pages = await findSitePages(ctx, siteContent, q, { findsProducts, isTyping: true });
  return {
    products,
    categories: siteContent.categories
      .filter(({ name }) =>
        fold(name)
          .split(' ')
          .some((word) => word.startsWith(last)),
      )
      .slice(0, SUGGESTED_CATEGORIES)
      .map(({ name, slug }) => ({ name, path: `/${slug}` })),
    collections: await collectionsNamed(ctx, last, SUGGESTED_COLLECTIONS),
    pages: pages.map(({ name, path }) => ({ name, path })),
    queries,
  };
}

async function firstOf(ctx: Ctx, read: ReadSearch): Promise<BrowsedProduct[]> {
  const page = { sort: 'relevance', limit: SUGGESTED_PRODUCTS, after: null } as const;
  return (await searchProducts(ctx, read, page)).items;
}

/** Searches that begin with what was typed. Those of several words are in one of its first hits. */
async function completionsOf(
  { db }: Ctx,
  words: readonly string[],
  { newest, hits }: ReadSearch,
): Promise<string[]> {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  if (before.length === 0) return selectCompletions(db, last, SUGGESTED_QUERIES);
  if (!mayBeStart(last)) return [];
  const ids = (newest ?? hits)?.ids.slice(0, HITS_OF_COMPLETIONS) ?? [];
  const endings = await selectCompletions(db, last, COMPLETIONS_TRIED);
  const found = await whichOccur(db, endings, ids);
  return found.slice(0, SUGGESTED_QUERIES).map((word) => [...before, word].join(' '));
}
