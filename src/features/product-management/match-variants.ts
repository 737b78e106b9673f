/** Finds the variants that the changes of an edit are about. */
import { AppError } from '#shared/errors.ts';
import type { StaffProduct, StaffVariant, VariantChanges } from './product-management.schema.ts';

export interface Match {
  change: VariantChanges;
  /** Undefined for a variant to add. */
  variant: StaffVariant | undefined;
  /** An archived variant of the size and color of a new one. It comes back instead. */
  isByOptions: boolean;
}

/**
 * Matches each change by id, by SKU, or with an archived variant of its size and color. Refuses two
 * changes of one variant, an id of another product, and a new variant without size and color.
 */
export function findMatches({ variants }: StaffProduct, changes: VariantChanges[]): Match[] {
  const byId = new Map(variants.map((one) => [one.id, one]));
  const bySku = new Map(variants.map((one) => [one.sku, one]));
  const archived = new Map(
    variants.filter((one) => one.archived).map((one) => [optionsOf(one), one]),
  );
  const seen = new Set<string>();
  return changes.map((change) => {
    const { _id: id, sku, size = null, color = null } = change;
    const named = id !== undefined ? byId.get(id) : bySku.get(sku ?? '');
    if (id !== undefined && !named) {
      throw new AppError('invalid_request', `The product has no variant ${id}.`);
    }
    if (!named && size === null && color === null) throw nothingNew(sku);
    const variant = named ?? archived.get(optionsOf({ size, color }));
    if (variant) {
      if (seen.has(variant.id)) {
        throw new AppError('invalid_request', `The variant ${variant.sku} is in the list twice.`);
      }
      seen.add(variant.id);
    }
    return { change, variant, isByOptions: !named && variant !== undefined };
  });
}

/** Whether a change takes an SKU, or a size and color, that another variant has until now. */
export function passesValues({ variants }: StaffProduct, matches: Match[]): boolean {
  const bySku = new Map(variants.map((one) => [one.sku, one.id]));
  const byOptions = new Map(variants.map((one) => [optionsOf(one), one.id]));
  return matches.some(({ change, variant }) => {
    if (!variant) return false;
    const { sku = variant.sku, size = variant.size, color = variant.color } = change;
    const holders = [bySku.get(sku), byOptions.get(optionsOf({ size, color }))];
    return holders.some((holder) => holder !== undefined && holder !== variant.id);
  });
}

function optionsOf({ size, color }: { size: string | null; color: string | null }): string {
  return JSON.stringify([size, color]);
}

function nothingNew(sku: string | undefined): AppError {
  const start = sku === undefined ? '' : `The product has no variant with the SKU "${sku}". `;
  return new AppError('invalid_request', `${start}A new variant needs a size or a color.`);
}
