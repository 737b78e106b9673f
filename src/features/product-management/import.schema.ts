// For browsers, so it imports no zod.

import type { DecimalSign } from '#shared/read-decimal.ts';
import type { ColumnMapping, CsvDialect } from './import-columns.schema.ts';
import { mappedColumns } from './import-columns.schema.ts';
/** The choices of staff for an import, and the input and result of its job. */
import type { ProductCsvColumn } from './product-csv.schema.ts';
import type { ProductStatus } from './product-status.schema.ts';

/** What happens to products that the shop already has. */
export const existingChoices = {
  update: 'Change them as the file says',
  leave: 'Leave them as they are',
} as const;

export type ExistingChoice = keyof typeof existingChoices;

/**
 * What happens to images on other hosts that the shop may show from there (`imageHosts`). Those on
 * further hosts are always fetched.
 */
export const otherHostChoices = {
  fetch: 'Fetch them into this shop',
  stay: 'Leave them where the shop may show them',
} as const;

export type OtherHostChoice = keyof typeof otherHostChoices;

/** An earlier import of a file with the same heading. */
export interface ColumnsFrom {
  fileName: string;
  /** ISO 8601. */
  startedAt: string;
}

/** The `input` of an import's job. */
export interface ImportInput {
  fileName: string;
  dialect: CsvDialect;
  /** The columns of the file. */
  header: string[];
  mapping: ColumnMapping;
  /** The decimal sign of its amounts; null where none or both are found. */
  decimal?: DecimalSign | null;
  category: string;
  /** The id of that category; absent in jobs of earlier versions of the shop. */
  categoryId?: string;
  existing: ExistingChoice;
  /** Absent in jobs of earlier versions of the shop, which leave them there. */
  images?: OtherHostChoice;
  /** The units of new variants that the other shop sells without counting them; 0 if absent. */
  uncounted?: number;
  dryRun: boolean;
  /** The import whose columns were taken over; absent if they were detected or chosen. */
  columnsFrom?: ColumnsFrom;
  /** The id of the dry run that this import carries out. */
  checkedBy?: string;
}

/**
 * Among the differences of a dry run: the handle in the file and the SKU that found the product,
 * whose handle is another one.
 */
export const FOUND_BY_SKU = 'foundBySku';

/** Among the differences of a product that a dry run would add: `NewProduct`. */
export const NEW_PRODUCT = 'newProduct';

/** What a dry run says of a product that the import would add. */
export interface NewProduct {
  /** The lowest and the highest price of its variants that are not archived; null without a price. */
  priceMinor: number | null;
  highestMinor: number | null;
  variants: number;
  /** Available units of all variants. */
  units: number;
  images: number;
  status: ProductStatus;
  /** The name. */
  category: string;
  /** How many variants have a compare-at price that customers don't see. */
  unseenFormer: number;
}

/** A category that only a file has. */
export interface NewCategory {
  /** Empty in a dry run, which adds none. */
  id: string;
  name: string;
  /** Whether a product is in it that was added or changed. */
  isUsed: boolean;
}

/** The images of products and of their descriptions, counted for each product that has them. */
export interface ImageCounts {
  /** The images that are to be fetched from other servers. */
  toFetch: number;
  /** How many of the images to fetch were tried. */
  done: number;
  fetched: number;
  /** The images that could not be fetched, and are missing now. */
  failed: number;
  /** The images that stay on another host, by host. */
  stay: Record<string, number>;
}

/** The `result` of an import's job. */
export interface ImportResult {
  phase: 'checking' | 'products' | 'images';
  /** The file can't be read to its end, so that another check would end as this one did. */
  isUnreadable?: boolean;
  added: number;
  changed: number;
  variants: number;
  unchanged: number;
  uncategorised: number;
  refused: number;
  /** The categories that it added, or in a dry run would add. */
  newCategories: NewCategory[];
  /**
   * The number of products whose images have to be fetched, and of those whose images were fetched.
   */
  toFetch: number;
  fetched: number;
  /** Absent in jobs of earlier versions of the shop, as the next one is. */
  images?: ImageCounts;
  /** Added and changed products with a compare-at price that customers don't see. */
  unseenFormer?: number;
  /** For an undo: the number of products that it restored, and of those that it left unchanged. */
  takenBack?: number;
  kept?: number;
  /**
   * The categories that the import added and its undo could not remove; names in jobs of earlier
   * versions of the shop.
   */
  keptCategories?: (string | { id: string; name: string })[];
  /**
   * The category of archived products that were in one that the import added. Absent if it is the one
   * that was chosen for new products.
   */
  archivedIn?: { id: string; name: string };
}

/** What the categories of an import are called by now. */
export interface CategoriesNow {
  /** The one for new products without one; null if it was deleted. */
  chosen: string | null;
  /** Those that it added, or in a dry run would add, and that are in use. */
  added: string[];
  /** Those that its undo could not remove. */
  kept: string[];
  /** Where its undo put archived products because the chosen one was deleted; null if it did not. */
  archivedIn: string | null;
}

/** What an undo of an import or a bulk edit would do. */
export interface ForeseenUndo {
  /** How many of the products were looked at: all, or the first ones. */
  looked: number;
  isAll: boolean;
  /** How many of these would stay as they are. */
  stay: number;
}

/** How many products of each kind a dry run stores, beside those that only an SKU finds. */
export const LISTED_BY_CHECK = { new: 100, changed: 500 } as const;

/** The columns that people choose, in order. */
export const columnChoices = Object.entries(mappedColumns).map(([column, { label }]) => ({
  column: column as ProductCsvColumn,
  label,
}));
