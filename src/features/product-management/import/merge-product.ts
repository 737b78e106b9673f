/** Merges what a file says of a product into the product of the shop. */
import { newId } from '#shared/ids.ts';
import { productSlug } from '#shared/slugify.ts';
import { hasSameOptions, type VariantOptions, variantName } from '#shared/variant-options.ts';
import { type VariantValueKey, variantValue } from '#shared/variant-values.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import { browserSpelling } from '../../images/images.ts';
import { asRecordImage } from '../edit-parts.ts';
import { EMPTY_VARIANT } from '../empty-variant.ts';
import { firstPrice, settledPrice } from '../first-price.ts';
import { withColorsOfVariants, withSpelledColors } from '../image-colors.ts';
import type { StaffProduct, StaffVariant } from '../product-management.schema.ts';
import type { Description } from '../rich-text.ts';
import {
  type CsvProduct,
  type CsvValues,
  type CsvVariant,
  defaultSku,
  type GivenField,
  type StoredAt,
} from './csv-product.ts';
import { firstUnits, ownValuesOf } from './product-rows.ts';
import { shareUnits } from './share-units.ts';

/** A merged product. */
export interface Merged {
  after: StaffProduct;
  /** The id in `after` of each variant of the file, in order. */
  variantIds: string[];
}

/**
 * The record as the file wants it. Fields that the file has no column for stay as they are, and so
 * do variants that it does not name. Images that have to be fetched are left out. Without
 * `description`, the stored one stays.
 */
export function mergeProduct(
  before: StaffProduct,
  product: CsvProduct,
  more: {
    category: string | undefined;
    storedAt: StoredAt;
    description: Description | undefined;
    uncounted?: number | undefined;
  },
): Merged {
  const has = (field: GivenField) => product.given.has(field);
  const text = <T>(field: GivenField, value: T, old: T): T => (has(field) ? value : old);
  // A file with names and prices restores an archived product.
  const isWhole = has('title') && has('price');
  const says = has('status') || (before.status === 'archived' && isWhole);
  const status = says ? product.status : before.status;
  const after: StaffProduct = {
    ...before,
    name: product.title || before.name,
    category: more.category ?? before.category,
    ...mergeDescription(before, (has('descriptions') && more.description) || before),
    gender: product.gender || before.gender,
    brand: text('brand', product.brand, before.brand),
    productType: text('type', product.type, before.productType),
    material: text('material', product.material, before.material),
    care: text('care', product.care, before.care),
    tags: text('tags', product.tags, before.tags),
    seoTitle: text('seoTitle', product.seoTitle, before.seoTitle),
    seoDescription: text('seoDescription', product.seoDescription, before.seoDescription),
    status,
    publishAt: says ? (product.publishAt?.toISOString() ?? null) : before.publishAt,
    images: mergeImages(before, product, more.storedAt),
    variants: [],
  };
  const isRestored = before.status === 'archived' && status !== 'archived';
  if (isRestored && product.handle) after.slug = productSlug(product.handle);
  const pairs = pairVariants(before, product);
  const skus = new Set(before.variants.map(({ sku }) => sku));
  for (const { sku } of product.variants) if (sku !== null) skus.add(sku);
  after.variants = pairs.map((pair) => mergeVariant(pair, product, { ...more, skus }));
  after.images = has('imageColor')
    ? withSpelledColors(after.images, after.variants)
    : withColorsOfVariants(after.images, { before: before.variants, after: after.variants });
  shareUnits(pairs, after.variants);
  after.optionName = optionNameOf(before, after, product);
  settleValues(before, after, pairs, product);
  const idOf = new Map(pairs.map(({ wanted }, index) => [wanted, after.variants[index]?.id]));
  return { after, variantIds: product.variants.map((wanted) => idOf.get(wanted) ?? '') };
}

/**
 * The name of the third option in the file. Variants that the file does not name may have values of
 * it.
 */
function optionNameOf(
  before: StaffProduct,
  { variants }: StaffProduct,
  { given, optionName, optionsNotGiven }: CsvProduct,
): string {
  if (!given.has('options') || optionsNotGiven.has('option')) return before.optionName;
  const isUsed = variants.some(({ option }) => option !== null);
  return optionName || (isUsed ? before.optionName : '');
}

/**
 * The description after an import. As in an edit, the same text without formatting does not remove
 * the formatting.
 */
export function mergeDescription(
  before: StaffProduct,
  { descriptions, descriptionHtml }: Pick<StaffProduct, 'descriptions' | 'descriptionHtml'>,
): Pick<StaffProduct, 'descriptions' | 'descriptionHtml'> {
  const isSame = descriptionHtml === '' && descriptions === before.descriptions;
  const { descriptions: old, descriptionHtml: oldHtml } = before;
  return isSame
    ? { descriptions: old, descriptionHtml: oldHtml }
    : { descriptions, descriptionHtml };
}

/** A variant of the shop, a variant of the file, or both when they are the same. */
export interface Pair {
  old: StaffVariant | null;
  wanted: CsvVariant | null;
}

/** Pairs variants by SKU, else by their options. Variants that the shop does not have come last. */
function pairVariants(before: StaffProduct, product: CsvProduct): Pair[] {
  const { variants, given } = product;
  const bySku = new Map(before.variants.map((variant) => [variant.sku, variant]));
  const found = new Map<string, CsvVariant>();
  const rest = variants.filter((wanted) => {
    const old = wanted.sku === null ? undefined : bySku.get(wanted.sku);
    if (old) found.set(old.id, wanted);
    return !old;
  });
  const added = rest.filter((wanted) => {
    const left = () => before.variants.filter(({ id }) => !found.has(id));
    const old =
      before.variants.find((one) => !found.has(one.id) && hasSameOptions(one, wanted)) ??
      findByGiven(left, wanted, product);
    const isSame = old !== undefined && (given.has('options') || before.variants.length === 1);
    if (isSame) found.set(old.id, wanted);
    return !isSame;
  });
  return [
    ...before.variants.map((old) => ({ old, wanted: found.get(old.id) ?? null })),
    ...added.map((wanted) => ({ old: null, wanted })),
  ];
}

/** The only variant with the options that the file gives, if it gives neither the others nor SKUs. */
function findByGiven(
  left: () => StaffVariant[],
  wanted: CsvVariant,
  { optionsNotGiven }: CsvProduct,
): StaffVariant | undefined {
  if (wanted.sku !== null || optionsNotGiven.size === 0) return undefined;
  const alike = left().filter((one) => hasGivenOptions(one, wanted, optionsNotGiven));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Whether two variants have the same options, without those that a file does not give. */
export function hasGivenOptions(
  a: VariantOptions,
  b: VariantOptions,
  notGiven: CsvProduct['optionsNotGiven'],
): boolean {
  const options = ['size', 'color', 'option'] as const;
  return options.every((name) => notGiven.has(name) || a[name] === b[name]);
}

function mergeVariant(
  { old, wanted }: Pair,
  product: CsvProduct,
  {
    storedAt,
    uncounted,
    skus,
  }: { storedAt: StoredAt; uncounted?: number | undefined; skus: Set<string> },
): StaffVariant {
  const { given, optionsNotGiven } = product;
  const base = old ?? emptyVariant();
  if (!wanted) return { ...base };
  const pick = <T>(field: GivenField, value: T, earlier: T): T =>
    given.has(field) ? value : earlier;
  // A file that a shop like this one exported has all images. A file of another shop may lack them
  // because nobody entered them.
  // A line that finds its variant by the SKU may leave out the options.
  const isSaid = given.has('options') && (!old || variantName(wanted) !== '');
  const option = (name: keyof VariantOptions) =>
    (isSaid && !optionsNotGiven.has(name) ? wanted : base)[name];
  const named = wanted.imageUrl === null && !product.values ? base.imageUrl : wanted.imageUrl;
  const image = named === wanted.imageUrl && named !== null ? storedAt(named) : named;
  return {
    ...base,
    sku: wanted.sku ?? old?.sku ?? freeSku(product, wanted, skus),
    size: option('size'),
    color: option('color'),
    option: option('option'),
    barcode: pick('barcode', wanted.barcode, base.barcode),
    lowStockAt: pick('lowStockAt', wanted.lowStockAt, base.lowStockAt),
    // An image that has to be fetched is not stored yet.
    imageUrl: pick('variantImage', image === undefined ? base.imageUrl : image, base.imageUrl),
    available: old ? (wanted.quantity ?? old.available) : firstUnits(wanted, uncounted),
    archived: pick('variantArchived', wanted.isArchived, base.archived),
  };
}

/** The SKU of a new variant without one. Variants of an earlier file may have the first numbers. */
function freeSku(product: CsvProduct, variant: CsvVariant, taken: Set<string>): string {
  let nr = product.variants.indexOf(variant) + 1;
  while (taken.has(defaultSku(product, nr))) nr += 1;
  const sku = defaultSku(product, nr);
  taken.add(sku);
  return sku;
}

function emptyVariant(): StaffVariant {
  return {
    id: newId('var'),
    sku: '',
    ...EMPTY_VARIANT,
    available: 0,
    reserved: 0,
    archived: false,
  };
}

function mergeImages(
  before: StaffProduct,
  product: CsvProduct,
  storedAt: StoredAt,
): ProductImage[] {
  const { images, given, values } = product;
  // The rule for images of variants applies here too.
  if (!given.has('images') || (images.length === 0 && !values)) return before.images;
  // While one image has to be fetched, the product keeps its current ones.
  if (images.some(({ url }) => storedAt(url) === undefined)) return before.images;
  return viewedImages(before.images, product, storedAt).map((image) =>
    asRecordImage({ ...image, url: storedAt(image.url) ?? image.url }),
  );
}

/**
 * The images of the file, by their addresses there. If the file has no column for the focal point
 * or the color, they are taken from the same image of the product.
 */
export function viewedImages(
  before: ProductImage[],
  { images, given }: CsvProduct,
  storedAt: StoredAt,
): ProductImage[] {
  const left = [...before];
  return images.map((image) => {
    // The product may show it from where the file has it, although the shop has a copy by now.
    const addresses = [storedAt(image.url), browserSpelling(image.url)];
    const at = left.findIndex(({ url }) => addresses.includes(url));
    const [old] = at < 0 ? [] : left.splice(at, 1);
    const color = given.has('imageColor') ? image.color : old?.color;
    const focus = given.has('imageFocus') ? image.focus : old?.focus;
    const { url, alt } = image;
    return { url, alt, ...(color ? { color } : {}), ...(focus ? { focus } : {}) };
  });
}

const valueFields: Record<VariantValueKey, GivenField> = {
  priceMinor: 'price',
  compareAtMinor: 'compareAt',
  costMinor: 'cost',
  weightGrams: 'grams',
};

/** Writes the own values of the product and its variants into `after`. */
function settleValues(
  before: StaffProduct,
  after: StaffProduct,
  pairs: Pair[],
  product: CsvProduct,
): void {
  const { values, given } = product;
  if (values) setValues(before, after, pairs, values);
  else {
    for (const [key, field] of Object.entries(valueFields) as [VariantValueKey, GivenField][]) {
      if (given.has(field)) settleValue(before, after, pairs, key);
    }
  }
  after.priceMinor = settledPrice(after);
}

/** Sets the values of a file that a shop like this one exported. */
function setValues(
  before: StaffProduct,
  after: StaffProduct,
  pairs: Pair[],
  values: CsvValues,
): void {
  const wants = pairs.map((pair) => wantedValue(before, pair, 'priceMinor'));
  const isSame = pairs.every(
    ({ old }, index) => old !== null && wants[index] === valueNow(before, old, 'priceMinor'),
  );
  const priceMinor =
    values.priceMinor ?? before.priceMinor ?? (isSame ? null : priceOf(after, wants));
  const common = { ...values, priceMinor };
  Object.assign(after, common);
  after.variants = after.variants.map((variant, index) => {
    const { old, wanted } = pairs[index] ?? {};
    if (!wanted) return variant;
    // A new variant without a price takes the product's.
    const price = old ? (wants[index] ?? null) : wanted.priceMinor;
    return { ...variant, ...ownValuesOf({ ...wanted, priceMinor: price }, common) };
  });
}

function valueNow(before: StaffProduct, old: StaffVariant | null, key: VariantValueKey) {
  return old ? variantValue(old, before, key) : before[key];
}

/** The value that a variant has after the import. */
function wantedValue(
  before: StaffProduct,
  { old, wanted }: Pair,
  key: VariantValueKey,
): number | null {
  const now = valueNow(before, old, key);
  if (!wanted) return now;
  // A file of a draft may lack its price. What has one keeps it.
  return wanted[key] ?? (key === 'priceMinor' ? now : null);
}

/** The price of a product that has none, from those that its variants come to have. */
function priceOf({ variants }: StaffProduct, wants: (number | null)[]): number | null {
  return firstPrice(
    variants.map(({ archived }, index) => ({ archived, priceMinor: wants[index] ?? null })),
  );
}

/**
 * Sets a value from a file of another shop, which has it for each variant. If the variants have
 * these values already, by themselves or from the product, nothing changes.
 */
function settleValue(
  before: StaffProduct,
  after: StaffProduct,
  pairs: Pair[],
  key: VariantValueKey,
): void {
  const wants = pairs.map((pair) => wantedValue(before, pair, key));
  const isSame = pairs.every(
    ({ old }, index) => old === null || wants[index] === valueNow(before, old, key),
  );
  const common = isSame ? before[key] : commonValue(before, after, pairs, key, wants);
  Object.assign(after, { [key]: common });
  for (const [index, variant] of after.variants.entries()) {
    const want = wants[index] ?? null;
    if (isSame && pairs[index]?.old) continue;
    variant[key] = want === common ? null : want;
  }
}

/**
 * The product's value beside these of its variants: the one that all have in common. If the file
 * names only some variants, the product keeps the value that others take from it. Otherwise its
 * price is that of the first variant.
 */
function commonValue(
  before: StaffProduct,
  after: StaffProduct,
  pairs: Pair[],
  key: VariantValueKey,
  wants: (number | null)[],
): number | null {
  if (new Set(wants).size === 1) return wants[0] ?? null;
  if (key === 'priceMinor' && before.priceMinor === null) return priceOf(after, wants);
  const live = [...pairs.keys()].filter((index) => !after.variants[index]?.archived);
  const isPartial = live.some((index) => pairs[index]?.wanted === null);
  const isTaken = live.some((index) => wants[index] === before[key]);
  // Without a value of its own, a variant has the product's.
  const canStay = before[key] === null || !wants.includes(null);
  if (isPartial && isTaken && canStay) return before[key];
  if (key !== 'priceMinor') return null;
  const first = isPartial ? live[0] : pairs.findIndex(({ wanted }) => wanted !== null);
  return wants[first ?? 0] ?? before[key];
}
