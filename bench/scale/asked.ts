/**
 * An address that is requested from a shop of each size, and the most milliseconds that 95 of 100
 * requests may take.
 */
export interface Asked {
  what: string;
  paths: string[];
  mostMs: number;
  /** Whether each address is requested once, because the shop caches its response. */
  isFirstTime?: true;
}

/** What the addresses are made of. */
export interface Sample {
  /** Some products of the shop. */
  products: { _id: string; slug: string }[];
  /** The product that sells most. */
  popularId: string;
  /** An order, and a variant that is in many. */
  orderId: string;
  variantId: string;
  /** The customer of that order. */
  customerId: string;
  /** When the shop's oldest rows were written. */
  oldest: Date;
}

/** The limit for the first page of a list, and for pages that count or rank. */
export const LIST_MS = 50;
export const FILTERED_MS = 100;

export const each = <T>(values: readonly T[], toPath: (value: T) => string) => values.map(toPath);
