import type { MAX_QUANTITY } from '#features/cart/cart.schema.ts';

// The type makes the two equal. Importing the value would add the schemas to every shop page's
// script.
/** The largest quantity of one line. */
export const QUANTITY_LIMIT: typeof MAX_QUANTITY = 99;
