// For browsers, so it imports no zod.

/** The sheet of products: what staff see in it, and the previews and results of bulk edits. */
import type { VariantOptions } from '#shared/variant-options.ts';
import type { RenamedRules } from '../merchandising/merchandising.ts';
import type { RenamedView } from '../saved-views/saved-views.ts';
import type { BulkChange } from './bulk-edit-input.schema.ts';
import type { ProductStatus } from './product-status.schema.ts';

/** The most products and variants of a part of the sheet, and of a bulk edit. */
export const MAX_SHEET_PRODUCTS = 2_000;
export const MAX_SHEET_VARIANTS = 5_000;
/** The most rows of the page with a sheet; more are loaded afterwards. The grid shows some 20. */
export const MAX_FIRST_ROWS = 100;
/** The most products that one change of all that fit a filter is made to. */
export const MAX_CHANGED = 5_000;

/** The statuses that a bulk edit sets. A scheduled product needs a time of its own. */
export const sheetStatuses = ['draft', 'active', 'archived'] as const satisfies ProductStatus[];

/** A product in the sheet, with its variants that are not archived. Money in minor units. */
export interface SheetProduct {
  id: string;
  name: string;
  /** The version that an edit is made from. */
  version: number;
  status: ProductStatus;
  category: string;
  tags: string[];
  variants: SheetVariant[];
}

/** A variant with its amounts. An amount that it does not have itself comes from its product. */
export interface SheetVariant extends VariantOptions {
  id: string;
  sku: string;
  /** Null where staff gave no price yet. */
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  /** Units on hand, including those that are promised to orders. */
  onHand: number;
  available: number;
  /** Null for the shop's own level. */
  lowStockAt: number | null;
}

/** A part of the sheet, or its first rows. */
export interface Sheet {
  /** Its products, as `unpackProducts` reads them. */
  packed: string;
  /** Whether these are all products of the part. The rest is about the part only if they are. */
  isWhole: boolean;
  /** How many products the list has in this part: those of the sheet, and those left out. */
  size: number;
  isFirst: boolean;
  /** The cursor of the next part; null in the last one. */
  next: string | null;
  /** How many products all parts have. */
  count: number;
  /** Whether there are more: those of a list are counted up to MOST_COUNTED. */
  isCountCut: boolean;
}

/**
 * The fields that a bulk edit changes, with their labels. The first three belong to the product.
 */
export const sheetFields = {
  status: 'Status',
  category: 'Category',
  tags: 'Tags',
  price: 'Price',
  compareAtPrice: 'Compare-at',
  cost: 'Cost',
  onHand: 'On hand',
  lowStockAt: 'Low stock at',
} as const;

/** The fields that are numbers of units. Other numbers are amounts. */
export const unitFields: ReadonlySet<string> = new Set<keyof typeof sheetFields>([
  'onHand',
  'lowStockAt',
]);

/** What a variant has that has no low-stock level of its own. */
export const LEVEL_OF_SHOP = 'the shop’s level';

export type SheetField = keyof typeof sheetFields;

/** A value that a bulk edit changes. Amounts in minor units. */
export interface SheetChange {
  productId: string;
  name: string;
  /** Null for a field of the product. */
  sku: string | null;
  field: SheetField;
  before: string | number | null;
  after: string | number | null;
}

/** Why a product is left out of a bulk edit. */
export interface SheetProblem {
  productId: string;
  name: string;
  /** Null for a problem of the product. */
  sku: string | null;
  field: SheetField | null;
  reason: string;
}

/** What a bulk edit would do now. */
export interface BulkEditPreview {
  /** How many products and variants would change. */
  products: number;
  variants: number;
  /** How many of the products have these values already. */
  unchanged: number;
  /** How many are left out because of a problem. */
  leftOut: number;
  /** Everything that is left out, and why. */
  problems: SheetProblem[];
  /** The first changes; `changeCount` says how many there are. */
  changes: SheetChange[];
  changeCount: number;
}

/** A product that a change of many would change. */
export interface ChangedProduct {
  name: string;
  /** The lowest and the highest price of its variants; null if the change is of something else. */
  prices: { before: PriceSpan; after: PriceSpan } | null;
}

type PriceSpan = { lowMinor: number; highMinor: number };

/** The most products that the preview of such a change names. */
export const MAX_LISTED = 2_000;

/** The `input` of a bulk edit's job. */
export interface BulkEditInput {
  products: number;
  /** Absent if each product has values of its own, as in a sheet. */
  change?: BulkChange;
  /** The change is made to all products with this tag that the job comes to. */
  ofTag?: string;
}

/** The `result` of a bulk edit's job: numbers of products, and of changed variants. */
export interface BulkEditResult {
  changed: number;
  variants: number;
  unchanged: number;
  leftOut: number;
  /** For an undo: the number of products that it restored, and of those that it left unchanged. */
  takenBack?: number;
  kept?: number;
  /** The rules and boosts that followed the rename of a tag, without those taken back. */
  renamedRules?: RenamedRules;
  /** The saved views whose addresses followed it. */
  renamedViews?: RenamedView[];
  /** The names of the rules, boosts and views that an undo left as they are. */
  keptRules?: string[];
}
