import { z } from 'zod';
import { oneLine } from './one-line.ts';

/** The most characters of a text that are read before it is made one line. */
const LONGEST = 2_000;

/**
 * One line without spaces around it, of at most `most` characters. They are counted like the checks
 * of the database do, or higher: what people see as one character may be eleven.
 */
export const singleLine = (most: number) =>
  z
    .string()
    .max(LONGEST)
    .refine(
      (text) => text.isWellFormed(),
      'This contains a broken character. Please type it again.',
    )
    .transform((text) => oneLine(text, LONGEST))
    .pipe(z.string().max(most, `At most ${most} characters.`));
