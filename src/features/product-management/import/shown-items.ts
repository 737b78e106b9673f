/** The products of a dry run that people look at. */
import type { Differences } from '#shared/differences.ts';
import { productSlug } from '#shared/slugify.ts';
import { type VariantValueKey, variantValue } from '#shared/variant-values.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import { FOUND_BY_SKU, LISTED_BY_CHECK, NEW_PRODUCT, type NewProduct } from '../import.schema.ts';
import type { CsvProduct } from './csv-product.ts';
import type { ImportPosition } from './import-progress.ts';
import { describeNew } from './new-product.ts';
import type { Decision, WantedProduct } from './plan-batch.ts';

/** How many of the products that only an SKU finds are among them at least. */
const BY_SKU = 100;

/**
 * The first products of a dry run, for people to look at. Those that only an SKU finds come first, by
 * their subjects, and are found in the whole file.
 */
export function shownItems(
  wanted: WantedProduct[],
  decisions: Decision[],
  { counts, bySku }: ImportPosition,
): { items: NewItem[]; bySku: number } {
  const left = {
    new: LISTED_BY_CHECK.new - counts.added,
    changed: LISTED_BY_CHECK.changed - counts.changed,
    bySku: BY_SKU - bySku,
  };
  let found = 0;
  const listed = new Map<string, NewItem>();
  const items = decisions.flatMap((decision, index): NewItem[] => {
    const product = wanted[index]?.product;
    if (!product || (decision.outcome !== 'new' && decision.outcome !== 'changed')) return [];
    // Several rows of a table of SKUs may belong to one product.
    const earlier = decision.outcome === 'changed' && listed.get(decision.change.before.id);
    if (earlier) {
      earlier.differences = joined(earlier.differences, withPaidValues(decision));
      return [];
    }
    const sku = decision.outcome === 'new' ? null : skuThatFound(product, decision);
    if (sku !== null) found += 1;
    left[decision.outcome] -= 1;
    if (sku !== null) left.bySku -= 1;
    if (left[sku === null ? decision.outcome : 'bySku'] < 0) return [];
    const line = String(product.line).padStart(9, '0');
    if (decision.outcome === 'new') {
      const about: [null, NewProduct] = [null, describeNew(decision)];
      const named = { subject: `line ${line}`, label: product.title };
      return [{ ...named, outcome: 'new', differences: { [NEW_PRODUCT]: about } }];
    }
    const paid = withPaidValues(decision);
    const differences =
      sku === null ? paid : { ...paid, [FOUND_BY_SKU]: [product.handle, sku] as [string, string] };
    const subject = `${sku === null ? 'line' : 'by sku, line'} ${line}`;
    const { id, name: label } = decision.change.before;
    const item: NewItem = { subject, label, outcome: 'changed', differences };
    listed.set(id, item);
    return [item];
  });
  return { items, bySku: found };
}

/** Differences of two rows: each field from its first value to its last one. */
function joined(first: NewItem['differences'], then: Differences): Differences {
  const all: Differences = { ...first };
  for (const [field, [before, after]] of Object.entries(then)) {
    all[field] = [all[field] ? all[field][0] : before, after];
  }
  return all;
}

const valueKeys: VariantValueKey[] = ['priceMinor', 'compareAtMinor', 'costMinor', 'weightGrams'];

/**
 * The differences, in which a variant that takes a value from its product has that value: what
 * customers pay now, and not nothing.
 */
export function withPaidValues({
  change: { before, after },
  differences,
}: Pick<Extract<Decision, { outcome: 'changed' }>, 'change' | 'differences'>): Differences {
  const now = new Map(after.variants.map((variant) => [variant.id, variant]));
  const said = { ...differences };
  for (const old of before.variants) {
    for (const key of valueKeys) {
      const name = `${old.sku} ${key}`;
      const own = now.get(old.id);
      if (!own || !(name in differences)) continue;
      const [was, is] = [variantValue(old, before, key), variantValue(own, after, key)];
      if (was !== is) said[name] = [was, is];
    }
  }
  return said;
}

/**
 * The SKU that found a product of the shop whose handle is not that of the file; else null. Archived
 * products are found by an SKU even if the handle is theirs.
 */
function skuThatFound(
  product: CsvProduct,
  { foundBy, change }: Extract<Decision, { outcome: 'changed' }>,
): string | null {
  return product.handle && productSlug(product.handle) === change.before.slug ? null : foundBy;
}
