/** The values of a product's options, in the order in which customers and staff see them. */
import { bySize } from './size-order.ts';
import type { VariantOptions } from './variant-options.ts';

/** An option that a variant does not have is null or empty. */
type Variants = readonly VariantOptions[];

export interface OptionValues {
  sizes: string[];
  colors: string[];
  /** The values of the third option. */
  options: string[];
}

/** `variants` are in the order of their positions. */
export function optionValuesOf(variants: Variants): OptionValues {
  const sizes = distinct(variants.map(({ size }) => size)).sort(bySize);
  return { sizes, colors: colorsOf(variants), options: thirdValuesOf(variants) };
}

export function colorsOf(variants: Variants): string[] {
  return distinct(variants.map(({ color }) => color));
}

/**
 * The variants by color, in each color by size, and then by the third option. Values that are in
 * no list come last.
 */
export function inOptionOrder<Variant extends VariantOptions>(
  variants: readonly Variant[],
  { sizes, colors, options } = optionValuesOf(variants),
): Variant[] {
  const [ofSize, ofColor, ofOption] = [rankIn(sizes), rankIn(colors), rankIn(options)];
  return variants.toSorted(
    (a, b) =>
      ofColor(a.color) - ofColor(b.color) ||
      ofSize(a.size) - ofSize(b.size) ||
      ofOption(a.option) - ofOption(b.option),
  );
}

/** Returns the position of a value in a list; variants without one come first. */
function rankIn(values: string[]): (value: string | null) => number {
  const ranks = new Map(values.map((value, index) => [value, index]));
  return (value) => (value ? (ranks.get(value) ?? values.length) : -1);
}

/**
 * The order that the values have within the colors and sizes. The first color may lack some of
 * them, so the order in which they first appear is not enough.
 */
function thirdValuesOf(variants: Variants): string[] {
  const last = new Map<string, string>();
  const earlier = new Map<string, Set<string>>();
  for (const { size, color, option } of variants) {
    if (!option) continue;
    const group = JSON.stringify([size, color]);
    const before = last.get(group);
    const known = earlier.get(option) ?? new Set();
    if (before !== undefined) known.add(before);
    earlier.set(option, known);
    last.set(group, option);
  }
  const ordered = new Set<string>();
  const isOrdered = (value: string) => ordered.has(value);
  const rest = [...earlier.keys()];
  while (rest.length > 0) {
    const index = rest.findIndex((value) => [...(earlier.get(value) ?? [])].every(isOrdered));
    // Colors may contradict each other. Then the value that appears first is next.
    for (const next of rest.splice(Math.max(index, 0), 1)) ordered.add(next);
  }
  return [...ordered];
}

const distinct = (values: (string | null)[]) => [
  ...new Set(values.flatMap((value) => (value ? [value] : []))),
];
