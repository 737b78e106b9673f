interface Options {
  size: string | null;
  color: string | null;
}

/**
 * The variant that is meant: by its SKU, by the chosen options, or the only one; undefined when
 * that is open. A variant without sizes fits every size, and likewise for colors.
 */
export function meantVariant<Variant extends { sku: string } & Partial<Options>>(
  variants: Variant[],
  { sku = null, choice }: { sku?: string | null | undefined; choice?: Options },
): Variant | undefined {
  const fits = (name: keyof Options, { [name]: value = null }: Variant) =>
    !choice || value === null || value === choice[name];
  const fitting = variants.filter((variant) => fits('size', variant) && fits('color', variant));
  // Chosen options have priority over the SKU in the page's address.
  const bySku = sku !== null && (!choice || fitting.length !== 1);
  if (bySku) return fitting.find((variant) => variant.sku === sku);
  return fitting.length === 1 ? fitting[0] : undefined;
}
