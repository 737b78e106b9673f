import { z } from 'zod';

/**
 * The longest comment, in characters as JavaScript counts them, which are never fewer than those of
 * PostgreSQL.
 */
export const LONGEST_COMMENT = 2_000;

/** What staff write about an order, in one or more lines. */
export const commentRequest = z.object({
  text: z
    .string()
    .max(2 * LONGEST_COMMENT)
    .transform((text) => text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim())
    .pipe(
      z
        .string()
        .min(1, 'Please write a comment.')
        .max(LONGEST_COMMENT, 'A comment can have at most 2,000 characters.'),
    ),
});
