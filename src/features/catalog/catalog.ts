/**
 * Owns what is sold: products, their variants and images, and the categories that list them.
 * Promises: a removed product is in no list. `product-management/` adds and removes products.
 */

import { decodeTimeCursor, type Page, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import { StartError } from '#shared/start-error.ts';
import type { Ctx } from '../context.ts';
import type { Category } from '../site-content.ts';
import type { ProductCard, ProductDetail, ProductMark, ProductOnPage } from './catalog.schema.ts';
import {
  type ProductRow,
  selectAddresses,
  selectEvery,
  selectListed,
  selectListedByIds,
  selectOne,
  selectOtherCurrency,
} from './catalog.store.ts';
import { toDetail } from './product-view.ts';

export {
  browseProducts,
  MAX_COUNTED,
} from './browse.ts';
export { selectCategoryNames } from './category-names.ts';
export { collectionPaths, findCollection } from './collections.ts';
export { familyOf, groupColors } from './color-families.ts';
export { setUpCategories } from './first-categories.ts';
export { FIRST_SYNONYMS } from './first-synonyms.ts';
export { spreadOf } from './price-buckets.ts';
export { bringIndexUpToDate, missingExtensions, rebuildIndex } from './search/build-index.ts';
export { facetsOf, sectionFacets } from './search/facets.ts';
export { bringEngineUpToDate, ENGINE_LOCK, refillEngine } from './search/feed-engine.ts';
export {
  browseWithCounts,
  countFoundWithFacets,
  countSectionWithFacets,
  searchWithCounts,
} from './search/list-and-counts.ts';
export { whichAreOwnWords } from './search/own-words.ts';
export {
  browseWithTotal,
  countInSection,
  isCursorOf,
  type ReadSearch,
  readSearch,
  searchProducts,
  sectionOptions,
} from './search/search.ts';
export { fold, searchKey, wordsOf } from './search/search-text.ts';
export { findSitePages, pathOfPageAbout } from './search/site-pages.ts';
export { wordsQuery } from './search/text-query.ts';
export { createSiteContentReader } from './site-content.ts';

/** How many products a tab of the home page shows, and how many offers. */
const SHELF_SIZE = 6;
const OFFER_COUNT = 3;
/**
 * Rows per query while streaming: products, and addresses. Nothing else runs while a batch of
 * products is put together, some 50 µs each.
 */
const PRODUCT_BATCH = 100;
const ADDRESS_BATCH = 500;

export interface ProductQuery {
  /** The name of a category. */
  category?: string | undefined;
  /** 1 to 100. */
  limit: number;
  /** The cursor that the previous page returned as `next`. */
  after?: string | null | undefined;
}

/** Listed products, newest first. */
export async function listProducts(ctx: Ctx, query: ProductQuery): Promise<Page<ProductDetail>> {
  const after = decodeTimeCursor(query.after);
  const rows = await selectListed(ctx.db, query, query.limit + 1, after);
  const page = toPage(rows, query.limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: page.items.map(toDetail), next: page.next };
}

/**
 * Streams every listed product in batches, so the memory in use does not grow with their number.
 */
export async function* streamProducts(ctx: Ctx): AsyncGenerator<ProductDetail> {
  let after: { createdAt: string; id: string } | null = null;
  do {
    const rows: ProductRow[] = await selectListed(ctx.db, {}, PRODUCT_BATCH, after);
    yield* rows.map(toDetail);
    const last = rows.at(-1);
    after =
      rows.length === PRODUCT_BATCH && last
        ? { createdAt: last.createdAt.toISOString(), id: last.id }
        : null;
  } while (after);
}

/**
 * Splits the list of products into parts of `size`. Returns for each part the product before it;
 * null for the first. There is always at least one part.
 */
export async function sitemapParts(ctx: Ctx, size: number): Promise<(ProductMark | null)[]> {
  return [null, ...(await selectEvery(ctx.db, size))];
}

/** Streams the addresses of up to `count` listed products after the given one, in batches. */
export async function* streamAddresses(
  ctx: Ctx,
  start: ProductMark | null,
  count: number,
): AsyncGenerator<{ slug: string; updatedAt: Date }> {
  let after = start;
  for (let left = count; left > 0; left -= ADDRESS_BATCH) {
    const rows = await selectAddresses(ctx.db, Math.min(left, ADDRESS_BATCH), after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ADDRESS_BATCH) return;
    after = { createdAt: last.createdAt.toISOString(), id: last.id };
  }
}

/** A listed product by id, slug or a slug that it had before; 404 otherwise. */
export async function getProduct(ctx: Ctx, idOrSlug: string): Promise<ProductOnPage> {
  // PostgreSQL stores no text with a NUL in it, so no product has this name.
  const row = idOrSlug.includes('\0') ? undefined : await selectOne(ctx.db, idOrSlug);
  if (!row) throw new AppError('not_found', 'That product is not in the shop.');
  const { descriptionHtml, brand, zoomable, isFinalSale, relatedIds } = row;
  const { seoTitle, seoDescription } = row;
  const onPage = { descriptionHtml, brand, zoomable, isFinalSale, relatedIds };
  return { ...toDetail(row), ...onPage, seoTitle, seoDescription };
}

/** Those of these products that can be bought now, in the same order. */
export async function buyableProducts(ctx: Ctx, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await selectListedByIds(ctx.db, ids);
  const byId = new Map(rows.map((row) => [row.id, toDetail(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []).filter(({ soldOut }) => !soldOut);
}

/** Whether a product was found by a slug that it had before. */
export function isFormerSlug({ id, slug }: ProductCard, idOrSlug: string): boolean {
  return idOrSlug !== id && idOrSlug !== slug;
}

/** A tab of the home page: the newest products of a category. */
export function newestOf(ctx: Ctx, category: Category): Promise<ProductCard[]> {
  return newest(ctx, category, SHELF_SIZE);
}

/** The home page's offers: the newest products of the category that has them. */
export function newestOffers(ctx: Ctx, category: Category): Promise<ProductCard[]> {
  return newest(ctx, category, OFFER_COUNT);
}

async function newest(ctx: Ctx, { id }: Category, count: number): Promise<ProductCard[]> {
  return (await selectListed(ctx.db, { categoryId: id }, count, null)).map(toDetail);
}

/**
 * Refuses to start when products have another currency, because their prices would be read as
 * amounts of this one.
 */
export async function requireOneCurrency({ db, shop: { currency } }: Ctx): Promise<void> {
  const other = await selectOtherCurrency(db, currency);
  if (other === null) return;
  throw new StartError(
    `shop.config.ts: currency is ${currency}, but the products of this database are priced in ${other}. Write ${other} there again, or set DATABASE_URL or DATA_DIR to a new database.`,
  );
}
