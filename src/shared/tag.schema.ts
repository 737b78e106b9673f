import { z } from 'zod';
import { LONGEST_TAG, MAX_TAGS } from './tags.ts';
import { hasVisibleCharacter, withoutInvisible } from './visible-text.ts';

/** A tag of a product or an order. */
export const tag = z
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
      .max(LONGEST_TAG, `A tag has ${LONGEST_TAG} characters at most.`)
      .refine(hasVisibleCharacter, 'A tag needs at least one visible character.'),
  );

/** The tags of a product or an order. */
export const tagList = z.array(tag).max(MAX_TAGS, `At most ${MAX_TAGS} tags.`);
