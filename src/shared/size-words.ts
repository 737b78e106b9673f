/** Sizes that are written as words. */

/** A size in lower case, its words as letters: 'extra large', 'x-large' and '1xl' become 'xl'. */
export function toLetters(size: string): string {
  return size
    .replace(/^([1-9])\s?x/, (_, count: string) => 'x'.repeat(Number(count)))
    .replaceAll(/extra[\s-]*(?=extra|[sml])/g, 'x')
    .replace(/^(x+)[\s-]+(?=[sml])/, '$1')
    .replaceAll(/(?<![a-wyz])(small|medium|large)\b/g, ([letter = '']) => letter);
}

/** The letters of a size that is written in another way: 'medium' is 'm'. Null for others. */
export function lettersOfSize(size: string): string | null {
  const letters = toLetters(size);
  return letters !== size && /^(x*[sl]|m)$/.test(letters) ? letters : null;
}
