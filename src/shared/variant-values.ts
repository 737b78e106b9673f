/**
 * The values that a variant takes from its product if it has none of its own. In SQL:
 * `variantPrice` and similar ones in `features/catalog/catalog.table.ts`.
 */
export type VariantValueKey = 'priceMinor' | 'compareAtMinor' | 'costMinor' | 'weightGrams';

/** The most that a unit weighs: ten tonnes. */
export const MAX_GRAMS = 10_000_000;

/** A value of a variant: its own, else its product's. */
export function variantValue<
  Key extends VariantValueKey,
  Product extends Record<Key, number | null>,
>(variant: Record<NoInfer<Key>, number | null>, product: Product, key: Key): number | Product[Key] {
  return variant[key] ?? product[key];
}
