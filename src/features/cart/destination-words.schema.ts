// In its own file, so that browsers get it without the validation library.

export const CITY_NEEDED = 'A city is needed.';
export const ZIP_NEEDED = 'A zip code is needed.';
export const ZIP_HAS_DIGITS = 'A zip code has digits only.';
