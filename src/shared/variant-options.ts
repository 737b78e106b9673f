/** The options of a variant: color, size, and the one that its product names. */

/** Each is null where the product lacks that option. */
export interface VariantOptions {
  size: string | null;
  color: string | null;
  option: string | null;
}

/** What a variant is called: 'Navy / M / Long'; empty for one without options. */
export function variantName({ color, size, option }: VariantOptions): string {
  return [color, size, option].filter(Boolean).join(' / ');
}

export function hasSameOptions(a: VariantOptions, b: VariantOptions): boolean {
  return a.size === b.size && a.color === b.color && a.option === b.option;
}

/** Whether an option of this name is the color of a product. */
export function isColorName(name: string): boolean {
  return /^colou?rs?$/i.test(name);
}

/** Whether an option of this name is the size of a product. */
export function isSizeName(name: string): boolean {
  return /^sizes?$/i.test(name);
}

/** What has to be chosen, for people, with the option that a product names. */
export function namesToChoose(optionName: string): string {
  return optionName === '' ? 'size or colour' : `size, colour or ${optionName}`;
}
