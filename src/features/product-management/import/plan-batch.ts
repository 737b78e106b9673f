/**
 * Decides what happens to the products of a batch: added, changed, unchanged, or refused with a
 * reason.
 */
import type { Tx } from '#db/client.ts';
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import { createPauses } from '#shared/pauses.ts';
import { type VariantOptions, variantName } from '#shared/variant-options.ts';
import { findSameOptions, MAX_VARIANTS } from '#shared/variant-rules.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { Ctx } from '../../context.ts';
import { resolveImages } from '../../images/images.ts';
import { MAX_CATEGORIES } from '../../merchandising/merchandising.schema.ts';
import { spelledTags, spellingsOf } from '../../merchandising/merchandising.ts';
import { whyPlain } from '../match-variants.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { isOrWillBeInShop } from '../product-status.schema.ts';
import type { Description } from '../rich-text.ts';
import { type MarkedRecord, selectMarkedRecords } from '../staff-product.store.ts';
import { lackingOf, neededWords } from '../status-columns.ts';
import { changesOf, type RecordChange } from '../write-records.ts';
import { chosenAmong, chosenIsGone } from './categories-now.ts';
import type { ImportChoices } from './choices.ts';
import { type CsvProduct, emptyVariant } from './csv-product.ts';
import { type NamedCategory, selectNamedCategories } from './import.store.ts';
import { type Match, matchProducts, type Owners } from './match-products.ts';
import { hasGivenOptions, mergeProduct } from './merge-product.ts';
import {
  descriptionOf,
  type FoundImages,
  fetchedDifferences,
  findRefusedImage,
  hostsOf,
  leftOutOf,
  storedIn,
  type WantedImages,
  wantedImages,
} from './plan-images.ts';
import { imagesOf, type ProductRows, skusOf, toRows } from './product-rows.ts';
import type { Descriptions } from './read-descriptions.ts';
import { findRelatable, type InFile, mergeRelated, type Relatable } from './related.ts';

/** A product of the file, and its time of creation if it is new. */
export interface WantedProduct {
  product: CsvProduct;
  createdAt: Date;
}

/**
 * The decision about a product. `leftOut` says which images it does not get, and why; `hosts` are
 * those of its images that stay on another host.
 */
export type Decision =
  | {
      outcome: 'new';
      rows: ProductRows;
      toFetch: WantedImages | null;
      leftOut: string[];
      hosts: string[];
      isUncategorised: boolean;
      /** The name of its category. */
      category: string;
    }
  | {
      outcome: 'changed';
      change: RecordChange;
      differences: Differences;
      /** The SKU that found the product, if its handle did not. */
      foundBy: string | null;
      toFetch: WantedImages | null;
      leftOut: string[];
      hosts: string[];
    }
  | { outcome: 'unchanged'; id: string; leftOut: string[]; hosts: string[] }
  | { outcome: 'refused'; reason: string };

/** The data that the decisions about a batch depend on. */
interface Found extends FoundImages {
  categories: NamedCategory[];
  /** How the name of each looks, in their order. */
  looks: string[];
  owners: Owners;
  matches: Match[];
  /** The records of the matches; null if existing products stay as they are. */
  records: Map<string, StaffProduct> | null;
  relatable: Relatable;
  /** How the tags of the batch are to be spelled. */
  spellings: ReadonlyMap<string, string>;
}

/** The data and functions that a batch gets from its caller. */
export interface PlanHelp {
  inFile: InFile;
  descriptions: Descriptions;
  /** Categories that the import adds. A dry run does not find them in the database. */
  newCategories: readonly NamedCategory[];
  /**
   * Locks products that change, and returns the ids of those that changed since they were read. If it
   * is null, nothing is locked or written.
   */
  lock: ((read: MarkedRecord[]) => Promise<string[]>) | null;
}

/** The decision about each product, in order. */
export async function planBatch(
  ctx: Ctx,
  tx: Tx,
  batch: WantedProduct[],
  choices: ImportChoices,
  { inFile, descriptions, newCategories, lock }: PlanHelp,
): Promise<Decision[]> {
  const products = batch.map(({ product }) => product);
  const categories = [...(await selectNamedCategories(tx)), ...newCategories];
  const { owners, matches } = await matchProducts(tx, products);
  const images = await resolveImages(ctx, tx, [...new Set(products.flatMap(imagesOf))]);
  const spellings = await spellingsOf(
    tx,
    products.flatMap(({ tags }) => tags),
  );
  const looks = categories.map(({ name }) => sameLook(name));
  const known = { categories, looks, owners, matches, images, descriptions, spellings };
  const idOf = (index: number) => {
    const match = matches[index];
    return match && 'id' in match ? match.id : undefined;
  };
  if (choices.existing === 'leave') {
    const relatable = { ids: new Map(), names: new Map(), inFile: new Set<string>() };
    return judgeAll(ctx, batch, choices, { ...known, records: null, relatable });
  }
  const ids = [...new Set(products.flatMap((_, index) => idOf(index) ?? []))];
  const marked = await selectMarkedRecords(tx, ids);
  const records = new Map([...marked].map(([id, { record }]) => [id, record]));
  const existing = products.filter((_, index) => records.has(idOf(index) ?? ''));
  const relatable = await findRelatable(tx, existing, records.values(), inFile);
  const found = { ...known, records, relatable };
  const decisions = await judgeAll(ctx, batch, choices, found);
  const changing = new Set(
    decisions.flatMap((one) => (one.outcome === 'changed' ? one.change.before.id : [])),
  );
  if (!lock || changing.size === 0) return decisions;
  const stale = await lock([...changing].flatMap((id) => marked.get(id) ?? []));
  if (stale.length === 0) return decisions;
  // Staff or orders have changed them since they were read.
  for (const [id, { record }] of await selectMarkedRecords(tx, stale)) records.set(id, record);
  return judgeAll(ctx, batch, choices, found);
}

async function judgeAll(
  ctx: Ctx,
  batch: WantedProduct[],
  choices: ImportChoices,
  found: Found,
): Promise<Decision[]> {
  const { matches, records } = found;
  const pause = createPauses();
  // In a file without handles, several rows may belong to one product.
  const changed = new Map<string, StaffProduct>();
  const judge = (wanted: WantedProduct, index: number): Decision => {
    const match = matches[index] ?? { none: true };
    if ('refused' in match) return { outcome: 'refused', reason: match.refused };
    const isNew = !('id' in match);
    const refused =
      findUnknownCategory(wanted.product, found) ??
      findRefusedImage(wanted.product, found, { ...choices, isNew });
    if (!('id' in match)) {
      const reason = refused ?? whyNotNew(wanted.product, found.owners);
      return reason ? { outcome: 'refused', reason } : judgeNew(ctx, wanted, choices, found);
    }
    if (!records) return { outcome: 'unchanged', id: match.id, leftOut: [], hosts: [] };
    if (refused) return { outcome: 'refused', reason: refused };
    const before = records.get(match.id);
    if (!before) return { outcome: 'refused', reason: 'The product has just been removed.' };
    const earlier = changed.get(match.id) ?? before;
    const decision = judgeExisting(wanted.product, earlier, choices, found);
    if (decision.outcome !== 'changed') return decision;
    changed.set(match.id, decision.change.after);
    return { ...decision, foundBy: match.sku };
  };
  const decisions: Decision[] = [];
  for (const [index, wanted] of batch.entries()) {
    decisions.push(judge(wanted, index));
    await pause();
  }
  return decisions;
}

function whyNotNew(product: CsvProduct, { former, live }: Owners): string | null {
  const { handle, title, variants, status } = product;
  if (!handle) {
    const sku = variants[0]?.sku ?? '';
    return `No product has the SKU "${sku}", and a new one needs a name.`;
  }
  const isPriced = variants.length > 0 && variants.every(({ priceMinor }) => priceMinor !== null);
  if (!isPriced && isOrWillBeInShop(status)) {
    return 'It is not in the shop. New products need a price, except drafts.';
  }
  if (!title) return 'It is not in the shop, and a new product needs a Title.';
  const taken = product.formerHandles.find((one) => former.has(one) || live.has(one));
  if (taken !== undefined) return `Its former address "${taken}" is another product's.`;
  const skus = skusOf(product);
  const after = variants.map((variant, index) => ({
    ...variant,
    sku: skus[index] ?? '',
    archived: variant.isArchived,
  }));
  return whyPlain([], after) ?? whyAlike(after);
}

/** Why variants can't be told apart; null if they can. */
function whyAlike(variants: VariantOptions[]): string | null {
  const same = findSameOptions(variants);
  if (!same) return null;
  const name = variantName(same) || 'a variant without a size, colour or other option';
  return `It would have ${name} twice.`;
}

function judgeNew(
  ctx: Ctx,
  { product, createdAt }: WantedProduct,
  choices: ImportChoices,
  found: Found,
): Decision {
  const named = findCategory(found, product);
  const category = named ?? chosenAmong(found.categories, choices);
  if (!category) return { outcome: 'refused', reason: chosenIsGone(choices) };
  const storedAt = storedIn(found);
  const { currency } = ctx.shop;
  const description = descriptionOf(product, found) ?? nothingSaid;
  const { uncounted } = choices;
  const more = { categoryId: category.id, currency, createdAt, storedAt, description, uncounted };
  const rows = toRows(withVariants(withSpelledTags(product, found)), more);
  const ids = rows.variants.map(({ id }) => id);
  const toFetch = wantedImages(product, [], ids, choices, found);
  const images = { leftOut: leftOutOf(product, found), hosts: hostsOf(product, choices, found) };
  const isUncategorised = named === undefined;
  return { outcome: 'new', rows, toFetch, ...images, isUncategorised, category: category.name };
}

/** A product needs one variant at least. The rows of a draft without a price may have none. */
function withVariants(product: CsvProduct): CsvProduct {
  return product.variants.length > 0 ? product : { ...product, variants: [emptyVariant()] };
}

function withSpelledTags(product: CsvProduct, { spellings }: Found): CsvProduct {
  return { ...product, tags: spelledTags(product.tags, spellings) };
}

const nothingSaid: Description = { descriptions: '', descriptionHtml: '', images: [] };

function judgeExisting(
  product: CsvProduct,
  before: StaffProduct,
  choices: ImportChoices,
  found: Found,
): Decision {
  const description = descriptionOf(product, found);
  const { after, variantIds } = mergeProduct(before, withSpelledTags(product, found), {
    category: findCategory(found, product)?.name,
    storedAt: storedIn(found),
    description,
    uncounted: choices.uncounted,
  });
  const reason = whyNotMerged(before, after) ?? whyUnclear(before, after, product);
  if (reason) return { outcome: 'refused', reason };
  const change: RecordChange = { before, after };
  const changed = changesOf(change);
  const differences = { ...changed };
  const toFetch = wantedImages(product, before.images, variantIds, choices, found);
  if (toFetch) {
    Object.assign(differences, fetchedDifferences(before, toFetch, storedIn(found)));
  }
  // `linkRelated` writes these when the whole file is imported.
  const { difference } = mergeRelated(before, product, found.relatable);
  if (difference) differences.related = difference;
  const more = { leftOut: leftOutOf(product, found), hosts: hostsOf(product, choices, found) };
  if (Object.keys(differences).length === 0)
    return { outcome: 'unchanged', id: before.id, ...more };
  const { descriptions, descriptionHtml } = before;
  if (typeof toFetch?.description === 'string' && !description?.isWhole) {
    // Until the images of the next description are fetched, the product keeps the one that it has.
    change.after = { ...after, descriptions, descriptionHtml };
  } else change.changed = changed;
  return { outcome: 'changed', change, differences, foundBy: null, toFetch, ...more };
}

function whyNotMerged(before: StaffProduct, after: StaffProduct): string | null {
  const isGrown = after.variants.length > before.variants.length;
  if (isGrown && after.variants.length > MAX_VARIANTS) {
    return `With those that it has, it would have more than ${MAX_VARIANTS} variants.`;
  }
  const unclear = whyPlain(before.variants, after.variants) ?? whyAlike(after.variants);
  if (unclear) return unclear;
  // Other products may be imported without details.
  const isLenient = before.status !== 'draft';
  const lacks = lackingOf(after).filter((one) => one !== 'details' || !isLenient);
  const needed = neededWords(lacks);
  return needed && `${needed} needed before it is active or scheduled.`;
}

/** Why a variant of the file may be several of the shop; null if none is. */
function whyUnclear(
  before: StaffProduct,
  after: StaffProduct,
  { given, optionsNotGiven }: CsvProduct,
): string | null {
  if (!given.has('options') || optionsNotGiven.size === 0) return null;
  const added = after.variants.slice(before.variants.length);
  const unclear = added.find((one) =>
    before.variants.some((old) => hasGivenOptions(old, one, optionsNotGiven)),
  );
  if (!unclear) return null;
  return `The file does not say which variant ${variantName(unclear)} is. Please add a column for the other options.`;
}

/** The category that a file names. In files of other shops, the type or a tag may name it. */
function findCategory(
  { categories, looks }: Pick<Found, 'categories' | 'looks'>,
  product: CsvProduct,
): NamedCategory | undefined {
  const { category, categories: others, type, tags } = product;
  const said = (category ? [category] : [...others, type, ...tags]).map(sameLook);
  return categories[looks.findIndex((look) => said.includes(look))];
}

function findUnknownCategory(product: CsvProduct, found: Found): string | null {
  if (!product.category || findCategory(found, product)) return null;
  const names = found.categories.map(({ name }) => name).join(', ');
  const isFull = found.categories.length >= MAX_CATEGORIES;
  const noMore = isFull ? ' It can have no more.' : '';
  return `There is no category "${product.category}". The shop has: ${names}.${noMore}`;
}

/** The reason of a refusal, as the report of an import names it. */
export function reasonFor(
  { handle }: Pick<CsvProduct, 'handle'>,
  message: string | AppError,
): string {
  const text = message instanceof AppError ? message.message : message;
  return handle ? `${handle}: ${text}` : text;
}
