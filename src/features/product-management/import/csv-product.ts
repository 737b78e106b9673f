/** A product as a file has it. */
import { LONGEST_BARCODE, LONGEST_SKU, productLimits } from '#shared/product-limits.ts';
import { LONGEST_PRODUCT_TAG, MAX_PRODUCT_TAGS } from '#shared/tags.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { MAX_VARIANTS } from '#shared/variant-rules.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import { LONGEST_TRAIT } from '../../catalog/product-list.schema.ts';
import type { OwnValue } from '../product-csv.schema.ts';
import { MAX_IMAGES } from '../product-management.schema.ts';
import { isOrWillBeInShop, type ProductStatus } from '../product-status.schema.ts';
import { findTooMuch } from '../rich-text.ts';
import type { CsvProblem } from './csv-file.ts';

/** The fields that a file can give. Fields that it does not give stay as they are in the shop. */
export const givenFields = [
  'title',
  'descriptions',
  'type',
  'tags',
  'gender',
  'brand',
  'material',
  'care',
  'seoTitle',
  'seoDescription',
  'status',
  'images',
  'imageFocus',
  'imageColor',
  'related',
  'price',
  'compareAt',
  'cost',
  'grams',
  'options',
  'quantity',
  'tracker',
  'barcode',
  'lowStockAt',
  'variantImage',
  'variantArchived',
] as const;

export type GivenField = (typeof givenFields)[number];

/** A product in the file. Money in minor units. */
export interface CsvProduct {
  /** The lines where it starts and ends; the header is line 1. */
  line: number;
  lastLine: number;
  /** How many bytes of the file its rows have. */
  size: number;
  handle: string;
  title: string;
  /** The description as the file has it; `toDescription` reads it. */
  body: string;
  category: string;
  /** Further names that may be those of a category of the shop. */
  categories: string[];
  type: string;
  tags: string[];
  /** What its third option is called; empty where it has none. */
  optionName: string;
  gender: string;
  brand: string;
  material: string;
  care: string;
  seoTitle: string;
  seoDescription: string;
  status: ProductStatus;
  publishAt: Date | null;
  formerHandles: string[];
  /** The values for variants that have none of their own; null in files of other shops. */
  values: CsvValues | null;
  variants: CsvVariant[];
  images: ProductImage[];
  /** The first line that names each image, by its address. */
  imageLines: Map<string, number>;
  /** What was read in another way than the file has it, such as quantities below zero. */
  notes: CsvProblem[];
  /** The handles of the products that its page shows. */
  relatedHandles: string[];
  /** The fields that the file has columns for. */
  given: ReadonlySet<GivenField>;
  /** The options that the file has no column for, although it has columns for others. */
  optionsNotGiven: ReadonlySet<keyof VariantOptions>;
}

export interface CsvValues {
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
}

/** A variant in the file. */
export interface CsvVariant extends VariantOptions {
  sku: string | null;
  /** Null where the file has no column for it. */
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
  /** The values that are the variant's own although they equal the product's. */
  own: OwnValue[];
  /** Available units; null where the file says nothing. */
  quantity: number | null;
  /** Whether the other shop sells it without counting units. */
  isUncounted: boolean;
  /** Whether its units are counted together with those of others; the first of these has them. */
  sharesUnits: boolean;
  barcode: string | null;
  lowStockAt: number | null;
  imageUrl: string | null;
  isArchived: boolean;
}

/** Whether each variant of a product needs a price. Those of a draft don't. */
export function needsPrice({ status }: Pick<CsvProduct, 'status'>): boolean {
  return isOrWillBeInShop(status);
}

/** The variant of a product of which the file says nothing but its name. */
export function emptyVariant(): CsvVariant {
  return {
    ...{ sku: null, size: null, color: null, option: null },
    ...{ priceMinor: null, compareAtMinor: null, costMinor: null, weightGrams: null },
    ...{
      own: [],
      quantity: null,
      isUncounted: false,
      sharesUnits: false,
      barcode: null,
      lowStockAt: null,
    },
    ...{ imageUrl: null, isArchived: false },
  };
}

/** The next item of a file: a product, or problems of one. */
export type CsvItem = { product: CsvProduct } | { problems: CsvProblem[]; isProduct: boolean };

/** Where an image is stored, by its address in the file; undefined while it has to be fetched. */
export type StoredAt = (url: string) => string | undefined;

/** The SKU of a variant without one: the handle of its product and a number. */
export function defaultSkuOf(product: CsvProduct, variant: CsvVariant): string {
  return defaultSku(product, product.variants.indexOf(variant) + 1);
}

export function defaultSku({ handle }: CsvProduct, nr: number): string {
  return `${handle.slice(0, 72)}-${nr}`;
}

const { name: title, descriptions: _, option, imageUrl, alt, ...limits } = productLimits;
const LONGEST_HANDLE = 255;
const MAX_HANDLES = 100;

/** The longest texts, in characters. The editor takes the same, so that it can save what was imported. */
const LONGEST = limitsOf<CsvProduct>({
  handle: LONGEST_HANDLE,
  title,
  type: LONGEST_TRAIT,
  brand: LONGEST_TRAIT,
  ...limits,
});
const LONGEST_OF_VARIANT = limitsOf<CsvVariant>({
  sku: LONGEST_SKU,
  size: option,
  color: option,
  option,
  barcode: LONGEST_BARCODE,
  imageUrl,
});
const LONGEST_OF_IMAGE = limitsOf<ProductImage>({ url: imageUrl, alt, color: option });
const LABELS: Record<string, string> = {
  brand: 'Vendor',
  color: 'Color',
  optionName: 'Option3 Name',
  option: 'Option3 Value',
  url: 'Image Src',
  alt: 'Image Alt Text',
};
/** Of one product. */
const MAX_PROBLEMS = 100;

/**
 * Whether a product already has more than the shop can store. Then its further rows need not be
 * read.
 */
export function isFull(product: CsvProduct, problems: CsvProblem[]): boolean {
  const { variants, images } = product;
  return (
    variants.length > MAX_VARIANTS || images.length > MAX_IMAGES || problems.length > MAX_PROBLEMS
  );
}

/** What makes a product too large for the shop to store; null if it can be stored. */
export function findExcess(product: CsvProduct): string | null {
  const { handle, variants, images, tags, formerHandles, relatedHandles } = product;
  const name = handle.slice(0, 80);
  if (variants.length > MAX_VARIANTS) return `${name} has more than ${MAX_VARIANTS} variants.`;
  if (images.length > MAX_IMAGES) return `${name} has more than ${MAX_IMAGES} images.`;
  if (tags.length > MAX_PRODUCT_TAGS) return `${name} has more than ${MAX_PRODUCT_TAGS} tags.`;
  if (tags.some((tag) => tag.length > LONGEST_PRODUCT_TAG)) {
    return `A tag of ${name} has more than ${LONGEST_PRODUCT_TAG} characters.`;
  }
  for (const [what, handles] of [
    ['former', formerHandles],
    ['related', relatedHandles],
  ] as const) {
    if (handles.length > MAX_HANDLES) {
      return `${name} has more than ${MAX_HANDLES} ${what} handles.`;
    }
    if (handles.some((one) => one.length > LONGEST_HANDLE)) {
      return `A ${what} handle of ${name} has more than ${LONGEST_HANDLE} characters.`;
    }
  }
  const tooMuch = findTooMuch(product.body);
  if (tooMuch) return `${name}: ${tooMuch}`;
  const long =
    longest(product, LONGEST) ??
    variants.map((variant) => longest(variant, LONGEST_OF_VARIANT)).find((one) => one !== null) ??
    images.map((image) => longest(image, LONGEST_OF_IMAGE)).find((one) => one !== null);
  return long ? `${name}: ${long}` : null;
}

/** Whether a text is a name that people can see. */
export function isName(title: string): boolean {
  return hasVisibleCharacter(title);
}

/** Lists the limits once, and not for each product. */
function limitsOf<T>(limits: Partial<Record<keyof T & string, number>>) {
  return Object.entries(limits) as [keyof T & string, number][];
}

function longest<T>(of: T, limits: [keyof T & string, number][]): string | null {
  for (const [key, limit] of limits) {
    const value = of[key];
    if (typeof value !== 'string' || value.length <= limit) continue;
    return `${LABELS[key] ?? key} has ${value.length} characters. It may have ${limit}.`;
  }
  return null;
}

/** Notes the first line that names an image of the product. */
export function noteImageLine({ imageLines }: CsvProduct, url: string, line: number): void {
  if (!imageLines.has(url)) imageLines.set(url, line);
}

/** How many bytes of a file the product has. */
export function sizeOf(item: CsvItem): number {
  return 'product' in item ? item.product.size : 0;
}
