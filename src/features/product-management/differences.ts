import { variantName } from '#shared/variant-options.ts';
import type { StaffProduct, StaffVariant } from './product-management.schema.ts';

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
  const found: Differences = {};
  compare(before, after, '', found);
  for (const variant of after.variants) {
    const earlier = old.get(variant.id);
    if (earlier) compare(earlier, variant, `${earlier.sku} `, found);
    else found[`${variant.sku} added`] = [null, variantName(variant)];
  }
  return found;
}

function compare<T extends object>(before: T, after: T, prefix: string, found: Differences): void {
  for (const name in before) {
    if (isSame(before[name], after[name]) || notEdited.has(name)) continue;
    found[`${prefix}${name}`] = [before[name], after[name]];
  }
}

/** Whether two values of a record are the same. An import compares fifty for each product. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const isObject = typeof a === 'object' && a !== null && typeof b === 'object' && b !== null;
  return isObject && JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two variants differ in nothing but their units. */
export function isSameVariant(a: StaffVariant, b: StaffVariant): boolean {
  for (const name in a) {
    const key = name as keyof StaffVariant;
    if (!notEdited.has(name) && !isSame(a[key], b[key])) return false;
  }
  return true;
}
