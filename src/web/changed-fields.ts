/** Says what an edit, a bulk edit or an import of a product changes, field by field. */
import type {
  CollectionRule,
  StaffCategory,
  StaffCollection,
} from '#features/merchandising/merchandising.schema.ts';
import { LEVEL_OF_SHOP } from '#features/product-management/bulk-edit.schema.ts';
import { FOUND_BY_SKU } from '#features/product-management/import.schema.ts';
import type {
  StaffProduct,
  StaffVariant,
} from '#features/product-management/product-management.schema.ts';
import type { ShopPage } from '#features/shop-pages/shop-pages.schema.ts';
import type { JobItem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { formatMoney } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import { LONGEST_SKU } from '#shared/product-limits.ts';
import { joinTags } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import { htmlChange, textChange } from './text-change.ts';

/** A field of a product before and after, for people. */
export interface ChangedField {
  label: string;
  before: string;
  after: string;
}

/** The most fields of an edit that are named. Further ones are only counted. */
const MAX_FIELDS = 300;
/**
 * The most fields that are named of all products of a list, which get at least `LEAST_OF_EACH`
 * each.
 */
const MAX_OF_LIST = 5_000;
const LEAST_OF_EACH = 20;

/** What a value is in full; an empty text for none. */
type Show = (value: unknown) => string;

const money: Show = (value) => (typeof value === 'number' ? formatMoney(value) : text(value));
const grams: Show = (value) =>
  typeof value === 'number' ? `${withThousands(value)} g` : text(value);
const time: Show = (value) => (typeof value === 'string' ? formatTime(value) : text(value));
const list: Show = (value) => (Array.isArray(value) ? text(value.join(', ')) : text(value));
const tags: Show = (value) => (Array.isArray(value) ? joinTags(value) : text(value));
const yesNo: Show = (value) => (value ? 'yes' : 'no');
const images: Show = (value) =>
  Array.isArray(value) ? text(value.map(nameOfImage).join(', ')) : text(value);

/** The fields of the records whose edits the audit log has field by field. */
type Field =
  | (keyof StaffProduct | keyof StaffVariant | keyof ShopPage)
  | (keyof StaffCategory | keyof StaffCollection | keyof CollectionRule);

/** Fields that no edit names: every one changes them, the shop alone does, or their parts are named. */
type Unnamed =
  | ('id' | 'version' | 'createdAt' | 'updatedAt' | 'currency' | 'formerSlugs')
  | ('reserved' | 'movement' | 'variants' | 'rule');

/** By field. One of a record that has no label does not compile. */
const fields = {
  name: ['Name', text],
  text: ['Text', text],
  html: ['Formatting', text],
  inFooter: ['In the footer', yesNo],
  slug: ['Address', text],
  category: ['Category', text],
  descriptions: ['Details', text],
  descriptionHtml: ['Formatting of the details', text],
  gender: ['Gender', text],
  brand: ['Brand', text],
  productType: ['Type', text],
  material: ['Material', text],
  care: ['Care', text],
  tags: ['Tags', tags],
  colors: ['Order of the colours', list],
  options: ['Order of the third option', list],
  optionName: ['Name of the third option', text],
  seoTitle: ['Title for search engines', text],
  seoDescription: ['Description for search engines', text],
  status: ['Status', text],
  publishAt: ['Published at', time],
  priceMinor: ['Price', money],
  compareAtMinor: ['Compare-at price', money],
  costMinor: ['Cost', money],
  weightGrams: ['Weight', grams],
  images: ['Images', images],
  fetchedImages: ['Images fetched into this shop', text],
  related: ['Related products', list],
  sku: ['SKU', text],
  size: ['Size', text],
  color: ['Colour', text],
  option: ['Value of the third option', text],
  barcode: ['Barcode', text],
  lowStockAt: ['Low stock at', (value) => text(value ?? LEVEL_OF_SHOP)],
  imageUrl: ['Image', (value) => text(typeof value === 'string' ? nameOfFile(value) : value)],
  available: ['Available', text],
  onHand: ['On hand', text],
  archived: ['Archived', yesNo],
  added: ['Added', (value) => (value === '' ? 'without options' : text(value))],
  // Of delivery.
  places: ['Places', list],
  methods: ['Ways of delivery', list],
  cutOff: ['Cut-off time', text],
  workingDays: ['Working days', list],
  daysOff: ['Days off', list],
  // Of categories and collections.
  description: ['Text', text],
  inMenu: ['In the menu', yesNo],
  offers: ['Home page offers', yesNo],
  order: ['Order', list],
  products: ['Products', list],
  orderOfProducts: ['Order of the products', list],
  minMinor: ['Lowest price', money],
  maxMinor: ['Highest price', money],
  inStock: ['In stock', yesNo],
  // Of accounts.
  role: ['Role', text],
  // Of searches, synonyms, taxes and returns.
  boosts: ['Boosts', list],
  words: ['Words', list],
  pricesIncludeTax: ['Prices include tax', yesNo],
  rates: ['Rates', list],
  postagePaidBy: ['Who pays for the way back', text],
  finalSaleCategories: ['Categories of final sales', list],
  finalSaleTags: ['Tags of final sales', tags],
} satisfies Record<Exclude<Field, Unnamed>, [label: string, show: Show]> &
  Record<string, [label: string, show: Show]>;

/** The fields that are texts with tags. */
const WITH_TAGS = new Set(['html', 'descriptionHtml']);

/** What an entry of the audit log, a dry run or a bulk edit changes, and the number of further fields. */
export interface ChangedFields {
  fields: ChangedField[];
  more: number;
}

export function changedFields(
  detail: Record<string, unknown>,
  most: number = MAX_FIELDS,
): ChangedFields {
  const { changed } = detail;
  if (typeof changed !== 'object' || changed === null) return { fields: [], more: 0 };
  const all = Object.entries(changed as Record<string, unknown>);
  return {
    fields: all.slice(0, most).map(([name, values]) => toField(name, values)),
    more: Math.max(0, all.length - most),
  };
}

/** A product that a job changes, field by field. */
export interface ChangedItem extends ChangedFields {
  subject: string;
  label: string;
  /** The SKU that found it, and the handle in the file, which is not its own. */
  foundBy?: { sku: string; handle: string };
  /** Why an undo left it as it is; null if it did not. */
  kept: string | null;
}

/** The products of a list with their fields, as many as one page can have. */
export function changedItems(items: JobItem[]): ChangedItem[] {
  let left = MAX_OF_LIST;
  return items.map(({ subject, label, differences, kept }) => {
    const most = Math.min(MAX_FIELDS, Math.max(LEAST_OF_EACH, left));
    const { [FOUND_BY_SKU]: by, ...changed } = differences ?? {};
    const found = changedFields({ changed }, most);
    left -= found.fields.length;
    const foundBy = by && { handle: String(by[0]), sku: String(by[1]) };
    return { subject, label, kept, ...(foundBy && { foundBy }), ...found };
  });
}

/** Fields of variants have names such as 'COAT-1 priceMinor', conditions of a rule 'rule minMinor'. */
function toField(name: string, values: unknown): ChangedField {
  const { field, label, show } = fieldOf(name);
  const [was, is] = Array.isArray(values) ? values : [null, values];
  const change = WITH_TAGS.has(field) ? htmlChange : textChange;
  const [before, after] = change(show(was), show(is));
  return { label, before, after };
}

/** A field of a record that was removed, such as 'Address: hats'; null for one that had nothing. */
export function lastValue(name: string, value: unknown): string | null {
  const { label, show } = fieldOf(name);
  const shown = value === false ? '' : show(value);
  return shown === '' ? null : `${label}: ${shown}`;
}

function fieldOf(name: string): { field: string; label: string; show: Show } {
  const at = name.lastIndexOf(' ');
  const field = name.slice(at + 1);
  const [label, show] = ownValue(fields, field) ?? [field, text];
  const of = at === -1 ? '' : firstCharacters(name.slice(0, at), LONGEST_SKU);
  const owner = of === '' ? '' : `${of === 'rule' ? 'Rule' : of}: `;
  return { field, label: owner + label, show };
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function nameOfImage(image: unknown): string {
  const { url, alt, color } = image as { url?: unknown; alt?: unknown; color?: unknown };
  const name = String(alt || nameOfFile(String(url)));
  return color ? `${name} (${color})` : name;
}

function nameOfFile(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
