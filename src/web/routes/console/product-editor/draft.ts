/** What the product editor shows and changes, as typed text. */
import type { ProductImage } from '#features/catalog/catalog.schema.ts';
import type {
  StaffProduct,
  StaffVariant,
} from '#features/product-management/product-management.schema.ts';
import { toDecimalText } from '#shared/money.ts';
import { type OptionValues, optionValuesOf } from '#shared/option-values.ts';
import { bySize } from '#shared/size-order.ts';
import { joinTags } from '#shared/tags.ts';
import { variantName } from '#shared/variant-options.ts';
import { toZonedTime } from '#shared/zoned-time.ts';

/** The plain fields, under the names of the calls. */
export const fieldNames = [
  'name',
  'descriptions',
  'descriptionHtml',
  'status',
  'publishAt',
  'category',
  'productType',
  'brand',
  'gender',
  'tags',
  'optionName',
  'price',
  'compareAtPrice',
  'cost',
  'weight',
  'material',
  'care',
  'slug',
  'seoTitle',
  'seoDescription',
] as const;

export type FieldName = (typeof fieldNames)[number];
export type Fields = Record<FieldName, string>;

/** The product's values, which apply to variants with empty cells. */
export type Inherited = Pick<Fields, 'price' | 'compareAtPrice' | 'cost' | 'weight'>;

/**
 * The columns of the variants grid, in their order. What is available is what is on hand without the
 * units that orders reserve; it is empty until a variant is saved.
 */
export const columns = [
  'price',
  'compareAtPrice',
  'cost',
  'onHand',
  'available',
  'lowStockAt',
  'sku',
  'barcode',
  'weight',
  'image',
] as const;

export type Column = (typeof columns)[number];

/**
 * A variant, as the typed text of its cells. An empty price, cost or weight means the product's,
 * and an empty `lowStockAt` the shop's own level.
 */
export interface Row extends Record<Column, string> {
  /** Identifies the row on the page. */
  key: string;
  /** Null for a variant that is not saved yet. */
  id: string | null;
  size: string;
  color: string;
  /** The value of the third option. */
  option: string;
  archived: boolean;
  /** The newest movement of its stock when it was read. A draft of an earlier version has none. */
  movement?: number | undefined;
}

/** The values of a variant's options; empty if the product does not have the option. */
export type Values = Pick<Row, 'size' | 'color' | 'option'>;

/** Options and variants, which are undone and redone together. */
export interface Sheet extends OptionValues {
  rows: Row[];
}

export type DraftImage = ProductImage;

export interface Draft {
  fields: Fields;
  images: DraftImage[];
  /** The ids of related products, in their order. */
  related: string[];
  sheet: Sheet;
}

/** The draft of a saved product. */
export function draftOf(product: StaffProduct, timeZone: string): Draft {
  const { publishAt } = product;
  return {
    fields: {
      name: product.name,
      descriptions: product.descriptions,
      descriptionHtml: product.descriptionHtml,
      status: product.status,
      publishAt: publishAt ? toZonedTime(publishAt, timeZone) : '',
      category: product.category,
      productType: product.productType,
      brand: product.brand,
      gender: product.gender,
      tags: joinTags(product.tags),
      optionName: product.optionName,
      price: amountText(product.priceMinor),
      compareAtPrice: amountText(product.compareAtMinor),
      cost: amountText(product.costMinor),
      weight: numberText(product.weightGrams),
      material: product.material,
      care: product.care,
      slug: product.slug,
      seoTitle: product.seoTitle,
      seoDescription: product.seoDescription,
    },
    images: product.images,
    related: product.related,
    sheet: toSheet(product.variants.map(toRow)),
  };
}

/** The draft of a product that is not saved yet: one variant without options and units. */
export function blankDraft(): Draft {
  const { fields, ...others } = nothing();
  return { ...others, fields: { ...fields, status: 'draft' }, sheet: toSheet([newRow({})]) };
}

/** What a new product is compared with. It is empty, so that everything in the form is sent. */
export function nothing(): Draft {
  const fields = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Fields;
  const sheet: Sheet = { sizes: [], colors: [], options: [], rows: [] };
  return { fields, images: [], related: [], sheet };
}

/** A variant that is not saved yet. */
export function newRow(given: Partial<Values>): Row {
  const empty = Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>;
  const values: Values = { size: '', color: '', option: '', ...given };
  return { ...empty, key: newKey(values), id: null, ...values, archived: false };
}

/** The key of a variant that is not saved yet. */
export const newKey = (values: Values) => `new:${valuesKey(values)}`;

/** The values of a variant as one text, to compare them. */
export function valuesKey({ color, size, option }: Values): string {
  return [color, size, option].join('\t');
}

/** A sheet with the options that its rows have. */
export function toSheet(rows: Row[]): Sheet {
  const live = rows.filter(({ archived }) => !archived);
  return { ...optionValuesOf(live), rows };
}

/** The rows of the grid: by color, in each color by size, and then by the third option. */
export function rowsInOrder({ sizes, colors, options, rows }: Sheet, withArchived: boolean): Row[] {
  const [ofSize, ofColor, ofOption] = [rankIn(sizes), rankIn(colors), rankIn(options)];
  const shown = withArchived ? [...rows] : rows.filter(({ archived }) => !archived);
  return shown.sort(
    (a, b) =>
      ofColor(a.color) - ofColor(b.color) ||
      (a.color === b.color ? 0 : a.color.localeCompare(b.color)) ||
      ofSize(a.size) - ofSize(b.size) ||
      (a.size === b.size ? 0 : bySize(a.size, b.size)) ||
      ofOption(a.option) - ofOption(b.option),
  );
}

/** Returns the position of a value in a list. Values that only archived variants have come last. */
function rankIn(values: string[]): (value: string) => number {
  const ranks = new Map(values.map((value, index) => [value, index]));
  return (value) => ranks.get(value) ?? values.length;
}

/** The name of a variant in the grid: 'Moss / XL'. */
export function rowLabel(row: Values): string {
  return variantName(row) || 'Single variant';
}

/** The name of a variant in a sentence about its cell. */
export function nameInError(row: Row): string {
  return row.sku || rowLabel(row);
}

function toRow(variant: StaffVariant): Row {
  return {
    key: variant.id,
    id: variant.id,
    size: variant.size ?? '',
    color: variant.color ?? '',
    option: variant.option ?? '',
    archived: variant.archived,
    price: amountText(variant.priceMinor),
    compareAtPrice: amountText(variant.compareAtMinor),
    cost: amountText(variant.costMinor),
    onHand: String(variant.available + variant.reserved),
    available: String(variant.available),
    lowStockAt: numberText(variant.lowStockAt),
    sku: variant.sku,
    barcode: variant.barcode ?? '',
    weight: numberText(variant.weightGrams),
    image: variant.imageUrl ?? '',
    movement: variant.movement,
  };
}

const amountText = (minor: number | null) => (minor === null ? '' : toDecimalText(minor));
const numberText = (value: number | null) => (value === null ? '' : String(value));
