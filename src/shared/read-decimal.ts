/** Numbers as people and spreadsheets of any country write them. */

/** The sign between the whole and the decimals of a number. */
export type DecimalSign = '.' | ',';

/** Signs that only ever separate thousands. */
const THOUSANDS = /(?<=^[1-9]\d{0,2}|^[1-9].*['’\s]\d{3})['’\s](?=\d{3}(?:\D|$))/g;

/**
 * A number as plain text, '1299.5' for '1.299,5' in a file with this decimal sign. Null for text
 * that is no number, and for text that could be two numbers.
 */
export function readDecimal(text: string, sign: DecimalSign | null): string | null {
  const digits = withoutGaps(text);
  const decimal = sign ?? (digits && signOf(digits));
  return digits && decimal !== 'unclear' ? toPlain(digits, decimal || '.') : null;
}

/** Why such a text is not read, if it could be two numbers; null for others. */
export function decimalProblem(text: string, sign: DecimalSign | null): string | null {
  const digits = withoutGaps(text);
  if (sign || !digits || signOf(digits) !== 'unclear') return null;
  return unclearProblem(digits, digits.replace(/\D/g, ''));
}

export function unclearProblem(digits: string, whole: string): string {
  return `It is unclear whether ${digits} means ${whole}. Please write it with decimals, or without a separator.`;
}

/** Digits with points and commas only; null for other text. */
export function withoutGaps(text: string): string | null {
  const plain = text.length > 40 ? '' : text.replace(THOUSANDS, '');
  return /^[\d.,]+$/.test(plain) ? plain : null;
}

/**
 * The last sign, unless it separates thousands. For a single sign before three digits, this is
 * unclear.
 */
export function signOf(digits: string): DecimalSign | null | 'unclear' {
  const signs = digits.replace(/\d/g, '');
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined) return null;
  const other = last === '.' ? ',' : '.';
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  return /^[1-9]\d{0,2}.\d{3}$/.test(digits) ? 'unclear' : last;
}

/** The number with a decimal point and without other signs; null if they are in a wrong place. */
export function toPlain(digits: string, decimal: DecimalSign): string | null {
  const [whole = '', part, ...more] = digits.split(decimal);
  const group = decimal === '.' ? ',' : '.';
  const isGrouped = whole
    .split(group)
    .every((some, i) => (i === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(some));
  if (more.length > 0 || part?.includes(group) || (whole.includes(group) && !isGrouped))
    return null;
  return part === undefined
    ? whole.replaceAll(group, '')
    : `${whole.replaceAll(group, '') || '0'}.${part}`;
}
