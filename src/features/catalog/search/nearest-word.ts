/** Finds the word that somebody meant. */

/** A word of the shop, and in about how many products it occurs. */
export interface KnownWord {
  word: string;
  uses: number;
}

/**
 * The nearest of the known words. Of equally near ones it is one of the same length, because people
 * mix up letters more often than they add two, and then the most frequent. Null when none is near.
 */
export function nearestWord(
  typed: string,
  known: readonly KnownWord[],
): { word: string; edits: number } | null {
  const most = mostEdits(typed);
  let best: { word: string; edits: number; rank: number[] } | null = null;
  for (const { word, uses } of known) {
    const edits = editsBetween(typed, word, most);
    if (edits > most) continue;
    const rank = [edits, Math.abs(word.length - typed.length), -uses];
    if (!best || isBefore(rank, best.rank)) best = { word, edits, rank };
  }
  return best;
}

function isBefore(a: number[], b: number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/**
 * How far a word may be from what was typed. A short word is near too many others, so it is less.
 */
export function mostEdits(typed: string): number {
  if (typed.length < 3) return 0;
  return typed.length < 6 ? 1 : 2;
}

/**
 * How many letters were left out, added, exchanged, or swapped with their neighbor. Stops counting
 * above `most`.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isSwapped) {
        edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      }
      current.push(edits);
    }
    if (Math.min(...current) > most) return most + 1;
    before = last;
    last = current;
  }
  return last[b.length] ?? most + 1;
}

/** The ways to write a word as two, each of at least so many letters. */
export function splitsOf(word: string, fewest = 2): [string, string][] {
  const ways = Math.max(0, word.length - 2 * fewest + 1);
  const ends = Array.from({ length: ways }, (_, index) => index + fewest);
  return ends.map((end) => [word.slice(0, end), word.slice(end)]);
}
