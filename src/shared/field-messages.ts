// Without the validation library, for browsers: schemas and forms say the same of a field.

export const NAME_NEEDED = 'A name is needed.';
export const INVISIBLE_NAME = 'A name needs at least one visible character.';
export const PRICE_NEEDED = 'A price is needed.';
export const CATEGORY_NEEDED = 'Please choose a category.';
export const GENDER_NEEDED = 'A gender is needed.';
export const DETAILS_NEEDED = 'Details are needed.';
export const SKU_NEEDED = 'A SKU is needed.';
export const TAG_NEEDED = 'Please type a tag.';
export const WHOLE_UNITS = 'Whole units only.';
export const AT_LEAST_ZERO = 'At least 0.';
export const WHOLE_GRAMS = 'Whole grams only.';
