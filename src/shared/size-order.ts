import { toLetters } from './size-words.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** The ranks of sizes that are neither letters nor words, and of a size for everybody. */
const OTHER = 100;
const ONE_SIZE = 101;

/** Sorts sizes from small to large: XS before S/M before Large before 2X, 9 before 10; others by name. */
export function bySize(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || collator.compare(a, b);
}

function rankOf(size: string): number {
  const text = size.toLowerCase().trim();
  if (/^(?:one[\s-]?size.*|os|o\/s)$/.test(text)) return ONE_SIZE;
  // 'S/M' sorts as S.
  const [first = ''] = toLetters(text).split(/[/-]/);
  const [, extra = '', letter] = /^(x*)([sml]?)$/.exec(first.trim()) ?? [];
  if (letter === 's') return -1 - extra.length;
  if (letter === 'm') return extra === '' ? 0 : OTHER;
  // 2X stands beside 2XL. In a search they are two sizes, as plus sizes are cut in another way.
  return letter === 'l' || extra !== '' ? 1 + extra.length : OTHER;
}
