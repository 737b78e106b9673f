/** The most photos of a return. */
export const MOST_RETURN_PHOTOS = 3;
