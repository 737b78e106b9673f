/**
 * Owns what is sold: products, their variants and images, and the categories they are listed in.
 * Promises: a removed product is in no list and can't be bought, while past orders keep their
 * snapshot of it; the opening stock of every variant is a movement; staff changes are audited.
 */

import { brokenConstraint, inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { decodeTimeCursor, type Page, toPage } from '#shared/pagination.ts';
import { categoryNames } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';
import { type Actor, requireAdmin } from '../accounts/actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { keepImage } from '../images/images.ts';
import { recordOpeningStock } from '../inventory/inventory.ts';
import type { NewProduct, ProductCard, ProductDetail, ProductMark } from './catalog.schema.ts';
import {
  ensureCategories,
  insertProduct,
  markRemoved,
  type ProductRow,
  selectAddresses,
  selectEvery,
  selectListed,
  selectNames,
  selectOne,
  selectOtherCurrency,
  selectTakenSlugs,
} from './catalog.store.ts';
import { toDetail } from './product-view.ts';
import { slugify } from './slug.ts';

export { browseProducts, countMatching, countMatchingUpTo, productOptions } from './browse.ts';

/** How many products a tab of the home page shows, and how many offers. */
const SHELF_SIZE = 6;
const OFFER_COUNT = 3;
/** Rows per query while everything is streamed. */
const STREAM_BATCH = 500;
/** Products that are removed at once. */
const MOST_REMOVED = 100;

export interface ProductQuery {
  category?: string | undefined;
  q?: string | undefined;
  /** 1 to 100. */
  limit: number;
  /** The cursor that the page before gave as `next`. */
  after?: string | null | undefined;
}

/** Listed products, newest first. */
export async function listProducts(ctx: Ctx, query: ProductQuery): Promise<Page<ProductDetail>> {
  const after = decodeTimeCursor(query.after);
  const rows = await selectListed(ctx.db, query, query.limit + 1, after);
  const page = toPage(rows, query.limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: page.items.map(toDetail), next: page.next };
}

/** Every listed product, a batch at a time, so memory stays flat however many there are. */
export async function* streamProducts(ctx: Ctx): AsyncGenerator<ProductDetail> {
  let after: { createdAt: string; id: string } | null = null;
  do {
    const rows: ProductRow[] = await selectListed(ctx.db, {}, STREAM_BATCH, after);
    yield* rows.map(toDetail);
    const last = rows.at(-1);
    after =
      rows.length === STREAM_BATCH && last
        ? { createdAt: last.createdAt.toISOString(), id: last.id }
        : null;
  } while (after);
}

/**
 * Cuts the list of products into parts of `size`: for each part the product that it comes after,
 * null for the first one. Always one part at least.
 */
export async function sitemapParts(ctx: Ctx, size: number): Promise<(ProductMark | null)[]> {
  return [null, ...(await selectEvery(ctx.db, size))];
}

/** The addresses of up to `count` listed products after that one, a batch at a time. */
export async function* streamAddresses(
  ctx: Ctx,
  start: ProductMark | null,
  count: number,
): AsyncGenerator<{ slug: string; updatedAt: Date }> {
  let after = start;
  for (let left = count; left > 0; left -= STREAM_BATCH) {
    const rows = await selectAddresses(ctx.db, Math.min(left, STREAM_BATCH), after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < STREAM_BATCH) return;
    after = { createdAt: last.createdAt.toISOString(), id: last.id };
  }
}

/** One listed product by id or slug; 404 otherwise. */
export async function getProduct(ctx: Ctx, idOrSlug: string): Promise<ProductDetail> {
  // No text with a NUL in it can be kept, so it is nothing's name.
  const row = idOrSlug.includes('\0') ? undefined : await selectOne(ctx.db, idOrSlug);
  if (!row) throw new AppError('not_found', 'That product is not in the shop.');
  return toDetail(row);
}

/** The home page's tabs: the newest products of each category. */
export async function homeShelves(
  ctx: Ctx,
): Promise<{ category: string; products: ProductCard[] }[]> {
  return Promise.all(
    ctx.shop.categories.map(async ({ name }) => ({
      category: name,
      products: (await selectListed(ctx.db, { category: name }, SHELF_SIZE, null)).map(toDetail),
    })),
  );
}

/** The home page's offers: the newest products of the offer category. */
export async function newestOffers(ctx: Ctx): Promise<ProductCard[]> {
  const offers = { category: ctx.shop.offerCategory };
  return (await selectListed(ctx.db, offers, OFFER_COUNT, null)).map(toDetail);
}

/**
 * Puts a product on sale (admin). Without variants it gets one, with the given or the configured
 * starting quantity. Refuses unknown categories and images from hosts that are not configured.
 */
export async function addProduct(
  ctx: Ctx,
  actor: Actor,
  input: NewProduct,
): Promise<ProductDetail> {
  const admin = requireAdmin(actor);
  const product = { ...input, imageUrls: input.img ? [{ url: input.img, alt: input.name }] : [] };
  const id = await inTransaction(ctx.db, async (tx) => {
    const slug = await freeSlug(tx, input.name);
    const productId = await createProduct(ctx, tx, admin.id, { ...product, slug });
    await recordAudit(tx, admin.id, 'product.add', productId, { name: input.name });
    return productId;
  });
  return getProduct(ctx, id);
}

/** What `createProduct` needs beside the form's fields. */
export interface ProductToCreate extends Omit<NewProduct, 'img'> {
  slug: string;
  imageUrls: { url: string; alt: string }[];
  /** Images of single variants, by SKU. */
  variantImages?: Map<string, string>;
  createdAt?: Date;
}

/** Writes a product with variants, images and opening stock inside the caller's transaction. */
export async function createProduct(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  input: ProductToCreate,
): Promise<string> {
  requireKnownCategory(ctx, input.category);
  const kept = new Map<string, string>();
  for (const url of [
    ...input.imageUrls.map((image) => image.url),
    ...(input.variantImages?.values() ?? []),
  ]) {
    if (!kept.has(url)) kept.set(url, await keepImage(ctx, tx, url));
  }
  const id = newId('prd');
  const createdAt = input.createdAt ?? ctx.now();
  const asked = input.variants ?? [{ inventory: input.inventory ?? ctx.shop.startingInventory }];
  const variantRows = asked.map((variant, position) => ({
    id: newId('var'),
    productId: id,
    sku: variant.sku ?? defaultSku(id, position),
    size: variant.size ?? null,
    color: variant.color ?? null,
    priceMinor: variant.price ?? null,
    onHand: variant.inventory,
    imageUrl: kept.get(input.variantImages?.get(variant.sku ?? '') ?? '') ?? null,
    position,
  }));
  const imageRows = input.imageUrls.map(({ url, alt }, position) => ({
    id: newId('img'),
    productId: id,
    position,
    url: kept.get(url) ?? url,
    alt,
  }));
  const product = {
    id,
    slug: input.slug,
    name: input.name,
    category: input.category,
    priceMinor: input.price,
    currency: ctx.shop.currency,
    descriptions: input.descriptions,
    gender: input.gender,
    createdAt,
    updatedAt: createdAt,
  };
  try {
    await insertProduct(tx, product, variantRows, imageRows);
  } catch (error) {
    throw asRefusal(error);
  }
  await recordOpeningStock(tx, variantRows, actorId, createdAt);
  return id;
}

/** Takes a product out of the shop (admin). The second time nothing is left to remove. */
export async function removeProduct(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  const { deletedCount } = await removeProducts(ctx, actor, [id]);
  return { deletedCount };
}

/** Takes products out of the shop (admin); `notRemoved` names those that were gone already. */
export async function removeProducts(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<{ deletedCount: number; notRemoved: string[] }> {
  const admin = requireAdmin(actor);
  if (ids.length > MOST_REMOVED) {
    throw new AppError(
      'invalid_request',
      `Please remove at most ${MOST_REMOVED} products at a time.`,
    );
  }
  return inTransaction(ctx.db, async (tx) => {
    const gone: string[] = [];
    let deletedCount = 0;
    // In one order everywhere, so that two admins at once wait for each other and no longer.
    for (const id of [...new Set(ids)].sort()) {
      const removed = await markRemoved(tx, id, ctx.now());
      if (removed > 0) await recordAudit(tx, admin.id, 'product.remove', id, {});
      else gone.push(id);
      deletedCount += removed;
    }
    const names = await selectNames(tx, gone);
    return { deletedCount, notRemoved: gone.map((id) => names.get(id) ?? 'An unknown product') };
  });
}

/** Makes the categories of `shop.config.ts` known to the database; run at every start. */
export async function syncCategories(ctx: Ctx): Promise<void> {
  await ensureCategories(ctx.db, categoryNames(ctx.shop));
}

/**
 * Refuses to start on products in another currency, whose prices would be taken for amounts of this
 * one.
 */
export async function requireOneCurrency({ db, shop: { currency } }: Ctx): Promise<void> {
  const other = await selectOtherCurrency(db, currency);
  if (other === null) return;
  throw new StartError(
    `shop.config.ts: currency is ${currency}, but the products of this database are priced in ${other}. Write ${other} there again, or set DATABASE_URL or DATA_DIR to a new database.`,
  );
}

function requireKnownCategory(ctx: Ctx, category: string): void {
  const known = categoryNames(ctx.shop);
  if (!known.includes(category)) {
    throw new AppError('invalid_request', `The category must be one of: ${known.join(', ')}.`);
  }
}

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const base = slugify(name);
  const wanted = [base, ...Array.from({ length: 50 }, (_, i) => `${base}-${i + 2}`)];
  const taken = await selectTakenSlugs(tx, wanted);
  return wanted.find((slug) => !taken.has(slug)) ?? `${base}-${newId('prd').slice(-8)}`;
}

function defaultSku(productId: string, position: number): string {
  return `${productId.slice(-10).toUpperCase()}-${position + 1}`;
}

function asRefusal(error: unknown): unknown {
  const refusals: Record<string, string> = {
    variants_sku_unique: 'That SKU belongs to another product.',
    variants_options: 'Two variants have the same size and colour.',
    products_slug_live: 'Another product has just taken that address. Please try again.',
  };
  const message = refusals[brokenConstraint(error) ?? ''];
  return message ? new AppError('invalid_request', message, { cause: error }) : error;
}
