const LONGEST = 80;
/** A name that is a slug already, as nearly all names in files of products are. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A name as the last part of an address: 'Café Tee №2' becomes 'cafe-tee-no2'. */
export function slugify(name: string): string {
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
