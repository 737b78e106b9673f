/**
 * The ranges of filters in an address, `?min=20&max=50` and `?from=2026-11-01&to=2026-11-30`, and what
 * is said beside a field whose value is wrong. Lists and fields go by the same rules.
 */
import type { PriceRange } from '#features/catalog/product-list.schema.ts';
import { toDecimalText } from '#shared/money.ts';
import { amountProblem, readAmount } from '#shared/read-amount.ts';
import { isSupportedTime } from '#shared/supported-time.ts';
import { readWords } from './list-text.ts';

/** One end of a range. */
interface End<Value> {
  /** What its field shows. A field of days can't show another text. */
  text: string;
  /** Null if it is open. */
  value: Value | null;
  problem: string | null;
}

type Range<Value> = [first: End<Value>, last: End<Value>];

/** The most characters of a value that is shown again. */
const LONGEST = 40;

export function readAmounts(params: URLSearchParams): Range<number> {
  return crossed(
    [readEnd(params, 'min', amount), readEnd(params, 'max', amount)],
    'This is below the lowest price, so nothing is found.',
  );
}

/** The range of prices that a list is filtered by. What is wrong leaves its end open. */
export function readPriceRange(params: URLSearchParams): PriceRange {
  const [least, most] = readAmounts(params);
  return { minMinor: least.value, maxMinor: most.value };
}

export function readDays(params: URLSearchParams): Range<string> {
  return crossed(
    [readEnd(params, 'from', day), readEnd(params, 'to', day)],
    'This is before the first day, so nothing is found.',
  );
}

/** The days that a list is filtered by. What is wrong leaves its end open. */
export function readPeriod(params: URLSearchParams): { from: string | null; to: string | null } {
  const [first, last] = readDays(params);
  return { from: first.value, to: last.value };
}

/** Whether something is said beside a field of a range. */
export function hasWrongRange(params: URLSearchParams): boolean {
  const ends = [...readAmounts(params), ...readDays(params)];
  return ends.some(({ problem }) => problem !== null);
}

interface Kind<Value> {
  read: (text: string) => Value | null;
  show: (value: Value) => string;
  /** What a value is. */
  rule: (text: string) => string | null;
  showsWrong: boolean;
}

const amount: Kind<number> = {
  read: (text) => readAmount(text),
  show: toDecimalText,
  rule: (text) => amountProblem(text, null, 'A price'),
  showsWrong: true,
};

const day: Kind<string> = {
  read: readDay,
  show: (text) => text,
  rule: () => 'A day is written such as 2026-11-28.',
  showsWrong: false,
};

function readEnd<Value>(
  params: URLSearchParams,
  name: string,
  { read, show, rule, showsWrong }: Kind<Value>,
): End<Value> {
  const text = readWords(params, name, LONGEST) ?? '';
  const value = read(text);
  if (value !== null) return { text: show(value), value, problem: null };
  const problem = text === '' ? null : `"${text}" is left out. ${rule(text)}`;
  return { text: showsWrong ? text : '', value, problem };
}

function crossed<Value extends number | string>(
  [first, last]: Range<Value>,
  problem: string,
): Range<Value> {
  const isCrossed = first.value !== null && last.value !== null && first.value > last.value;
  return [first, isCrossed ? { ...last, problem } : last];
}

/** A day that exists, such as '2026-11-28'; null for any other text. */
function readDay(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const time = new Date(`${text}T00:00:00Z`);
  // A day that does not exist, such as the 31st of February, becomes another day when it is parsed.
  const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
  return isDay && isSupportedTime(time) ? text : null;
}
