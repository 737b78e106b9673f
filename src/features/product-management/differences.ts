import { variantName } from '#shared/variant-options.ts';
import type { StaffProduct } from './product-management.schema.ts';

/** Before and after of each changed field. Fields of variants have names such as 'COAT-1 price'. */
export type Differences = Record<string, [before: unknown, after: unknown]>;

/** Fields that are not edited: orders change them, or every edit does. */
const notEdited = new Set([
  'version',
  'updatedAt',
  'variants',
  'available',
  'reserved',
  'formerSlugs',
]);

/** What an edit changed. */
export function differences(before: StaffProduct, after: StaffProduct): Differences {
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  const found = compare(before, after, '');
  for (const variant of after.variants) {
    const earlier = old.get(variant.id);
    if (earlier) Object.assign(found, compare(earlier, variant, `${earlier.sku} `));
    else found[`${variant.sku} added`] = [null, variantName(variant)];
  }
  return found;
}

function compare<T extends object>(before: T, after: T, prefix: string): Differences {
  const names = (Object.keys(before) as (keyof T & string)[]).filter(
    (name) => !notEdited.has(name),
  );
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [`${prefix}${name}`, [before[name], after[name]]]),
  );
}
