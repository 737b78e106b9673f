import { z } from 'zod';
import { singleLine } from '#shared/single-line.schema.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';

export type { Texts } from './default-texts.ts';

/** A text as staff see it. */
export interface ShopText {
  /** Such as 'home.send'. */
  key: string;
  /** Where it is. */
  where: string;
  /** The most characters. */
  most: number;
  default: string;
  /** What staff wrote instead; null while the default is shown. */
  own: string | null;
  /** Each change increases it; 0 for a text that was never changed. */
  version: number;
}

export interface ShopTextGroup {
  title: string;
  texts: ShopText[];
}

/** What staff write: one line of at most `most` characters. It is shown as text, never as HTML. */
export const writtenText = (most: number) =>
  singleLine(most).refine(
    hasVisibleCharacter,
    'Please write at least one visible character, or reset the text.',
  );

export const textInput = z.object({
  text: z.string().max(2_000).nullable(),
});
