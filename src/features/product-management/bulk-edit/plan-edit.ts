/** Applies a bulk edit to a product, or says why the product is left out. */
import type { Differences } from '#shared/differences.ts';
import { MAX_MINOR } from '#shared/parse-money.ts';
import { joinTags, MAX_PRODUCT_TAGS } from '#shared/tags.ts';
import { variantValue } from '#shared/variant-values.ts';
import type { SheetChange, SheetField, SheetProblem, SheetProduct } from '../bulk-edit.schema.ts';
import type { ProductEdit, StoredEdit, VariantEdit } from '../bulk-edit-input.schema.ts';
import { firstPrice, settledPrice } from '../first-price.ts';
import type { EditedProduct } from '../product-management.schema.ts';
import { problemOfUnits } from '../set-on-hand.ts';
import { comesToLack, neededWords } from '../status-columns.ts';
import { editOf } from './edit-of-change.ts';

/** A product with its whole edit, or the problems of that edit. */
export type PlannedEdit<P> =
  | { after: P; changes: SheetChange[]; problems?: never }
  | { problems: SheetProblem[]; after?: never; changes?: never };

type Found = Omit<SheetProblem, 'productId' | 'name'>;
type AmountKey = 'priceMinor' | 'compareAtMinor' | 'costMinor';

const amounts = [
  ['price', 'priceMinor'],
  ['compareAtPrice', 'compareAtMinor'],
  ['cost', 'costMinor'],
] as const satisfies [keyof VariantEdit, AmountKey][];

/** Applies an edit to the current state of a product: all of it, or nothing if a part is wrong. */
export function planEdit<P extends EditedProduct>(
  before: P,
  stored: StoredEdit,
  categories: ReadonlySet<string>,
): PlannedEdit<P> {
  const { id: productId, name } = before;
  const asProblems = (found: Found[]) => ({
    problems: found.map((one) => ({ productId, name, ...one })),
  });
  if (stored.version !== undefined && stored.version !== before.version) {
    const reason = 'Somebody changed it meanwhile.';
    return asProblems([{ sku: null, field: null, reason }]);
  }
  const edit = editOf(before, stored);
  const found = [...wrongFields(edit, categories), ...unknownVariants(before, edit)];
  let after = withFields(before, edit);
  for (const [field, key] of amounts) {
    const set = withAmounts(after, edit.variants, field, key);
    found.push(...set.found);
    after = set.after;
  }
  after = { ...after, priceMinor: settledPrice(after) };
  const stocked = withStock(after, edit.variants);
  found.push(...stocked.found);
  const needed = neededWords(comesToLack(before, after));
  if (needed) {
    found.push({ sku: null, field: 'status', reason: `${needed} needed before it is active.` });
  }
  if (found.length > 0) return asProblems(found);
  after = withLevels(stocked.after, edit.variants);
  return { after, changes: changesBetween(before, after) };
}

/** What a product is called that the shop does not have any more. */
export function nameOfGone(id: string): string {
  return `A product that was removed (${id})`;
}

/** A product as the sheet shows it: each variant with the amounts that customers get. */
export function toSheetProduct(product: EditedProduct): SheetProduct {
  const { id, name, version, status, category, tags } = product;
  const variants = product.variants
    .filter(({ archived }) => !archived)
    .map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      size: variant.size,
      color: variant.color,
      option: variant.option,
      priceMinor: variantValue(variant, product, 'priceMinor'),
      compareAtMinor: variantValue(variant, product, 'compareAtMinor'),
      costMinor: variantValue(variant, product, 'costMinor'),
      onHand: variant.available + variant.reserved,
      available: variant.available,
      lowStockAt: variant.lowStockAt,
    }));
  return { id, name, version, status, category, tags, variants };
}

function wrongFields(
  { category, tags, variants }: ProductEdit,
  categories: ReadonlySet<string>,
): Found[] {
  const found: Found[] = [];
  const add = (field: SheetField, reason: string) => found.push({ sku: null, field, reason });
  if (category && !categories.has(category)) {
    add('category', `There is no category "${category}".`);
  }
  if (new Set(tags).size > MAX_PRODUCT_TAGS)
    add('tags', `It would have more than ${MAX_PRODUCT_TAGS} tags.`);
  if (variants.some(({ price }) => (price ?? 0) > MAX_MINOR)) {
    add('price', 'A price would be too high.');
  }
  return found;
}

function unknownVariants({ variants }: EditedProduct, edit: ProductEdit): Found[] {
  const known = new Set(variants.filter(({ archived }) => !archived).map(({ id }) => id));
  const seen = new Set<string>();
  return edit.variants.flatMap(({ _id }) => {
    const reason = !known.has(_id)
      ? `It has no variant ${_id}.`
      : seen.has(_id) && `The variant ${_id} is in the edit twice.`;
    seen.add(_id);
    return reason ? [{ sku: null, field: null, reason }] : [];
  });
}

function withFields<P extends EditedProduct>(before: P, edit: ProductEdit): P {
  const { status = before.status, category = before.category } = edit;
  const tags = edit.tags ? [...new Set(edit.tags)] : before.tags;
  const publishAt = status === before.status ? before.publishAt : null;
  return { ...before, status, publishAt, category, tags };
}

/**
 * Sets amounts of variants. Where all variants that use the product's amount get the same new one,
 * it is set at the product, which includes archived variants. Otherwise each variant gets its own.
 */
function withAmounts<P extends EditedProduct>(
  product: P,
  edits: VariantEdit[],
  field: 'price' | 'compareAtPrice' | 'cost',
  key: AmountKey,
): { after: P; found: Found[] } {
  const wanted = new Map(
    edits.flatMap(({ _id, [field]: amount }) => (amount === undefined ? [] : [[_id, amount]])),
  );
  if (wanted.size === 0) return { after: product, found: [] };
  const takers = product.variants.filter((one) => !one.archived && one[key] === null);
  const [first] = takers;
  const together = first && wanted.get(first.id);
  const isTogether =
    together !== undefined && takers.every(({ id }) => wanted.get(id) === together);
  // A draft without a price gets one when each of its variants does.
  const isFirst = key === 'priceMinor' && product[key] === null;
  const ofVariants = () =>
    firstPrice(
      product.variants.map(({ id, archived, priceMinor }) => {
        const price = wanted.get(id);
        return { archived, priceMinor: price === undefined ? priceMinor : price };
      }),
    );
  const common = isTogether ? together : isFirst ? ofVariants() : product[key];
  const found: Found[] = [];
  const variants = product.variants.map((variant) => {
    const amount = wanted.get(variant.id);
    if (amount === undefined || amount === (variant[key] ?? common)) return variant;
    if (amount === null && common !== null) {
      const reason = 'Its product has one, so it can only be cleared for all variants together.';
      found.push({ sku: variant.sku, field, reason });
    }
    return { ...variant, [key]: amount };
  });
  return { after: { ...product, [key]: common, variants }, found };
}

/** Changes units on hand by the difference that the edit asks for. */
function withStock<P extends EditedProduct>(
  product: P,
  edits: VariantEdit[],
): { after: P; found: Found[] } {
  const wanted = new Map(edits.flatMap(({ _id, onHand }) => (onHand ? [[_id, onHand]] : [])));
  if (wanted.size === 0) return { after: product, found: [] };
  const found: Found[] = [];
  const variants = product.variants.map((variant) => {
    const units = wanted.get(variant.id);
    if (!units) return variant;
    const problem = problemOfUnits(variant, units);
    if (problem) found.push({ sku: variant.sku, field: 'onHand', reason: problem.reason });
    return { ...variant, available: units.to - variant.reserved };
  });
  return { after: { ...product, variants }, found };
}

function withLevels<P extends EditedProduct>(product: P, edits: VariantEdit[]): P {
  const wanted = new Map(
    edits.flatMap(({ _id, lowStockAt }) => (lowStockAt === undefined ? [] : [[_id, lowStockAt]])),
  );
  if (wanted.size === 0) return product;
  const variants = product.variants.map((variant) => {
    const lowStockAt = wanted.get(variant.id);
    return lowStockAt === undefined ? variant : { ...variant, lowStockAt };
  });
  return { ...product, variants };
}

const names: Partial<Record<SheetField, string>> = {
  price: 'priceMinor',
  compareAtPrice: 'compareAtMinor',
  cost: 'costMinor',
};

/** The changes of a product, as its job keeps them. A change that all variants share is one. */
export function differencesOf(changes: SheetChange[], variantCount: number): Differences {
  const differences: Differences = {};
  for (const [field, all] of Map.groupBy(changes, (one) => one.field)) {
    const [first] = all;
    const isShared =
      first?.sku != null &&
      all.length === variantCount &&
      all.every(({ before, after }) => before === first.before && after === first.after);
    for (const { sku, before, after } of isShared ? [{ ...first, sku: null }] : all) {
      const name = names[field] ?? field;
      differences[sku === null ? name : `${sku} ${name}`] = [before, after];
    }
  }
  return differences;
}

function changesBetween(before: EditedProduct, after: EditedProduct): SheetChange[] {
  const [old, now] = [toSheetProduct(before), toSheetProduct(after)];
  const { id: productId, name } = old;
  const ofProduct = { productId, name, sku: null };
  const changes: SheetChange[] = [
    { ...ofProduct, field: 'status', before: old.status, after: now.status },
    { ...ofProduct, field: 'category', before: old.category, after: now.category },
    { ...ofProduct, field: 'tags', before: joinTags(old.tags), after: joinTags(now.tags) },
  ];
  for (const [index, variant] of now.variants.entries()) {
    const earlier = old.variants[index];
    if (!earlier) continue;
    const values: [SheetField, number | null, number | null][] = [
      ['price', earlier.priceMinor, variant.priceMinor],
      ['compareAtPrice', earlier.compareAtMinor, variant.compareAtMinor],
      ['cost', earlier.costMinor, variant.costMinor],
      ['onHand', earlier.onHand, variant.onHand],
      ['lowStockAt', earlier.lowStockAt, variant.lowStockAt],
    ];
    const ofVariant = { productId, name, sku: variant.sku };
    changes.push(
      ...values.map(([field, was, is]) => ({ ...ofVariant, field, before: was, after: is })),
    );
  }
  return changes.filter((change) => change.before !== change.after);
}
