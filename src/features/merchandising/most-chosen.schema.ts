// Apart from the schemas, whose library browsers need not fetch.
/** The most products of a collection by hand. */
export const MOST_CHOSEN = 500;
