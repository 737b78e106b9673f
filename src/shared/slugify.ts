const LONGEST = 80;
/** The longest slug that the shop makes itself, with a number. */
export const LONGEST_SLUG = 100;
/** For the fields of forms, which add the ends themselves. */
export const SLUG_PATTERN = '[a-z0-9]+(?:-[a-z0-9]+)*';
export const SLUG = new RegExp(`^${SLUG_PATTERN}$`);

export const NOT_A_SLUG = 'Small letters, digits and single hyphens only, such as rain-coats.';

/** A name as the last part of an address: 'Café Tee №2' becomes 'cafe-tee-no2'. */
export function slugify(name: string): string {
  // Nearly all names in files of products are slugs already.
  if (SLUG.test(name) && name.length <= LONGEST) return name;
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  // For a name without a Latin letter or digit.
  return slug || 'product';
}
