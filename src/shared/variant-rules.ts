/** Which variants a product may have, and which option a name stands for. Pages of the shop don’t need it. */
import { type VariantOptions, variantName } from './variant-options.ts';

/** The most variants of a product, archived ones included. */
export const MAX_VARIANTS = 2_000;

type Listed = readonly (VariantOptions & { archived: boolean })[];

/**
 * Whether a change leaves a variant without options on sale beside others that have some: customers
 * could not choose it. False for a product that was so before, which can still be changed.
 */
export function comesToHavePlainBesideOthers(before: Listed, after: Listed): boolean {
  return hasPlainBesideOthers(after) && !hasPlainBesideOthers(before);
}

function hasPlainBesideOthers(variants: Listed): boolean {
  const live = variants.filter(({ archived }) => !archived);
  const isPlain = (one: VariantOptions) => variantName(one) === '';
  return live.some(isPlain) && !live.every(isPlain);
}

/** The first variant whose options another one of the list has, too. */
export function findSameOptions<T extends VariantOptions>(variants: readonly T[]): T | undefined {
  const seen = new Set<string>();
  return variants.find(({ size, color, option }) => {
    const options = JSON.stringify([size, color, option]);
    return seen.has(options) || !seen.add(options);
  });
}

/** Whether an option of this name is the color of a product. */
export function isColorName(name: string): boolean {
  return /^colou?rs?$/i.test(name);
}

/** Whether an option of this name is the size of a product. */
export function isSizeName(name: string): boolean {
  return /^sizes?$/i.test(name);
}
