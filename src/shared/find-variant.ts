import { hasSameOptions, type VariantOptions } from './variant-options.ts';

/**
 * Whether a variant's size, color or third option is the chosen one. A variant without sizes fits
 * every size.
 */
export function fitsOption(value: string | null | undefined, chosen: string | null): boolean {
  return (value ?? null) === null || value === chosen;
}

/**
 * The variant that is meant: by its SKU, by the chosen options, or the only one. Undefined when
 * this is not clear. If several fit the chosen options, the one that has exactly these is meant.
 */
export function findVariant<Variant extends { sku: string } & Partial<VariantOptions>>(
  variants: Variant[],
  { sku = null, choice }: { sku?: string | null | undefined; choice?: VariantOptions },
): Variant | undefined {
  const fitting = choice
    ? variants.filter(
        ({ size, color, option }) =>
          fitsOption(size, choice.size) &&
          fitsOption(color, choice.color) &&
          fitsOption(option, choice.option),
      )
    : variants;
  // Chosen options have priority over the SKU in the page's address.
  const bySku = sku !== null && (!choice || fitting.length !== 1);
  if (bySku) return fitting.find((variant) => variant.sku === sku);
  if (fitting.length === 1) return fitting[0];
  return (
    choice &&
    fitting.find(({ size = null, color = null, option = null }) =>
      hasSameOptions({ size, color, option }, choice),
    )
  );
}
