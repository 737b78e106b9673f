import { escapes, lessThan, type Way } from './escapes.ts';
import { type Symbols, type Values, valueNames } from './placeholders.ts';

/** A rendered page without what is personal: bytes, with slots between them. */
export interface Template {
  /** One more than there are slots. */
  segments: Buffer[];
  slots: { value: keyof Values; way: Way }[];
}

/**
 * Cuts a rendering where its placeholders are. Null when one of them came out in a way that is not
 * known: such a page is not cached, because nobody could say how to write there.
 */
export function cut(text: string, symbols: Symbols): Template | null {
  const marks = `${symbols.mark}(&lt;|<|\\\\u003c)(\\d)|${symbols.count}`;
  const segments: Buffer[] = [];
  const slots: Template['slots'] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(marks, 'g'))) {
    segments.push(Buffer.from(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const [, sign, nr] = match;
    // Digits are the same everywhere.
    if (sign === undefined) slots.push({ value: 'count', way: 'html' });
    else {
      const value = valueNames[Number(nr)];
      const way = lessThan[sign];
      if (!value || !way) return null;
      slots.push({ value, way });
    }
  }
  segments.push(Buffer.from(text.slice(end)));
  return segments.some((segment) => segment.includes(symbols.mark)) ? null : { segments, slots };
}

/** The values of the slots, in their order. */
export function fillings({ slots }: Template, values: Values): Buffer[] {
  const written = new Map<string, Buffer>();
  return slots.map(({ value, way }) => {
    const key = `${value} ${way}`;
    const known = written.get(key);
    if (known) return known;
    const filling = Buffer.from(escapes[way](values[value]));
    written.set(key, filling);
    return filling;
  });
}

/** The page with its slots filled. */
export function fill({ segments }: Template, filled: Buffer[]): Buffer {
  const pieces = segments.flatMap((segment, index) => {
    const filling = filled[index];
    return filling ? [segment, filling] : [segment];
  });
  return Buffer.concat(pieces);
}
