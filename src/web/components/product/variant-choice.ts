import type { ProductCard, Variant } from '#features/catalog/catalog.schema.ts';
import { findVariant, fitsOption } from '#shared/find-variant.ts';
import { allSoldOut, isSoldOut } from '#shared/stock.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import type { ProductCardView } from './product-card-view.ts';

/** The options chosen so far. */
export type Choice = VariantOptions;

export type OptionState = 'available' | 'sold-out' | 'never-made';

/** The options to choose from, in no order for people. */
function optionsOf(variants: Variant[]): Record<keyof Choice, string[]> {
  const distinct = (name: keyof Choice) => [
    ...new Set(variants.map((variant) => variant[name]).filter((value) => value !== null)),
  ];
  return { size: distinct('size'), color: distinct('color'), option: distinct('option') };
}

/**
 * The choice that an address names: a variant, or values of options. An option that has only one
 * value is chosen.
 */
export function initialChoice(variants: Variant[], params: URLSearchParams): Choice {
  const named = variants.find(({ sku }) => sku === params.get('variant'));
  if (named) return { size: named.size, color: named.color, option: named.option };
  const all = optionsOf(variants);
  const chosen = (name: keyof Choice) => {
    const values = all[name];
    const value = values.length === 1 ? values[0] : params.get(name);
    return value != null && values.includes(value) ? value : null;
  };
  return { size: chosen('size'), color: chosen('color'), option: chosen('option') };
}

/** The choice in a form. For a form that was never touched, only the color. */
export function readChoice(variants: Variant[], form: FormData): Choice {
  const read = (name: keyof Choice) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const choice: Choice = { size: read('size'), color: read('color'), option: read('option') };
  const isMade = optionState(variants, choice) !== 'never-made';
  return isMade ? choice : { ...choice, size: null, option: null };
}

/**
 * The variant of a complete choice; null while an option is missing, or when there is no such
 * variant.
 */
export function findChosen(variants: Variant[], choice: Choice): Variant | null {
  return findVariant(variants, { choice }) ?? null;
}

/** The price of the chosen variant, or of the product before the choice is complete. */
export function priceOf(product: ProductCardView, variant: Variant | null) {
  const { priceMinor, formerMinor = null } = variant ?? product;
  return { priceMinor, formerMinor, priceVaries: variant === null && product.priceVaries };
}

/**
 * Whether the chosen variant is sold out. Before the choice is complete, whether all variants are.
 */
export function isChoiceSoldOut(
  product: Pick<ProductCard, 'soldOut'>,
  variant: Variant | null,
): boolean {
  return variant ? isSoldOut(variant.available) : product.soldOut;
}

/** Whether an option is available together with the other chosen options. */
export function optionState(variants: Variant[], choice: Partial<Choice>): OptionState {
  const { size = null, color = null, option = null } = choice;
  const fitting = variants.filter(
    (variant) =>
      (size === null || fitsOption(variant.size, size)) &&
      (color === null || fitsOption(variant.color, color)) &&
      (option === null || fitsOption(variant.option, option)),
  );
  if (fitting.length === 0) return 'never-made';
  return allSoldOut(fitting) ? 'sold-out' : 'available';
}

/** The first option that still has to be chosen, in the order of the page. */
export function findMissing(variants: Variant[], choice: Choice): keyof Choice | null {
  const all = optionsOf(variants);
  const order = ['color', 'size', 'option'] as const;
  return order.find((name) => all[name].length > 0 && !choice[name]) ?? null;
}
