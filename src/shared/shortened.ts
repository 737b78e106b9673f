import { firstCharacters } from './first-characters.ts';

/** The most characters of a value where staff see what changed. */
export const LONGEST_VALUE = 100;

/** The beginning of a long value, for a comparison with another one. */
export function shortened(value: string): string {
  const start = firstCharacters(value, LONGEST_VALUE);
  return start === value ? value : `${start}…`;
}
