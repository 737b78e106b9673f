/** A name as the last part of an address: 'Café Tee №2' becomes 'cafe-tee-no2'. */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/-+$/, '');
  // For a name without a Latin letter or digit.
  return slug || 'product';
}
