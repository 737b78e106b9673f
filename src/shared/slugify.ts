const LONGEST = 80;
/** The longest slug that the shop makes itself, with a number. */
export const LONGEST_SLUG = 100;
/** For the fields of forms, which add the ends themselves. */
export const SLUG_PATTERN = '[a-z0-9]+(?:-[a-z0-9]+)*';
export const SLUG = new RegExp(`^${SLUG_PATTERN}$`);

export const NOT_A_SLUG = 'Small letters, digits and single hyphens only, such as rain-coats.';

/** Letters that Unicode does not take apart into a Latin letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * A name as the last part of an address: 'Café Tee №2' becomes 'cafe-tee-no2'. A name without a
 * Latin letter or digit becomes the fallback.
 */
export function slugify(name: string, fallback: string): string {
  // Nearly all names in files of products are slugs already.
  if (SLUG.test(name) && name.length <= LONGEST) return name;
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  return slug || fallback;
}

/** The slug for the name of a product, or for its handle in a file. */
export function productSlug(name: string): string {
  return slugify(name, 'product');
}

/** 'rain-coats', 'rain-coats-2' and so on: the first one that is free is to be taken. */
export function numberedSlugs(base: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? base : `${base}-${at + 1}`));
}
