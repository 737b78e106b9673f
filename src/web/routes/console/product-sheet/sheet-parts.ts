/**
 * The parts of a sheet in its address, `?part=1001.CURSOR&part=2001.CURSOR`: where the shown part
 * begins, after those that lead back.
 */
import { MAX_SHEET_PRODUCTS, type Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';

const PART = 'part';
/** How many parts lead back. An address has room for a few dozen. */
const MOST_BACK = 20;

interface Part {
  /** The number of its first product in the list. */
  from: number;
  /** The cursor of the product before it. */
  after: string | null;
}

/** The part that an address names. */
export function readPart(params: URLSearchParams): Part {
  const [, from, after] = /^([1-9]\d{0,6})\.(.+)$/.exec(params.getAll(PART).at(-1) ?? '') ?? [];
  return after === undefined ? { from: 1, after: null } : { from: Number(from), after };
}

/** How many products a part has at most; `?show=100` asks for fewer. */
export function readSize(params: URLSearchParams): number {
  const asked = Math.floor(Number(params.get('show')));
  return asked >= 1 ? Math.min(asked, MAX_SHEET_PRODUCTS) : MAX_SHEET_PRODUCTS;
}

/**
 * The addresses of the other parts; null where there is none. While only the first rows are known,
 * the next part has no address yet, and there is one if the list is too long for one part.
 */
export function partLinks(
  search: string,
  {
    size,
    isFirst,
    next,
    ...sheet
  }: Pick<Sheet, 'size' | 'isFirst' | 'next' | 'isWhole' | 'isCountCut'>,
) {
  const params = new URLSearchParams(search);
  const parts = isFirst ? [] : params.getAll(PART);
  const to = (trail: string[]) => {
    const other = new URLSearchParams(params);
    other.delete(PART);
    for (const part of trail.slice(-MOST_BACK)) other.append(PART, part);
    return `?${other}`;
  };
  const from = firstOf(params, isFirst);
  const hasNext = next !== null && (sheet.isWhole || sheet.isCountCut);
  return {
    first: parts.length > 0 ? to([]) : null,
    earlier: parts.length > 1 ? to(parts.slice(0, -1)) : null,
    next: hasNext ? to([...parts, `${from + size}.${next}`]) : null,
  };
}

/** The number of the first product of the shown part in the list. */
const firstOf = (params: URLSearchParams, isFirst: boolean) =>
  isFirst ? 1 : readPart(params).from;

/**
 * Which products a part has: '1,001–2,000 of 2,345 products'. While only its first rows are known,
 * where it begins.
 */
export function describePart(search: string, sheet: Omit<Sheet, 'packed'>): string {
  const { size, isFirst, next, count, isCountCut } = sheet;
  const from = firstOf(new URLSearchParams(search), isFirst);
  if (!sheet.isWhole) {
    if (from > 1) return `From product ${withThousands(from)}`;
    return `${isCountCut ? 'More than ' : ''}${counted(count, 'product')}`;
  }
  const last = from + size - 1;
  if (size === 0 || (from === 1 && next === null)) return counted(size, 'product');
  const isOpen = isCountCut && next !== null;
  // Fewer may fit the filters by now than when the first part was shown.
  const all = counted(isCountCut && !isOpen ? last : Math.max(last, count), 'product');
  return `${withThousands(from)}–${withThousands(last)} of ${isOpen ? 'more than ' : ''}${all}`;
}
