/** Inserts products of a file in one transaction, and tells what becomes of each. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import { markImagesUsed, resolveImages, resolveShownImages } from '../../images/images.ts';
import { recordOpeningStock } from '../../inventory/inventory.ts';
import { type Description, imagesIn, isTooLong, toDescription } from '../description.ts';
import { asRefusal, skuTaken } from '../refusals.ts';
import { insertProducts, selectSkuOwners, selectSlugOwners } from './import.store.ts';
import { imagesOf, type ProductRows, skusOf, toRows } from './product-rows.ts';
import type { CsvProduct } from './read-csv.ts';

/** A product of the file, with what the file leaves to the shop. */
export interface WantedProduct {
  product: CsvProduct;
  category: string;
  createdAt: Date;
}

/** What became of a product; an error is the reason why it was refused. */
export type Outcome = 'added' | 'unchanged' | AppError;

/** Who imports, and the least id of the products that this import adds. */
interface Import {
  actor: string;
  firstId: string;
}

/** What the shop has already, or the batch so far, of what only one product can have. */
interface Taken {
  /** The description of each product of the batch. */
  descriptions: Map<CsvProduct, Description | AppError>;
  slugs: Map<string, string>;
  skus: Map<string, { slug: string; isArchived: boolean }>;
  images: Map<string, string | AppError>;
}

/** One transaction for all; when the database refuses that, one for each product. */
export async function insertBatch(
  ctx: Ctx,
  batch: WantedProduct[],
  run: Import,
): Promise<Outcome[]> {
  try {
    return await inTransaction(ctx.db, (tx) => insertAll(ctx, tx, batch, run));
  } catch (error) {
    const refusal = asRefusal(error);
    if (!(refusal instanceof AppError)) throw error;
    if (batch.length === 1) return [refusal];
  }
  const outcomes: Outcome[] = [];
  for (const wanted of batch) outcomes.push(...(await insertBatch(ctx, [wanted], run)));
  return outcomes;
}

async function insertAll(
  ctx: Ctx,
  tx: Tx,
  batch: WantedProduct[],
  run: Import,
): Promise<Outcome[]> {
  const taken = await findTaken(ctx, tx, batch);
  const accepted: ProductRows[] = [];
  const outcomes = batch.map((wanted): Outcome => {
    const outcome = judge(wanted.product, taken, run);
    if (outcome === 'added') accepted.push(accept(ctx, wanted, taken));
    return outcome;
  });
  const shown = accepted.flatMap(({ images, descriptionImages, variants }) => [
    ...images.map(({ url }) => url),
    ...descriptionImages.map(({ url }) => url),
    ...variants.flatMap(({ imageUrl }) => imageUrl ?? []),
  ]);
  await markImagesUsed(ctx, tx, [...new Set(shown)]);
  await insertProducts(tx, accepted);
  const added = accepted.flatMap(({ variants }) => variants);
  await recordOpeningStock(tx, added, run.actor, ctx.now());
  return outcomes;
}

async function findTaken(ctx: Ctx, tx: Tx, batch: WantedProduct[]): Promise<Taken> {
  const products = batch.map(({ product }) => product);
  const slugs = products.flatMap(({ handle, formerHandles }) => [
    slugify(handle),
    ...formerHandles,
  ]);
  const images = [...new Set(products.flatMap(imagesOf))];
  return {
    slugs: await selectSlugOwners(tx, slugs),
    skus: await selectSkuOwners(tx, products.flatMap(skusOf)),
    images: await resolveImages(ctx, tx, images),
    descriptions: await readDescriptions(ctx, tx, products),
  };
}

/** The descriptions of these products, or why one is refused. */
async function readDescriptions(
  ctx: Ctx,
  tx: Tx,
  products: CsvProduct[],
): Promise<Taken['descriptions']> {
  const urls = new Set<string>();
  for (const { body } of products) {
    for (const url of isTooLong(body) ? [] : await imagesIn(body)) urls.add(url);
  }
  const images = await resolveShownImages(ctx, tx, [...urls], new Set());
  const read: Taken['descriptions'] = new Map();
  for (const product of products) {
    const description = toDescription(product.body, images).catch(asAppError);
    read.set(product, await description);
  }
  return read;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** What becomes of a product, after those before it in the batch. */
function judge(product: CsvProduct, taken: Taken, { firstId }: Import): Outcome {
  const slug = slugify(product.handle);
  const owners = skusOf(product).map((sku) => taken.skus.get(sku));
  if (product.status === 'archived') {
    // Archived products may share a slug. They are told apart by their SKUs.
    if (owners.some((owner) => owner?.isArchived && owner.slug === slug)) return 'unchanged';
  } else {
    const owner = taken.slugs.get(slug);
    if (owner !== undefined && owner < firstId) return 'unchanged';
    if (owner !== undefined)
      return refusal(`Another product has just taken the address "${slug}".`);
  }
  const former = product.formerHandles.find((one) => taken.slugs.has(one));
  if (former !== undefined) return refusal(`Its former address "${former}" is another product's.`);
  for (const url of imagesOf(product)) {
    const address = taken.images.get(url);
    if (address instanceof AppError) return address;
  }
  const description = taken.descriptions.get(product);
  if (description instanceof AppError) return description;
  const skus = skusOf(product);
  const known = skus.find((sku, index) => taken.skus.has(sku) || skus.indexOf(sku) < index);
  return known === undefined ? 'added' : refusal(skuTaken(known));
}

function accept(
  ctx: Ctx,
  { product, category, createdAt }: WantedProduct,
  taken: Taken,
): ProductRows {
  const stored = new Map(
    imagesOf(product).map((url) => [url, String(taken.images.get(url) ?? url)] as const),
  );
  const description = taken.descriptions.get(product);
  if (!description || description instanceof AppError) throw new Error('It was refused.');
  const { currency } = ctx.shop;
  const rows = toRows(product, { category, currency, createdAt, stored, description });
  const { id, slug, status } = rows.product;
  if (status !== 'archived') taken.slugs.set(slug, id);
  for (const former of rows.formerSlugs) taken.slugs.set(former.slug, id);
  for (const { sku } of rows.variants) {
    taken.skus.set(sku, { slug, isArchived: status === 'archived' });
  }
  return rows;
}

function refusal(message: string): AppError {
  return new AppError('invalid_request', message);
}
