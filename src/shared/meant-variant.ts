interface Options {
  size: string | null;
  color: string | null;
}

/**
 * Which of these variants is meant: by its SKU, by what was chosen, or because it is the only one;
 * undefined if that is open. A variant without sizes fits every size, and so with colors.
 */
export function meantVariant<Variant extends { sku: string } & Partial<Options>>(
  variants: Variant[],
  { sku = null, choice }: { sku?: string | null | undefined; choice?: Options },
): Variant | undefined {
  const fits = (name: keyof Options, { [name]: value = null }: Variant) =>
    !choice || value === null || value === choice[name];
  const fitting = variants.filter((variant) => fits('size', variant) && fits('color', variant));
  // What was chosen counts more than the SKU that a page was opened with.
  const bySku = sku !== null && (!choice || fitting.length !== 1);
  if (bySku) return fitting.find((variant) => variant.sku === sku);
  return fitting.length === 1 ? fitting[0] : undefined;
}
