// In its own file, so that browsers do not load the library of the schemas.
/** The most products of a collection by hand. */
export const MAX_CHOSEN = 500;
