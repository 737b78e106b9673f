/** Replaces the words of a search that the shop does not know by the nearest that it knows. */
import type { Ctx } from '../../context.ts';
import { type KnownWord, mostEdits, nearestWord, splitsOf } from './nearest-word.ts';
import {
  selectAlike,
  selectByParts,
  selectComparesParts,
  selectIgnored,
  selectKnownWords,
} from './search-words.store.ts';
import { categoryWords, knowsWord, type Vocabulary } from './vocabulary.ts';

/** The words that were meant; null when none is near. */
export async function correctedWords(
  ctx: Ctx,
  words: readonly string[],
  vocabulary: Vocabulary,
): Promise<string[] | null> {
  const ofCategories = categoryWords(vocabulary.categories).map((word) => ({ word, uses: 0 }));
  const unknown = words.filter((word) => !knowsWord(vocabulary, word));
  const ignored = await selectIgnored(ctx.db, unknown);
  const meant: string[] = [];
  // One after the other: few searches are corrected.
  for (const word of words) {
    const isRight = !unknown.includes(word) || ignored.includes(word);
    meant.push(isRight ? word : ((await wordMeant(ctx, word, ofCategories)) ?? word));
  }
  const corrected = [...new Set(meant.join(' ').split(' '))];
  return corrected.join(' ') === words.join(' ') ? null : corrected;
}

async function wordMeant(
  ctx: Ctx,
  typed: string,
  ofCategories: readonly KnownWord[],
): Promise<string | null> {
  const most = mostEdits(typed);
  if (most === 0) return null;
  const known = [...ofCategories, ...(await selectAlike(ctx.db, typed, most + 1))];
  // A plural may have its mistake in the singular, as which the shop has it.
  const alike = nearestOf([typed, typed.replace(/s$/, '')], known);
  if (alike) return alike;
  const parts = splitsOf(typed);
  const halves = new Set((await selectKnownWords(ctx.db, parts.flat())).map(({ word }) => word));
  const split = parts.find((pair) => pair.every((half) => halves.has(half)));
  if (split) return split.join(' ');
  if (!(await selectComparesParts(ctx.db))) return null;
  return nearestOf([typed], await selectByParts(ctx.db, typed));
}

/** The known word that is nearest to one of the forms of a typed one. */
function nearestOf(forms: string[], known: readonly KnownWord[]): string | null {
  const found = forms.flatMap((form) => nearestWord(form, known) ?? []);
  return found.toSorted((a, b) => a.edits - b.edits)[0]?.word ?? null;
}
