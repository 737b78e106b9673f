/** The letters of sizes that are written as words. */
const LETTERS_OF: Record<string, string> = {
  'extra small': 'xs',
  'x small': 'xs',
  xsmall: 'xs',
  small: 's',
  medium: 'm',
  large: 'l',
  'extra large': 'xl',
  'x large': 'xl',
  xlarge: 'xl',
  'xx large': 'xxl',
  xxlarge: 'xxl',
  '2xl': 'xxl',
  'xxx large': 'xxxl',
  xxxlarge: 'xxxl',
  '3xl': 'xxxl',
};

/** The letters of a size that is written as a word, in lower case: 'X-Large' is 'xl'. Null for others. */
export function lettersOfSize(size: string): string | null {
  return (
    LETTERS_OF[
      size
        .trim()
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
    ] ?? null
  );
}
