import { type Differences, differencesBetween, isSame } from '#shared/differences.ts';
import { optionValuesOf } from '#shared/option-values.ts';
import { variantName } from '#shared/variant-options.ts';
import type { StaffProduct, StaffVariant } from './product-management.schema.ts';

/** Fields that are not edited: orders change them, or every edit does. */
const notEdited = new Set([
  'version',
  'updatedAt',
  'variants',
  'available',
  'reserved',
  'movement',
  'formerSlugs',
]);

/** What an edit changed. Fields of variants have names such as 'COAT-1 price'. */
export function differences(before: StaffProduct, after: StaffProduct): Differences {
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  const found = differencesBetween(before, after, { except: notEdited });
  compareOrder(before, after, found);
  for (const variant of after.variants) {
    const earlier = old.get(variant.id);
    if (earlier) {
      const choice = { except: notEdited, prefix: `${earlier.sku} ` };
      Object.assign(found, differencesBetween(earlier, variant, choice));
    } else found[`${variant.sku} added`] = [null, variantName(variant)];
  }
  return found;
}

/** The order of the values that both have. */
function compareOrder(before: StaffProduct, after: StaffProduct, found: Differences): void {
  if (before.variants.every(({ id }, place) => after.variants[place]?.id === id)) return;
  const live = ({ variants }: StaffProduct) => variants.filter(({ archived }) => !archived);
  const [earlier, now] = [optionValuesOf(live(before)), optionValuesOf(live(after))];
  for (const name of ['colors', 'options'] as const) {
    const was = earlier[name].filter((value) => now[name].includes(value));
    const is = now[name].filter((value) => earlier[name].includes(value));
    if (!isSame(was, is)) found[name] = [was, is];
  }
}

/** Whether two variants differ in nothing but their units. */
export function isSameVariant(a: StaffVariant, b: StaffVariant): boolean {
  for (const name in a) {
    const key = name as keyof StaffVariant;
    if (!notEdited.has(name) && !isSame(a[key], b[key])) return false;
  }
  return true;
}
