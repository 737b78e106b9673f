/** Replaces the words of a search that the shop does not know by the nearest that it knows. */
import type { Ctx } from '../../context.ts';
import {
  selectAlike,
  selectByParts,
  selectComparesParts,
  selectKnownWords,
} from './search-words.store.ts';
import { type KnownWord, mostEdits, nearestWord, splitsOf } from './spelling.ts';
import { categoryWords, knowsWord, type Vocabulary } from './vocabulary.ts';

/** The words that were meant; null when none is near. */
export async function correctedWords(
  ctx: Ctx,
  words: readonly string[],
  vocabulary: Vocabulary,
): Promise<string[] | null> {
  const ofCategories = categoryWords(vocabulary.categories).map((word) => ({ word, uses: 0 }));
  const meant: string[] = [];
  // Sequential, because a search takes one connection.
  for (const word of words) {
    const isKnown = knowsWord(vocabulary, word);
    meant.push(isKnown ? word : ((await wordMeant(ctx, word, ofCategories)) ?? word));
  }
  const corrected = [...new Set(meant.join(' ').split(' '))];
  return corrected.join(' ') === words.join(' ') ? null : corrected;
}

async function wordMeant(
  ctx: Ctx,
  typed: string,
  ofCategories: readonly KnownWord[],
): Promise<string | null> {
  // A plural may have its mistake in the singular, as which the shop has it.
  for (const form of [typed, typed.replace(/s$/, '')]) {
    const most = mostEdits(form);
    if (most === 0) return null;
    const alike = nearestWord(form, [...ofCategories, ...(await selectAlike(ctx.db, form, most))]);
    if (alike) return alike;
    if (form === typed && !typed.endsWith('s')) break;
  }
  const parts = splitsOf(typed);
  const halves = new Set((await selectKnownWords(ctx.db, parts.flat())).map(({ word }) => word));
  const split = parts.find((pair) => pair.every((half) => halves.has(half)));
  if (split) return split.join(' ');
  if (!(await selectComparesParts(ctx.db))) return null;
  return nearestWord(typed, await selectByParts(ctx.db, typed));
}
