// Without the validation library, for browsers: schemas and fields have the same limits. Those of
// products are in `product-limits.ts`.

/** The most characters of a note, or of a reason for a refund or a declined return. */
export const LONGEST_NOTE = 500;
/** The most characters of a reason why an order is held, cancelled or not paid. */
export const LONGEST_ORDER_REASON = 200;
/** The most characters of a carrier, and of a tracking number. */
export const LONGEST_TRACKING = 60;
/** The most characters of the name of a category, collection or page. */
export const LONGEST_SECTION_NAME = 80;
export const LONGEST_SECTION_TEXT = 500;
export const LONGEST_TAX_NAME = 40;
export const LONGEST_REGION = 80;
/** The most characters of the name of a delivery zone or method. */
export const LONGEST_DELIVERY_NAME = 80;
export const LONGEST_DELIVERY_NOTE = 200;
