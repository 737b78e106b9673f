import type { MAX_QUANTITY } from '#features/cart/cart.schema.ts';

// The type keeps the two equal; importing the value would bring the schemas into every shop page.
/** The largest quantity of one line. */
export const QUANTITY_LIMIT: typeof MAX_QUANTITY = 99;
