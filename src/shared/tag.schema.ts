import { z } from 'zod';
import {
  LONGEST_PRODUCT_TAG,
  LONGEST_TAG,
  MAX_PRODUCT_TAGS,
  MAX_TAGS,
  TAG_TOO_LONG,
  TOO_MANY_TAGS,
} from './tags.ts';
import { hasVisibleCharacter, withoutInvisible } from './visible-text.ts';

const tagUpTo = (longest: number) =>
  z
    .string()
    // A field in a page has no line breaks.
    .transform((text) => text.replace(/[\t-\r\u2028\u2029]+/g, ' '))
    // PostgreSQL stores no text with a NUL or half of a character.
    .refine((text) => !/\p{Cc}/u.test(text), 'A tag cannot have control characters.')
    .transform((text) => withoutInvisible(text.toWellFormed()))
    .pipe(
      z
        .string()
        .trim()
        .min(1, 'A tag needs at least one visible character.')
        .max(longest, TAG_TOO_LONG(longest))
        .refine(hasVisibleCharacter, 'A tag needs at least one visible character.'),
    );

export const productTag = tagUpTo(LONGEST_PRODUCT_TAG);

/** The tags of an order. */
export const orderTagList = z.array(tagUpTo(LONGEST_TAG)).max(MAX_TAGS, TOO_MANY_TAGS(MAX_TAGS));

/** The tags of a product. */
export const productTagList = z
  .array(productTag)
  .max(MAX_PRODUCT_TAGS, TOO_MANY_TAGS(MAX_PRODUCT_TAGS));
