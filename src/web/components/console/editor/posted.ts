/** Reads what the forms of editors post. */
import { postedText, withPlainLines } from '../../../posted-text.ts';

/** The id in the address of an editor; null for `new`, a record that is not saved yet. */
export function savedId(id: string): string | null {
  return id === 'new' ? null : id;
}

/** The version that the form showed. */
export function postedVersion(posted: FormData): number {
  return Number(posted.get('version')) || 0;
}

/** All posted texts by name, to show them again. */
export function postedTexts(posted: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of posted) {
    if (typeof value === 'string') texts[name] = withPlainLines(value);
  }
  return texts;
}

/**
 * The name and the address. An address that the person did not change is left out: it may follow
 * the name, also if somebody else renamed the record meanwhile.
 */
export function postedNameAndAddress(posted: FormData): { name: string; slug?: string } {
  const slug = postedText(posted, 'slug');
  const isTyped = slug.trim() !== '' && slug !== postedText(posted, 'knownSlug');
  return { name: postedText(posted, 'name'), ...(isTyped ? { slug } : {}) };
}
