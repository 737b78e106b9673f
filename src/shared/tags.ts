// Without the validation library, for browsers. The rules of one tag are in `tag.schema.ts`.

/** The most characters of a tag of an order, and the most tags of one. */
export const LONGEST_TAG = 60;
export const MAX_TAGS = 50;

/** The limits of a product's tags: imports bring longer and more tags than staff type. */
export const LONGEST_PRODUCT_TAG = 255;
export const MAX_PRODUCT_TAGS = 250;

export const tagTooLong = (longest: number) => `A tag has ${longest} characters at most.`;
export const tooManyTags = (most: number) => `At most ${most} tags.`;

/** The most tags of a rule of a collection, and the longest text of so many, all in quotes. */
export const MAX_RULE_TAGS = 10;
export const LONGEST_RULE_TAGS = MAX_RULE_TAGS * (2 * LONGEST_PRODUCT_TAG + ', ""'.length);

/** The page and the question of a tag count its products up to one more than this. */
export const MOST_OF_TAG = 10_000;

/** Tags as one text: 'wool, winter'. A tag with a comma is in quotes. */
export function joinTags(tags: readonly string[]): string {
  const isOdd = (tag: string) => tag.includes(',') || tag.startsWith('"');
  return tags.map((tag) => (isOdd(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
}

/** The tags of such a text, each once. */
export function splitTags(text: string): string[] {
  const tags = text.includes('"') ? splitQuoted(text) : text.split(',');
  return [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
}

/** The tags before the last one, with their commas. Quotes that are not closed yet are of the last. */
const BEFORE_LAST = /^(?:(?:\s*"(?:[^"]|"")*"\s*(?=,)|(?!\s*"(?:[^"]|"")*(?:$|"\s*$))[^,]*),)*/;

/** Where the last tag of such a text begins: after its last comma outside of quotes. */
export function lastTagAt(text: string): number {
  const [others = ''] = BEFORE_LAST.exec(text) ?? [];
  return others.length;
}

function splitQuoted(text: string): string[] {
  const found = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g);
  return [...found].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}
