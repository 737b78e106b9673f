import { type EscapeContext, escapes, lessThan } from './escapes.ts';
import { type Placeholders, type Values, valueNames } from './placeholders.ts';

/** A rendered page without personal values: bytes, with slots between them. */
export interface Template {
  /** There is one segment more than there are slots. */
  segments: Buffer[];
  slots: { value: keyof Values; context: EscapeContext }[];
}

/**
 * Cuts a rendering at its placeholders. Returns null when a placeholder came out escaped in an
 * unknown way: such a page is not cached, because its values could not be escaped correctly.
 */
export function splitAtPlaceholders(text: string, placeholders: Placeholders): Template | null {
  const marks = `${placeholders.mark}(&lt;|<|\\\\u003c)(\\d)|${placeholders.count}`;
  const segments: Buffer[] = [];
  const slots: Template['slots'] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(marks, 'g'))) {
    segments.push(Buffer.from(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const [, sign, nr] = match;
    // Digits look the same however they are escaped.
    if (sign === undefined) slots.push({ value: 'count', context: 'html' });
    else {
      const value = valueNames[Number(nr)];
      const context = lessThan[sign];
      if (!value || !context) return null;
      slots.push({ value, context });
    }
  }
  segments.push(Buffer.from(text.slice(end)));
  return segments.some((segment) => segment.includes(placeholders.mark))
    ? null
    : { segments, slots };
}

/** The values of the slots, in order. */
export function slotValues({ slots }: Template, values: Values): Buffer[] {
  const written = new Map<string, Buffer>();
  return slots.map(({ value, context }) => {
    const key = `${value} ${context}`;
    const known = written.get(key);
    if (known) return known;
    const slotValue = Buffer.from(escapes[context](values[value]));
    written.set(key, slotValue);
    return slotValue;
  });
}

/** The page with its slots filled. */
export function insertValues({ segments }: Template, inserted: Buffer[]): Buffer {
  const pieces = segments.flatMap((segment, index) => {
    const slotValue = inserted[index];
    return slotValue ? [segment, slotValue] : [segment];
  });
  return Buffer.concat(pieces);
}
