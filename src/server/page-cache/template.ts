import { escapes, lessThan, type Way } from './escapes.ts';
import { type Symbols, type Values, valueNames } from './symbols.ts';

/** A rendered page without what is personal: bytes, and between them holes. */
export interface Template {
  /** One more than there are holes. */
  segments: Buffer[];
  holes: { value: keyof Values; way: Way }[];
}

/**
 * Cuts a rendering where its stand-ins are. Null when one of them came out in a way that is not
 * known: such a page is not kept, because nobody could say how to write there.
 */
export function cut(text: string, symbols: Symbols): Template | null {
  const marks = `${symbols.mark}(&lt;|<|\\\\u003c)(\\d)|${symbols.count}`;
  const segments: Buffer[] = [];
  const holes: Template['holes'] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(marks, 'g'))) {
    segments.push(Buffer.from(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const [, sign, nr] = match;
    // Digits are the same everywhere.
    if (sign === undefined) holes.push({ value: 'count', way: 'html' });
    else {
      const value = valueNames[Number(nr)];
      const way = lessThan[sign];
      if (!value || !way) return null;
      holes.push({ value, way });
    }
  }
  segments.push(Buffer.from(text.slice(end)));
  return segments.some((segment) => segment.includes(symbols.mark)) ? null : { segments, holes };
}

/** What belongs into the holes, in their order. */
export function fillings({ holes }: Template, values: Values): Buffer[] {
  const written = new Map<string, Buffer>();
  return holes.map(({ value, way }) => {
    const key = `${value} ${way}`;
    const known = written.get(key);
    if (known) return known;
    const filling = Buffer.from(escapes[way](values[value]));
    written.set(key, filling);
    return filling;
  });
}

/** The page with its holes filled. */
export function fill({ segments }: Template, filled: Buffer[]): Buffer {
  const pieces = segments.flatMap((segment, index) => {
    const filling = filled[index];
    return filling ? [segment, filling] : [segment];
  });
  return Buffer.concat(pieces);
}
