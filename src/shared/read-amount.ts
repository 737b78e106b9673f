import { amountHint } from './amount-hint.ts';
import { toDecimalText } from './money.ts';
import { moneyFormat } from './money-format.ts';
import { parseMoney } from './parse-money.ts';

/** The sign between the whole and the decimals of an amount. */
export type DecimalSign = '.' | ',';

/**
 * Currencies as people write them, beside the symbols and the shop's own code. Only in this case of
 * letters: '5 Ft' is forint, '5 ft' are feet.
 */
const WRITTEN = String.raw`[Kk]r\.?|Fr\.?|CHF|zł|Kč|Ft|lei|(?:US|CA?|AU?|NZ|HK|S|R)\$`;
/** Signs of cents and other parts of a currency are left out. */
const SYMBOL = String.raw`(?![¢￠₥₰])\p{Sc}`;
/** Digits, or decimals alone: '.50'. 'kr.5' is neither: it could be 5 or 0.5. */
const DIGITS = String.raw`(?<!\.)\d[\d.,'’\s]*|(?<!\p{L})[.,]\d{1,2}\s*`;
/** Signs that only ever separate thousands. */
const THOUSANDS = /(?<=^[1-9]\d{0,2}|^[1-9].*['’\s]\d{3})['’\s](?=\d{3}(?:\D|$))/g;

/** The pattern of amounts, stored for the last currency, because an import reads many. */
let pattern = { format: '', amount: /^$/u };

/** An amount, with the mark of a currency before or after it. */
function amountPattern(): RegExp {
  const { currency, pattern: shown } = moneyFormat;
  const format = currency + shown;
  if (pattern.format !== format) {
    const own = shown
      .replace('#', '')
      .trim()
      .replace(/[$.*+?^()[\]{}|\\/]/g, String.raw`\$&`);
    const known = [WRITTEN, SYMBOL, currency, currency.toLowerCase(), own].filter(Boolean);
    const mark = `(?:${known.join('|')})`;
    const amount = new RegExp(String.raw`^(?:${mark}\s*)?(${DIGITS})${mark}?$`, 'u');
    pattern = { format, amount };
  }
  return pattern.amount;
}

/**
 * An amount as people and spreadsheets write it, in minor units: '29.90', '29,90', '$1,299.50' and
 * '1.299,50 €'. `sign` is the decimal sign of the file that the text is from, if it is known. Null
 * for text that is not an amount, such as '2XL' and '99¢', and for text that could be two amounts.
 */
export function readAmount(text: string, sign: DecimalSign | null = null): number | null {
  if (sign === '.') {
    // An import reads hundreds of thousands, and most are plain.
    const minor = parseMoney(text);
    if (minor !== null) return minor;
  }
  const digits = digitsOf(text);
  const decimal = sign ?? (digits && signOf(digits));
  if (!digits || decimal === 'unclear') return null;
  const plain = toPlain(digits, decimal || '.');
  return plain === null ? null : parseMoney(plain);
}

/** Why a text is not taken as an amount; null if it is. */
export function amountProblem(
  text: string,
  sign: DecimalSign | null = null,
  what = 'This',
): string | null {
  if (readAmount(text, sign) !== null) return null;
  const digits = digitsOf(text);
  if (sign || !digits || signOf(digits) !== 'unclear') return amountHint(what);
  const whole = toDecimalText(parseMoney(digits.replace(/\D/g, '')) ?? 0);
  return `It is unclear whether ${digits} means ${whole}. Please write it with decimals, or without a separator.`;
}

/** The same amount as the shop writes it in fields: '29.90'. Text that is none stays, trimmed. */
export function toAmountText(text: string): string {
  const minor = readAmount(text);
  return minor === null ? text.trim() : toDecimalText(minor);
}

/** The decimal sign that an amount has without doubt; null if it has none. */
export function decimalSignOf(text: string): DecimalSign | null {
  const digits = digitsOf(text);
  const sign = digits && signOf(digits);
  return sign === '.' || sign === ',' ? sign : null;
}

function digitsOf(text: string): string | null {
  const [, digits] = amountPattern().exec(text.trim()) ?? [];
  const plain = digits?.trim().replace(THOUSANDS, '');
  return plain && /^[\d.,]+$/.test(plain) ? plain : null;
}

/**
 * The last sign, unless it separates thousands. For a single sign before three digits, this is
 * unclear: '1.299' could be a price of 1299, or a text with three decimals. '1,299' is unclear only
 * in currencies with three decimals; there '1.299' is what the shop itself writes.
 */
function signOf(digits: string): DecimalSign | null | 'unclear' {
  const signs = digits.replace(/\d/g, '');
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined) return null;
  const other = last === '.' ? ',' : '.';
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  if (!/^[1-9]\d{0,2}.\d{3}$/.test(digits)) return last;
  if (moneyFormat.digits === 3) return last === '.' ? '.' : 'unclear';
  return last === ',' ? '.' : 'unclear';
}

/** The amount with a decimal point and without other signs; null if they are in a wrong place. */
function toPlain(digits: string, decimal: DecimalSign): string | null {
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
