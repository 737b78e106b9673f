/** What staff see and change of stock. Browsers load this file, so it has no zod. */

import { MAX_UNITS } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import type { VariantOptions } from '#shared/variant-options.ts';

/** Why staff change a quantity. */
export const adjustmentReasons = [
  'received',
  'counted',
  'damaged',
  'correction',
  'returned',
] as const;

export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** What a stock movement is, for people. */
export const movementLabels = {
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged',
  correction: 'Correction',
  returned: 'Returned',
  opening: 'Opening stock',
  sold: 'Ordered',
  given_back: 'Given back',
  cancelled: 'Cancelled before shipping',
  exchanged: 'Exchanged',
} as const satisfies Record<
  AdjustmentReason | 'opening' | 'sold' | 'given_back' | 'cancelled' | 'exchanged',
  string
>;

export type MovementReason = keyof typeof movementLabels;

/** The most variants of a receipt: one transaction locks them all. */
export const MAX_RECEIVED = 500;

/**
 * Units of a variant: on hand, those of them that are promised to orders that wait for payment, and
 * the remaining ones.
 */
export interface StockLevel {
  onHand: number;
  reserved: number;
  available: number;
}

/**
 * The stock of a variant, with the units of paid orders and of exchanges that are still to be
 * shipped. They are no longer on hand.
 */
export interface ShelfLevel extends StockLevel {
  toShip: number;
}

/** What lies on the shelf. */
export function onShelf({ onHand, toShip }: Pick<ShelfLevel, 'onHand' | 'toShip'>): number {
  return onHand + toShip;
}

/** Which filters find orders with units to ship that their list 'To ship' leaves out. */
export const FIND_OTHERS =
  'In the orders, the filter “Not shipped” finds refunded ones, and “Deleted” finds deleted ones.';

/** How the numbers of stock add up, for people. */
export const SHELF_SUMS =
  'On hand is available and reserved together. On the shelf is on hand and to ship together.';

/** How the numbers of stock add up, for people, with what counts as reserved and to ship. */
export const SHELF_RULE = `On hand is what is available and what unpaid orders reserve. On the shelf is what is on hand and what is still to be shipped of paid orders, also of deleted ones and of those that were refunded but not cancelled. ${FIND_OTHERS}`;

/** A variant in the list of stock. */
export interface StockRow extends ShelfLevel, VariantOptions {
  id: string;
  sku: string;
  barcode: string | null;
  productId: string;
  name: string;
  category: string;
  imageUrl: string | null;
  /** The stock is low at this many available units or fewer. */
  lowStockAt: number;
  /** The variant's own such level; null if the shop's applies. */
  ownLevel: number | null;
  /** Whether it or its product is archived. */
  archived: boolean;
  ofArchivedProduct: boolean;
}

/** What staff did last to the stock of a variant. */
export interface LastAdjustment {
  reason: AdjustmentReason;
  /** A name, or the id of an account that is gone. */
  by: string;
  /** ISO 8601. */
  at: string;
}

/** What a variant costs, with the values that it takes from its product. */
export interface VariantPrices {
  /** Null where staff had given none. */
  priceMinor: number | null;
  /** A former price, shown struck through. */
  compareAtMinor: number | null;
  /** What a unit costs the shop. */
  costMinor: number | null;
  currency: string;
}

/** The prices of a variant at a past moment. */
export interface PricesAsOf extends VariantPrices {
  /**
   * ISO 8601. Prices are recorded since then. For an earlier moment, these are the first recorded
   * ones.
   */
  recordedSince: string;
}

/** A change of the quantity of a variant. */
export interface MovementView {
  id: string;
  /** Units added, or taken when negative. */
  quantity: number;
  /** Available units after it. */
  after: number;
  reason: MovementReason;
  note: string;
  order: { id: string; number: string } | null;
  /** A name, or the label of the job or of an account without a name. */
  actor: string;
  /** ISO 8601. */
  at: string;
}

/** Units on hand, and what they are worth. */
export interface StockSums {
  units: number;
  /** On hand × cost, for variants with a cost. */
  valueMinor: number;
  /** On hand × price, for variants with a price. */
  salesMinor: number;
  /** Products that have units on hand and no cost. */
  productsWithoutCost: number;
  unitsWithoutCost: number;
  /** Units of drafts and archived products that have no price. */
  unitsWithoutPrice: number;
}

/** The stock of a category in one currency. */
export interface CategoryValue extends StockSums {
  /** Its name; empty for drafts and archived products that have none. */
  category: string;
}

/** The stock of all products in one currency. */
export interface StockValue extends StockSums {
  currency: string;
  /** By the names of categories; without those that have nothing on hand. */
  categories: CategoryValue[];
}

/** What a number without a sign means. A correction may go either way. */
const signs: Record<AdjustmentReason, string> = {
  received: '+',
  returned: '+',
  damaged: '-',
  counted: '=',
  correction: '',
};

/**
 * A change as staff type it: `+5` adds, `-2` takes, `=40` sets the number on hand. Without a sign,
 * the reason decides.
 */
export function readStockChange(
  text: string,
  reason?: string,
): { quantity: number } | { setTo: number } | null {
  const [, typed, digits] = /^\s*([+=\-\u2212]?)\s*(\d{1,7})\s*$/.exec(text) ?? [];
  const known = adjustmentReasons.find((one) => one === reason);
  const sign = typed || (known && signs[known]);
  if (!sign) return null;
  const units = Number(digits);
  if (units > MAX_UNITS) return null;
  if (sign === '=') return { setTo: units };
  if (units === 0) return null;
  return { quantity: sign === '+' ? units : -units };
}

export const CHANGE_HINT =
  'Type +5 to add, -2 to take or =40 for the number on hand. Counted takes what lies on the shelf.';

/** Why a number that staff typed beside another one does not replace it. */
export function changedSince(from: number, now: number, where: 'on hand' | 'on the shelf'): string {
  return `Its stock has changed since: ${withThousands(from)} ${where} then, ${withThousands(now)} now.`;
}
