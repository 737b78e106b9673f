// Without the validation library, for browsers: schemas and fields have the same limits. Those of
// products are in `product-limits.ts`.

/** The longest email address that mail servers accept (RFC 5321). */
export const LONGEST_EMAIL = 254;
/** The most characters of the name of an account. */
export const LONGEST_PERSON_NAME = 120;
export const LONGEST_CITY = 120;
/** The most characters of what an image in a formatted text shows. */
export const LONGEST_ALT_IN_TEXT = 200;
/** The most characters of a typed amount, with its spaces and the mark of a currency. */
export const LONGEST_AMOUNT = 20;
/** The most characters of a typed percentage. */
export const LONGEST_PERCENT = 20;
/** The most characters of a search as it is counted, and hidden from the popular ones. */
export const LONGEST_COUNTED_SEARCH = 80;
/** The most characters of a brand or tag that a boost of a search is for. */
export const LONGEST_BOOST_VALUE = 200;
/** The most characters of the reference of a payment that came outside of the shop. */
export const LONGEST_REFERENCE = 200;
/**
 * The most characters of a comment on an order, as JavaScript counts them, which are never fewer
 * than those of PostgreSQL.
 */
export const LONGEST_COMMENT = 2_000;
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
