/** The products of a dry run that people look at. */
import { slugify } from '#shared/slugify.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import { FOUND_BY_SKU } from '../import.schema.ts';
import type { CsvProduct } from './csv-product.ts';
import type { ImportPosition } from './import-progress.ts';
import type { Decision, WantedProduct } from './plan-batch.ts';

/** How many products a dry run shows in detail. */
const SHOWN = { new: 100, changed: 500, bySku: 100 };

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
    new: SHOWN.new - counts.added,
    changed: SHOWN.changed - counts.changed,
    bySku: SHOWN.bySku - bySku,
  };
  let found = 0;
  const items = decisions.flatMap((decision, index): NewItem[] => {
    const product = wanted[index]?.product;
    if (!product || (decision.outcome !== 'new' && decision.outcome !== 'changed')) return [];
    const isNew = decision.outcome === 'new';
    const sku = isNew ? null : skuThatFound(product, decision);
    if (sku !== null) found += 1;
    left[decision.outcome] -= 1;
    if (sku !== null) left.bySku -= 1;
    if (left[sku === null ? decision.outcome : 'bySku'] < 0) return [];
    const line = String(product.line).padStart(9, '0');
    if (isNew) return [{ subject: `line ${line}`, label: product.title, outcome: 'new' }];
    const differences =
      sku === null
        ? decision.differences
        : { ...decision.differences, [FOUND_BY_SKU]: [product.handle, sku] as [string, string] };
    const subject = `${sku === null ? 'line' : 'by sku, line'} ${line}`;
    return [{ subject, label: decision.change.before.name, outcome: 'changed', differences }];
  });
  return { items, bySku: found };
}

/**
 * The SKU that found a product of the shop whose handle is not that of the file; else null. Archived
 * products are found by an SKU even if the handle is theirs.
 */
function skuThatFound(
  product: CsvProduct,
  { foundBy, change }: Extract<Decision, { outcome: 'changed' }>,
): string | null {
  return product.handle && slugify(product.handle) === change.before.slug ? null : foundBy;
}
