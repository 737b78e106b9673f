/**
 * What a job keeps of a product for its undo: the fields and variants that it changed, as they were.
 * The undo takes a product back only if nobody has edited it since, so the rest is as the product has
 * it by then. Each part has a key of its own: where a job changes a product twice, what it kept
 * first stays (`insertItems`).
 */
import { isSame } from '#shared/differences.ts';
import { isSameVariant } from './differences.ts';
import type { StaffProduct, StaffVariant } from './product-management.schema.ts';

/** Fields by their names, and variants by their ids; null for a variant that the job added. */
export type EarlierParts = Record<string, unknown>;

/** What to keep of a product that becomes `after`. Keeps all of it if the job will change it again. */
export function earlierParts(
  before: StaffProduct,
  after: StaffProduct,
  isChangedAgain = false,
): EarlierParts {
  const { variants, formerSlugs: _, ...fields } = before;
  const parts: EarlierParts = {};
  for (const [name, value] of Object.entries(fields)) {
    // When all products are written, an import relates them to each other.
    const isKept = isChangedAgain || name === 'related';
    if (isKept || !isSame(value, after[name as keyof StaffProduct])) parts[name] = value;
  }
  const old = new Map(variants.map((variant) => [variant.id, variant]));
  for (const variant of after.variants) {
    const earlier = old.get(variant.id);
    const isKept =
      !earlier ||
      isChangedAgain ||
      earlier.available !== variant.available ||
      !isSameVariant(earlier, variant);
    if (isKept) parts[variant.id] = earlier ?? null;
  }
  return parts;
}

/** The record as it was before the job, with `ofAdded` for each variant that the job added. */
export function earlierRecord(
  parts: EarlierParts,
  now: StaffProduct,
  ofAdded: (variant: StaffVariant) => StaffVariant,
): StaffProduct {
  const earlier = { ...now };
  for (const name of Object.keys(now))
    if (name in parts) Object.assign(earlier, { [name]: parts[name] });
  const earlierVariant = isWhole(parts)
    ? new Map(parts.variants.map((variant) => [variant.id, variant]))
    : new Map(Object.entries(parts as Record<string, StaffVariant | null>));
  earlier.variants = now.variants.map((variant) => {
    const old = earlierVariant.get(variant.id);
    if (old) return old;
    const isAdded = isWhole(parts) || old === null;
    return isAdded ? ofAdded(variant) : variant;
  });
  return earlier;
}

/** Whether an earlier version of the shop kept it: the whole record. */
function isWhole(parts: EarlierParts): parts is EarlierParts & Pick<StaffProduct, 'variants'> {
  return 'variants' in parts;
}
