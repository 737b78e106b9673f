import { z } from 'zod';
import { LONGEST_TAG, MAX_TAGS } from './tags.ts';
import { hasVisibleCharacter, withoutInvisible } from './visible-text.ts';

/** A tag of a product or an order. */
export const tag = z
  .string()
  // PostgreSQL stores no text with a NUL or half of a character.
  .refine((text) => !text.includes('\0'), 'A tag cannot have control characters.')
  .transform((text) => withoutInvisible(text.toWellFormed()))
  .pipe(
    z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_TAG, `A tag has ${LONGEST_TAG} characters at most.`)
      .refine(hasVisibleCharacter, 'A tag needs at least one visible character.'),
  );

/** The tags of a product or an order. */
export const tagList = z.array(tag).max(MAX_TAGS, `At most ${MAX_TAGS} tags.`);
