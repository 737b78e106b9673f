import { z } from 'zod';
import {
  LONGEST_PRODUCT_TAG,
  LONGEST_TAG,
  MAX_PRODUCT_TAGS,
  MAX_TAGS,
  tagTooLong,
  tooManyTags,
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
        .max(longest, tagTooLong(longest))
        .refine(hasVisibleCharacter, 'A tag needs at least one visible character.'),
    );

export const productTag = tagUpTo(LONGEST_PRODUCT_TAG);

/** The tags of an order. */
export const orderTagList = z.array(tagUpTo(LONGEST_TAG)).max(MAX_TAGS, tooManyTags(MAX_TAGS));

/** The tags of a product. */
export const productTagList = z
  .array(productTag)
  .max(MAX_PRODUCT_TAGS, tooManyTags(MAX_PRODUCT_TAGS));
