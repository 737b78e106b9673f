/** The options of a variant: color, size, and the one that its product names. */

/** The most variants of a product, archived ones included. */
export const MAX_VARIANTS = 2_000;

/** Each is null if the product does not have that option. */
export interface VariantOptions {
  size: string | null;
  color: string | null;
  option: string | null;
}

/** The name of a variant: 'Navy / M / Long'; empty for one without options. */
export function variantName({ color, size, option }: VariantOptions): string {
  return [color, size, option].filter(Boolean).join(' / ');
}

interface Named {
  name?: string | undefined;
  variantName?: string | undefined;
}

/** An item by its name: 'Shirt, Navy / M'. */
export function itemName({ name, variantName: variant }: Named): string {
  return [name, variant].filter(Boolean).join(', ');
}

/** Units of an item: '2 × Shirt, Navy / M'. */
export function itemsInWords(item: Named, quantity: number): string {
  return `${quantity} × ${itemName(item)}`;
}

export function hasSameOptions(a: VariantOptions, b: VariantOptions): boolean {
  return a.size === b.size && a.color === b.color && a.option === b.option;
}

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

/** The names of the options to choose, for people, including the one that a product names. */
export function namesToChoose(optionName: string): string {
  return optionName === '' ? 'size or colour' : `size, colour or ${optionName}`;
}
