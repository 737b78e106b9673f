/** Replaces families of colors by the colors that the shop has of them. */
import type { Ctx } from '../../context.ts';
import { type ColorFamily, groupColors } from '../color-families.ts';
import type { ListedFilter, ProductFilter } from '../product-list.schema.ts';
import { selectColors } from './search-words.store.ts';

/**
 * The most shades of a family that a filter compares a product with: those of the most products.
 */
const MOST_SHADES = 100;

/** No color contains a separator of the index, so no product fits this one. */
const NO_COLOR = '\x1f';

/** The families of the shop's colors. Those of new products are known within ten seconds. */
export async function knownFamilies(ctx: Ctx): Promise<ColorFamily[]> {
  const families = groupColors(await selectColors(ctx.db), ctx.shop);
  return families.map(({ name, colors }) => ({ name, colors: colors.slice(0, MOST_SHADES) }));
}

/** The filter with the shades of its families among its colors. An unknown family has none. */
export async function withShades(
  ctx: Ctx,
  { families = [], ...filter }: ProductFilter | ListedFilter,
): Promise<ListedFilter> {
  if (families.length === 0) return filter;
  const shades = await shadesOf(ctx, families);
  return { ...filter, colors: [...new Set([...filter.colors, ...shades])] };
}

/** Returns at least one color, so that a filter with families never lets every color pass. */
async function shadesOf(ctx: Ctx, families: string[]): Promise<string[]> {
  const known = await knownFamilies(ctx);
  const shades = known.filter(({ name }) => families.includes(name)).flatMap((one) => one.colors);
  return shades.length > 0 ? shades : [NO_COLOR];
}
