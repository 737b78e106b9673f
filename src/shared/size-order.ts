const LETTERS = ['xxxs', 'xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', 'xxxxl'];
const collator = new Intl.Collator('en', { numeric: true });

/** Sorts sizes from small to large: XS before S/M before 2XL, 9 before 10; others by name. */
export function bySize(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || collator.compare(a, b);
}

function rankOf(size: string): number {
  // 'S/M' sorts as S.
  const [first = ''] = size.toLowerCase().split(/[/-]/);
  const word = first
    .trim()
    .replace(/^(\d)(x)/, (_, count: string, letter: string) => letter.repeat(Number(count)));
  const rank = LETTERS.indexOf(word);
  return rank === -1 ? LETTERS.length : rank;
}
