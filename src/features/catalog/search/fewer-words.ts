/** What to search where nothing has all of the words. */
import { type NamedOptions, optionsAmong } from './known-options.ts';
import { knowsWord, type Vocabulary } from './vocabulary.ts';

/** Words, and the sizes and colors among them that are read as such. */
export interface SomeWords {
  words: readonly string[];
  named: NamedOptions | null;
  /** Whether all words are searched, and only sizes or colors are not. */
  hasAllWords: boolean;
}

/** Words before a color that may say nothing the shop knows: 'dark green'. */
const COLOR_MODIFIERS = new Set(['dark', 'light', 'bright', 'pale', 'deep', 'pastel', 'soft']);

/** The most times that the first word is left out. Each of them costs a search. */
const MOST_LEFT_OUT = 3;

/**
 * Ever fewer of the words, in the order in which they are tried: without those that the shop does
 * not know, then without the colors, without the sizes, without both, and at last without the first
 * words, because the last one mostly names the thing.
 */
export function* fewerWords(
  typed: readonly string[],
  vocabulary: Vocabulary,
): Generator<SomeWords> {
  const words = typed.filter((_, index) => saysSomething(typed, index, vocabulary));
  if (words.length === 0) return;
  const isColor = (option: Vocabulary['options'][number]) =>
    option.family !== null || option.colors.length > 0;
  const colors = vocabulary.options.filter(isColor);
  const sizes = vocabulary.options.filter((option) => !isColor(option));
  const named = optionsAmong(words, vocabulary.options);
  const withoutColors = optionsAmong(words, colors)?.rest ?? words;
  const withoutSizes = optionsAmong(words, sizes)?.rest ?? words;
  const things = named?.rest ?? words;
  const hasAllWords = words.length === typed.length;
  const tries: SomeWords[] = [
    { words, named, hasAllWords },
    { words: withoutColors, named: optionsAmong(withoutColors, sizes), hasAllWords },
    { words: withoutSizes, named: optionsAmong(withoutSizes, colors), hasAllWords },
    { words: things, named: null, hasAllWords },
    ...Array.from({ length: MOST_LEFT_OUT }, (_, left) => ({
      words: things.slice(left + 1),
      named: null,
      hasAllWords: false,
    })),
  ];
  const tried = new Set([typed.join(' ')]);
  for (const some of tries) {
    const text = some.words.join(' ');
    if (text === '' || tried.has(text)) continue;
    tried.add(text);
    yield some;
  }
}

function saysSomething(words: readonly string[], index: number, vocabulary: Vocabulary): boolean {
  const word = words[index] ?? '';
  const next = words[index + 1];
  const optionsOf = (one: string | undefined) =>
    vocabulary.options.filter((option) => option.word === one);
  // A single letter is a word of many products, and says something only as a size.
  if (word.length === 1 && !optionsOf(word).some(({ sizes }) => sizes.length > 0)) return false;
  const isBeforeColor = optionsOf(next).some(
    ({ family, colors }) => family !== null || colors.length > 0,
  );
  const isPartOfPair = vocabulary.options.some((option) => option.word === `${word} ${next}`);
  if (COLOR_MODIFIERS.has(word) && isBeforeColor && !isPartOfPair) return false;
  return knowsWord(vocabulary, word);
}
