/** Decides what becomes of products of a file: new ones, changes, or a reason why not. */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import { type ImageChoice, resolveImages } from '../../images/images.ts';
import type { Differences } from '../differences.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { skuTaken } from '../refusals.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { changesOf, type RecordChange } from '../write-records.ts';
import type { CsvProduct } from './csv-product.ts';
import {
  type NamedCategory,
  selectNamedCategories,
  selectSkuOwners,
  selectSlugOwners,
} from './import.store.ts';
import { mergeProduct } from './merge-product.ts';
import { imagesOf, type ProductRows, skusOf, toRows } from './product-rows.ts';

/** How an import treats what the file leaves to the shop. */
export interface ImportChoices {
  /** The name of the category of new products that name none and whose type and tags are none. */
  category: string;
  /** Whether products that the shop has get what the file says, or stay as they are. */
  existing: 'update' | 'leave';
  /** Whether images are fetched that are elsewhere; otherwise they are refused. */
  fetchesImages: boolean;
}

/** A product of the file, with the time at which a new one was added. */
export interface WantedProduct {
  product: CsvProduct;
  createdAt: Date;
}

/** The images of a product that have to be fetched before it can show them. */
export interface WantedImages {
  images: { url: string; alt: string }[];
  variants: { id: string; url: string }[];
}

/** What becomes of a product. */
export type Verdict =
  | { outcome: 'new'; rows: ProductRows; toFetch: WantedImages | null; isUncategorised: boolean }
  | {
      outcome: 'changed';
      change: RecordChange;
      differences: Differences;
      toFetch: WantedImages | null;
    }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: string };

/** What the shop has of what only one product can have. */
interface Taken {
  categories: NamedCategory[];
  live: Map<string, string>;
  former: Map<string, string>;
  skus: Map<string, string>;
  images: Map<string, ImageChoice>;
}

/**
 * The verdict for each product, in order. `lock` locks those that change; without it, nothing is
 * locked or written.
 */
export async function planBatch(
  ctx: Ctx,
  tx: Tx,
  batch: WantedProduct[],
  choices: ImportChoices,
  lock: ((ids: string[]) => Promise<void>) | null,
): Promise<Verdict[]> {
  const taken = await findTaken(ctx, tx, batch);
  const matches = batch.map(({ product }) => findMatch(product, taken));
  const ids = [...new Set(matches.flatMap((match) => ('id' in match ? match.id : [])))];
  if (choices.existing === 'leave') {
    return judgeAll(ctx, batch, choices, { taken, matches, records: null });
  }
  const records = await selectStaffProductsByIds(tx, ids);
  const verdicts = judgeAll(ctx, batch, choices, { taken, matches, records });
  const changing = verdicts.flatMap((one) =>
    one.outcome === 'changed' ? one.change.before.id : [],
  );
  if (!lock || changing.length === 0) return verdicts;
  // Staff or orders may have changed them since they were read.
  await lock([...new Set(changing)]);
  for (const [id, record] of await selectStaffProductsByIds(tx, changing)) records.set(id, record);
  return judgeAll(ctx, batch, choices, { taken, matches, records });
}

type Match = { id: string } | { refused: string } | { none: true };

function judgeAll(
  ctx: Ctx,
  batch: WantedProduct[],
  choices: ImportChoices,
  found: { taken: Taken; matches: Match[]; records: Map<string, StaffProduct> | null },
): Verdict[] {
  const { taken, matches, records } = found;
  // Several rows of a file without handles may be of one product.
  const changed = new Map<string, StaffProduct>();
  return batch.map((wanted, index): Verdict => {
    const match = matches[index] ?? { none: true };
    if ('refused' in match) return { outcome: 'refused', reason: match.refused };
    const refused =
      findUnknownCategory(wanted.product, taken) ??
      findRefusedImage(wanted.product, taken, choices);
    if (!('id' in match)) {
      const reason = refused ?? whyNotNew(wanted.product, taken);
      return reason ? { outcome: 'refused', reason } : judgeNew(ctx, wanted, choices, taken);
    }
    if (!records) return { outcome: 'unchanged' };
    if (refused) return { outcome: 'refused', reason: refused };
    const before = records.get(match.id);
    if (!before) return { outcome: 'refused', reason: 'The product has just been removed.' };
    const verdict = judgeExisting(wanted.product, changed.get(match.id) ?? before, taken);
    if (verdict.outcome === 'changed') changed.set(match.id, verdict.change.after);
    return verdict;
  });
}

async function findTaken(ctx: Ctx, tx: Tx, batch: WantedProduct[]): Promise<Taken> {
  const products = batch.map(({ product }) => product);
  const slugs = products.flatMap(({ handle, formerHandles }) =>
    handle ? [slugify(handle), ...formerHandles] : formerHandles,
  );
  const images = [...new Set(products.flatMap(imagesOf))];
  return {
    categories: await selectNamedCategories(tx),
    ...(await selectSlugOwners(tx, slugs)),
    skus: await selectSkuOwners(tx, products.flatMap(skusOf)),
    images: await resolveImages(ctx, tx, images),
  };
}

/**
 * The product of the shop that this one is: by its handle, also one that it gave up, else by its
 * SKUs. Archived products may share a handle, so they are told apart by their SKUs.
 */
function findMatch(product: CsvProduct, taken: Taken): Match {
  const slug = product.handle ? slugify(product.handle) : '';
  const isArchived = product.given.has('status') && product.status === 'archived';
  const byHandle = isArchived ? undefined : (taken.live.get(slug) ?? taken.former.get(slug));
  const owners = skusOf(product).map((sku) => ({ sku, id: taken.skus.get(sku) }));
  const known = owners.filter(({ id }) => id !== undefined);
  const id = byHandle ?? known[0]?.id;
  if (id === undefined) return { none: true };
  const other = known.find((owner) => owner.id !== id);
  return other ? { refused: skuTaken(other.sku) } : { id };
}

function findRefusedImage(
  product: CsvProduct,
  taken: Taken,
  { fetchesImages }: ImportChoices,
): string | null {
  for (const url of imagesOf(product)) {
    const choice = taken.images.get(url);
    if (choice && 'refused' in choice) return choice.refused.message;
    if (choice && 'toFetch' in choice && !fetchesImages) return choice.otherwise.message;
  }
  return null;
}

function whyNotNew(product: CsvProduct, { former, live }: Taken): string | null {
  const { handle, title, variants } = product;
  if (!handle) {
    const sku = variants[0]?.sku ?? '';
    return `No product has the SKU "${sku}", and a new one needs a name.`;
  }
  if (!title) return 'It is not in the shop, and a new product needs a Title.';
  if (variants.some(({ priceMinor }) => priceMinor === null)) {
    return 'It is not in the shop, and a new product needs a price.';
  }
  const taken = product.formerHandles.find((one) => former.has(one) || live.has(one));
  return taken === undefined ? null : `Its former address "${taken}" is another product's.`;
}

function judgeNew(
  ctx: Ctx,
  { product, createdAt }: WantedProduct,
  choices: ImportChoices,
  taken: Taken,
): Verdict {
  const named = findCategory(taken, product);
  const { id: categoryId } =
    named ?? taken.categories.find(({ name }) => name === choices.category) ?? {};
  if (categoryId === undefined) {
    const reason = `The category "${choices.category}" has just been renamed or removed.`;
    return { outcome: 'refused', reason };
  }
  const storedAt = storedIn(taken);
  const { currency } = ctx.shop;
  const rows = toRows(product, { categoryId, currency, createdAt, storedAt });
  const ids = rows.variants.map(({ id }) => id);
  const toFetch = wantedImages(product, ids, storedAt);
  return { outcome: 'new', rows, toFetch, isUncategorised: named === undefined };
}

function judgeExisting(product: CsvProduct, before: StaffProduct, taken: Taken): Verdict {
  const storedAt = storedIn(taken);
  const category = findCategory(taken, product)?.name;
  const after = mergeProduct(before, product, { category, storedAt });
  const change = { before, after };
  const differences = changesOf(change);
  const bySku = new Map(after.variants.map(({ sku, id }) => [sku, id]));
  const ids = skusOf(product).map((sku) => bySku.get(sku) ?? '');
  const toFetch = wantedImages(product, ids, storedAt);
  if (toFetch) {
    differences.images = [before.images, toFetch.images];
  }
  if (Object.keys(differences).length === 0) return { outcome: 'unchanged' };
  return { outcome: 'changed', change, differences, toFetch };
}

const storedIn =
  ({ images }: Taken) =>
  (url: string): string | undefined => {
    const choice = images.get(url);
    return choice && 'stored' in choice ? choice.stored : undefined;
  };

/** All images of the product, when one of them has to be fetched. */
function wantedImages(
  product: CsvProduct,
  variantIds: string[],
  storedAt: (url: string) => string | undefined,
): WantedImages | null {
  if (imagesOf(product).every((url) => storedAt(url) !== undefined)) return null;
  const variants = product.variants.flatMap(({ imageUrl }, index) =>
    imageUrl === null ? [] : [{ id: variantIds[index] ?? '', url: imageUrl }],
  );
  return { images: product.images, variants };
}

/** The category that a file names; in files of other shops, the one of the type or a tag. */
function findCategory({ categories }: Taken, product: CsvProduct): NamedCategory | undefined {
  const { category, categories: others, type, tags } = product;
  const said = (category ? [category] : [...others, type, ...tags]).map((word) =>
    word.toLowerCase(),
  );
  return categories.find(({ name }) => said.includes(name.toLowerCase()));
}

function findUnknownCategory(product: CsvProduct, taken: Taken): string | null {
  if (!product.category || findCategory(taken, product)) return null;
  const names = taken.categories.map(({ name }) => name).join(', ');
  return `There is no category "${product.category}". The shop has: ${names}.`;
}

/** The reason of a refusal, as the report of an import names it. */
export function reasonFor({ handle }: CsvProduct, message: string | AppError): string {
  const text = message instanceof AppError ? message.message : message;
  return handle ? `${handle}: ${text}` : text;
}
