import type { Variant } from '#features/catalog/catalog.schema.ts';

/** What of a product's options is chosen so far. */
export interface Choice {
  size: string | null;
  colour: string | null;
}

export type OptionState = 'available' | 'sold-out' | 'never-made';

/** The options that there are to choose from, in the order of the variants. */
export function optionsOf(variants: Variant[]): { sizes: string[]; colours: string[] } {
  const distinct = (values: (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  return {
    sizes: distinct(variants.map(({ size }) => size)),
    colours: distinct(variants.map(({ colour }) => colour)),
  };
}

/** The variant or the colour that the address names; else whatever leaves nothing to choose. */
export function initialChoice(
  variants: Variant[],
  sku: string | null,
  color: string | null = null,
): Choice {
  const named = variants.find((variant) => variant.sku === sku);
  if (named) return { size: named.size, colour: named.colour };
  const { sizes, colours } = optionsOf(variants);
  const only = (options: string[]) => (options.length === 1 ? (options[0] ?? null) : null);
  const known = color !== null && colours.includes(color) ? color : null;
  return { size: only(sizes), colour: known ?? only(colours) };
}

/** The choice that a form holds; of one that was never made, the colour. */
export function readChoice(variants: Variant[], form: FormData): Choice {
  const read = (name: keyof Choice) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const choice: Choice = { size: read('size'), colour: read('colour') };
  return optionState(variants, choice) === 'never-made' ? { ...choice, size: null } : choice;
}

/** The variant of a complete choice; null while something is missing or it was never made. */
export function findChosen(variants: Variant[], { size, colour }: Choice): Variant | null {
  return variants.find((variant) => variant.size === size && variant.colour === colour) ?? null;
}

/** Whether an option can be had together with what else is chosen. */
export function optionState(variants: Variant[], choice: Partial<Choice>): OptionState {
  const { size = null, colour = null } = choice;
  const fitting = variants.filter(
    (variant) =>
      (size === null || variant.size === size) && (colour === null || variant.colour === colour),
  );
  if (fitting.length === 0) return 'never-made';
  return fitting.some(({ inventory }) => inventory > 0) ? 'available' : 'sold-out';
}
