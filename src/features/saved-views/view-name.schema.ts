// In its own file, so that browsers get it without the validation library.

/** The most characters of a view's name. */
export const LONGEST_VIEW_NAME = 40;
