import { escapes, lessThan, type Way } from './escapes.ts';
import { type Placeholders, type Values, valueNames } from './placeholders.ts';

/** A rendered page without personal values: bytes, with slots between them. */
export interface Template {
  /** There is one segment more than there are slots. */
  segments: Buffer[];
  slots: { value: keyof Values; way: Way }[];
}

/**
 * Cuts a rendering at its placeholders. Returns null when a placeholder came out escaped in an
 * unknown way: such a page is not cached, because its values could not be escaped correctly.
 */
export function cut(text: string, placeholders: Placeholders): Template | null {
  const marks = `${placeholders.mark}(&lt;|<|\\\\u003c)(\\d)|${placeholders.count}`;
  const segments: Buffer[] = [];
  const slots: Template['slots'] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(marks, 'g'))) {
    segments.push(Buffer.from(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const [, sign, nr] = match;
    // Digits look the same however they are escaped.
    if (sign === undefined) slots.push({ value: 'count', way: 'html' });
    else {
      const value = valueNames[Number(nr)];
      const way = lessThan[sign];
      if (!value || !way) return null;
      slots.push({ value, way });
    }
  }
  segments.push(Buffer.from(text.slice(end)));
  return segments.some((segment) => segment.includes(placeholders.mark))
    ? null
    : { segments, slots };
}

/** The values of the slots, in order. */
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
