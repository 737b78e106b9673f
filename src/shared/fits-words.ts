const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether each word of a search is the beginning of a word of the text. 'tax num' fits
 * 'documents.seller.taxNumber'. An empty search fits nothing.
 */
export function fitsWords(search: string, text: string): boolean {
  const words = wordsOf(`${text} ${text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')}`);
  const typed = wordsOf(search);
  return typed.length > 0 && typed.every((start) => words.some((word) => word.startsWith(start)));
}
