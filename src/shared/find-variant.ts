interface Options {
  size: string | null;
  color: string | null;
}

/** Whether a variant's size or color is the chosen one. A variant without sizes fits every size. */
export function fitsOption(value: string | null | undefined, chosen: string | null): boolean {
  return (value ?? null) === null || value === chosen;
}

/**
 * The variant that is meant: by its SKU, by the chosen options, or the only one; undefined when
 * that is open. Among several that fit the chosen options, one that has exactly these is meant.
 */
export function findVariant<Variant extends { sku: string } & Partial<Options>>(
  variants: Variant[],
  { sku = null, choice }: { sku?: string | null | undefined; choice?: Options },
): Variant | undefined {
  const fitting = choice
    ? variants.filter(
        ({ size, color }) => fitsOption(size, choice.size) && fitsOption(color, choice.color),
      )
    : variants;
  // Chosen options have priority over the SKU in the page's address.
  const bySku = sku !== null && (!choice || fitting.length !== 1);
  if (bySku) return fitting.find((variant) => variant.sku === sku);
  if (fitting.length === 1) return fitting[0];
  return (
    choice && fitting.find(({ size, color }) => size === choice.size && color === choice.color)
  );
}
