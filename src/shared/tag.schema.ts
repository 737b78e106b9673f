import { z } from 'zod';
import { LONGEST_TAG, MAX_TAGS } from './tags.ts';
import { hasVisibleCharacter, withoutInvisible } from './visible-text.ts';

/** A tag of a product or an order. */
export const tag = z
  .string()
  // PostgreSQL stores no half of a character and no NUL, and a field in a page has no line breaks.
  .transform((text) =>
    withoutInvisible(text.toWellFormed()).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
  )
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
