/**
 * The form of the product editor. With script it sends only the changes, as JSON in pieces. Without
 * script the browser sends the plain fields, together with their values when the page loaded.
 */
import { isTooMuchJson } from '#shared/json-size.ts';
import { type Changes, changesBetween } from './changes.ts';
import { type Fields, fieldNames, nothing } from './draft.ts';

/** The server takes 64 KB in a field; a character has three bytes at most. */
const PIECE = 20_000;

/** The field that names a new product's stored draft, which the page of the product removes. */
export const STARTED = 'started';

/** The field with the id that a new product gets. */
export const GIVEN_ID = 'productId';

export function packEdit(version: number, changes: Changes): FormData {
  const form = new FormData();
  form.set('version', String(version));
  for (const piece of inPieces(JSON.stringify(changes))) form.append('changes', piece);
  return form;
}

export function inPieces(text: string, length = PIECE): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + length;
    // A surrogate pair must not be split.
    if (/[\ud800-\udbff]/.test(text[to - 1] ?? '')) to += 1;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

export type PostedEdit =
  | { version: number; changes: unknown; fields: null }
  | { version: number; changes: Changes; fields: Fields; base: Fields };

/** Reads a posted form; null when it is not one of the editor. */
export function readEdit(form: FormData, timeZone: string): PostedEdit | null {
  const version = Number(form.get('version'));
  if (!form.has('version') || !Number.isSafeInteger(version)) return null;
  try {
    if (form.has('changes')) {
      const text = form.getAll('changes').join('');
      return isTooMuchJson(text) ? null : { version, changes: JSON.parse(text), fields: null };
    }
    const base = onlyFields(JSON.parse(String(form.get('base'))), nothing().fields);
    const fields = onlyFields(Object.fromEntries(form), base);
    const intent = form.get('intent');
    if (intent === 'archive') fields.status = 'archived';
    if (intent === 'restore') fields.status = 'draft';
    const changes = changesBetween(
      { ...nothing(), fields: base },
      { ...nothing(), fields },
      timeZone,
    );
    return { version, changes, fields, base };
  } catch {
    return null;
  }
}

function onlyFields(from: unknown, otherwise: Fields): Fields {
  const values = (from ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    fieldNames.map((name) => {
      const value = values[name];
      // Browsers send line breaks as two characters.
      return [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : otherwise[name]];
    }),
  ) as Fields;
}
