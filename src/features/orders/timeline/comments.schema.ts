import { z } from 'zod';
import { LONGEST_COMMENT } from '#shared/field-lengths.ts';
import { withThousands } from '#shared/thousands.ts';

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
        .max(
          LONGEST_COMMENT,
          `A comment can have at most ${withThousands(LONGEST_COMMENT)} characters.`,
        ),
    ),
});
