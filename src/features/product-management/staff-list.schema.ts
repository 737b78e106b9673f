/** The list of all products for staff: its sorts, its filters and its rows. */
import type { PriceRange } from '../catalog/product-list.schema.ts';
import type { ProductStatus } from './product-status.schema.ts';

/**
 * The labels of the sorts. The first is the default. The prices are those of products, not of
 * variants.
 */
export const staffSorts = {
  changed: 'Last changed',
  newest: 'Newest',
  name: 'Name: A to Z',
  'name-down': 'Name: Z to A',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
} as const;

export type StaffSort = keyof typeof staffSorts;

/** The column of each sort, and whether it is descending. */
export const staffSortOrders = {
  changed: { by: 'updatedAt', down: true },
  newest: { by: 'createdAt', down: true },
  name: { by: 'name', down: false },
  'name-down': { by: 'name', down: true },
  'price-up': { by: 'price', down: false },
  'price-down': { by: 'price', down: true },
} as const satisfies Record<StaffSort, { by: string; down: boolean }>;

/** The filter by stock. A product is low while one of its variants is. */
export const stockLevels = {
  any: 'Any stock',
  in: 'In stock',
  low: 'Low',
  out: 'Sold out',
} as const;

export type StockLevel = keyof typeof stockLevels;

/** A filter for the list. Nulls and open ranges have no effect. */
export interface StaffFilter {
  /** Beginnings of words of the name and the brand, the beginning of an SKU, a barcode or the slug. */
  text: string | null;
  /** Null for all products that are not archived. */
  status: ProductStatus | null;
  /** The id of a category. */
  category: string | null;
  stock: StockLevel;
  missingImage: boolean;
  /** Finds products with a price in the range. */
  price: PriceRange;
  tag: string | null;
}

/**
 * A product in the list. Money in minor units. Units and prices are those of variants that are not
 * archived.
 */
export interface StaffRow {
  id: string;
  name: string;
  status: ProductStatus;
  /** The time of publishing of a scheduled product. */
  publishAt: string | null;
  category: string;
  brand: string;
  productType: string;
  tags: string[];
  imageUrl: string | null;
  lowestMinor: number | null;
  highestMinor: number | null;
  available: number;
  /** How many of its variants are low. */
  lowCount: number;
  variantCount: number;
  /** The SKU of its only variant; null with several or none. */
  sku: string | null;
  /** The lowest and the highest cost of its variants; null where none has one. */
  costLowMinor: number | null;
  costHighMinor: number | null;
  createdAt: string;
  updatedAt: string;
}
