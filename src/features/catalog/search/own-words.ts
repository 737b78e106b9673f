/** Which texts are made of the shop's own words. */
import type { Ctx } from '../../context.ts';
import { fold, formsOf, isSameWord, wordsOf } from './search-text.ts';
import { selectKnownWords } from './search-words.store.ts';

/**
 * Those of these texts whose words are all words of the shop: of names, brands, types, materials and
 * tags of products, of sizes and colors, or of names of categories. What is written in details does
 * not count. One statement, by the index of words.
 */
export async function whichAreOwnWords(ctx: Ctx, texts: string[]): Promise<string[]> {
  const words = [...new Set(texts.flatMap(wordsOf))];
  const known = new Set(
    (await selectKnownWords(ctx.db, words.flatMap(formsOf))).map(({ word }) => word),
  );
  const { categories } = await ctx.siteContent.read();
  const named = categories.flatMap(({ name }) => fold(name).split(' '));
  const isOwn = (word: string) =>
    formsOf(word).some((form) => known.has(form)) || named.some((part) => isSameWord(part, word));
  // All of its words, not the first ones alone.
  return texts.filter((text) => fold(text).split(' ').every(isOwn));
}
