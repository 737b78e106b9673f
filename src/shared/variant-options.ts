/** The options of a variant: color, size, and the one that its product names. */

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

export interface NamedItem {
  name?: string | undefined;
  variantName?: string | undefined;
}

/** An item by its name: 'Shirt, Navy / M'. */
export function itemName({ name, variantName: variant }: NamedItem): string {
  return [name, variant].filter(Boolean).join(', ');
}

export function hasSameOptions(a: VariantOptions, b: VariantOptions): boolean {
  return a.size === b.size && a.color === b.color && a.option === b.option;
}

/** The names of the options to choose, for people, including the one that a product names. */
export function namesToChoose(optionName: string): string {
  return optionName === '' ? 'size or colour' : `size, colour or ${optionName}`;
}
