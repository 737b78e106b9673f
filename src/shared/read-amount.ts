import { amountHint } from './amount-hint.ts';
import { toDecimalText } from './money.ts';
import { moneyFormat } from './money-format.ts';
import { MAX_MINOR, parseMoney } from './parse-money.ts';
import { type DecimalSign, signOf, toPlain, unclearProblem, withoutGaps } from './read-decimal.ts';

/**
 * Currencies as people write them, beside the symbols and the shop's own code. Only in this case of
 * letters: '5 Ft' is forint, '5 ft' are feet.
 */
const WRITTEN = String.raw`[Kk]r\.?|Fr\.?|CHF|zł|Kč|Ft|lei|(?:US|CA?|AU?|NZ|HK|S|R)\$`;
/** Signs of cents and other parts of a currency are left out. */
const SYMBOL = String.raw`(?![¢￠₥₰])\p{Sc}`;
/** Digits, or decimals alone: '.50'. 'kr.5' is neither: it could be 5 or 0.5. */
const DIGITS = String.raw`(?<!\.)\d[\d.,'’\s]{0,30}|(?<!\p{L})[.,]\d{1,2}\s*`;
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
  const decimal = sign ?? (digits && signIn(digits));
  if (!digits || decimal === 'unclear') return null;
  const plain = toPlain(digits, decimal || '.');
  return plain === null ? null : parseMoney(plain);
}

/** Why a text is not taken as an amount; null if it is. */
export function amountProblem(
  text: string,
  sign: DecimalSign | null = null,
  what: string | null = null,
): string | null {
  if (readAmount(text, sign) !== null) return null;
  const digits = digitsOf(text);
  if (digits && isTooLarge(digits, sign)) {
    return `${what ?? 'This'} is at most ${toDecimalText(MAX_MINOR)}.`;
  }
  if (sign || !digits || signIn(digits) !== 'unclear') return amountHint(what);
  const whole = toDecimalText(parseMoney(digits.replace(/\D/g, '')) ?? 0);
  return unclearProblem(digits, whole);
}

/** Whether digits are an amount above the largest one. */
function isTooLarge(digits: string, sign: DecimalSign | null): boolean {
  const decimal = sign ?? signIn(digits);
  const plain = decimal === 'unclear' ? null : toPlain(digits, decimal || '.');
  return plain !== null && Number(plain) > Number(toDecimalText(MAX_MINOR));
}

/** An amount as the shop writes it in fields: '29.90'. Text that is no amount stays, trimmed. */
export function toAmountText(text: string): string {
  const minor = readAmount(text);
  return minor === null ? text.trim() : toDecimalText(minor);
}

/** The decimal sign that an amount has without doubt; null if it has none. */
export function decimalSignOf(text: string): DecimalSign | null {
  const digits = digitsOf(text);
  const sign = digits && signIn(digits);
  return sign === '.' || sign === ',' ? sign : null;
}

function digitsOf(text: string): string | null {
  const [, digits] = amountPattern().exec(text.trim()) ?? [];
  return digits === undefined ? null : withoutGaps(digits.trim());
}

/**
 * '1.299' could be a price of 1299, or a text with three decimals, but '1,299' is unclear only in
 * currencies with three decimals; there '1.299' is what the shop itself writes.
 */
function signIn(digits: string): DecimalSign | null | 'unclear' {
  const sign = signOf(digits);
  if (sign !== 'unclear') return sign;
  const isPoint = digits.includes('.');
  if (moneyFormat.digits === 3) return isPoint ? '.' : 'unclear';
  return isPoint ? 'unclear' : '.';
}
