/** The parameters of `GET /products` that search and filter. */
import { z } from '@hono/zod-openapi';
import { productLimits } from '#shared/product-limits.ts';
import type { Ctx } from '../../context.ts';
import { price } from '../catalog.schema.ts';
import {
  type FilterName,
  type FilterOf,
  type FilterParamOf,
  flagNames,
  LONGEST_SEARCH,
  LONGEST_TRAIT,
  noFilter,
  type ProductFilter,
  productFilters,
  traitNames,
} from '../product-list.schema.ts';
import { type SearchSort, searchSorts } from '../search.schema.ts';

/** What somebody typed. A NUL is refused, because PostgreSQL stores no text with one. */
export const searchText = z
  .string()
  .trim()
  .max(LONGEST_SEARCH)
  .refine((text) => !text.includes('\0'), 'A search cannot contain a NUL character.');

const MOST_VALUES = 30;

// Repeated, as in '?size=M&size=L'.
const valuesUpTo = (longest: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().min(1).max(longest)).max(MOST_VALUES).optional(),
  );
const values = valuesUpTo(productLimits.option);
const traitValues = valuesUpTo(LONGEST_TRAIT);

const amount = price.optional().openapi({ type: 'number', description: "In the shop's currency." });

const sortNames = Object.keys(searchSorts) as [SearchSort, ...SearchSort[]];

const yesNo = z.enum(['true', 'false']).optional();
// `type=Hoodie`, `brand=Koru` and so on.
const traits = Object.fromEntries(
  traitNames.map((name) => [
    productFilters[name].params[0],
    traitValues.openapi({ type: 'array', items: { type: 'string' } }),
  ]),
) as Record<FilterParamOf<'traits'>, typeof traitValues>;
const flags = Object.fromEntries(flagNames.map((name) => [name, yesNo])) as Record<
  FilterOf<'flag'>,
  typeof yesNo
>;

export const facetQuery = z.object({
  category: z.string().max(80).optional(),
  q: searchText.optional(),
  size: values.openapi({ type: 'array', items: { type: 'string' } }),
  color: values.openapi({ type: 'array', items: { type: 'string' } }),
  family: values.openapi({
    type: 'array',
    items: { type: 'string' },
    description: "Families of colors, such as 'Blue': each stands for all of its shades.",
  }),
  min: amount,
  max: amount,
  ...traits,
  ...flags,
});

/** The names of the parameters of `facetQuery`. */
export const facetParams: readonly string[] = Object.keys(facetQuery.shape);

/** `relevance` is the default where `q` is given, `newest` elsewhere. */
export const searchQuery = facetQuery.extend({ sort: z.enum(sortNames).optional() });

type FacetQuery = z.infer<typeof facetQuery>;

/** The filter that a call asks for. An unknown category finds nothing. */
export async function filterOf(ctx: Ctx, query: FacetQuery): Promise<ProductFilter> {
  const { category, size = [], color = [], family = [], min = null, max = null } = query;
  const asksFor = flagNames.map((name) => [name, query[name] === 'true']);
  const traitsAsked = traitNames.map((name) => [name, query[productFilters[name].params[0]] ?? []]);
  const asked: Pick<ProductFilter, FilterName> = {
    sizes: size,
    colors: color,
    families: family,
    ...(Object.fromEntries(traitsAsked) as Pick<ProductFilter, FilterOf<'traits'>>),
    ...(Object.fromEntries(asksFor) as Pick<ProductFilter, FilterOf<'flag'>>),
    price: { minMinor: min, maxMinor: max },
  };
  const id = category === undefined ? null : await idOfCategory(ctx, category);
  return { ...noFilter(), ...asked, category: id };
}

async function idOfCategory({ siteContent }: Ctx, name: string): Promise<string> {
  const { categories } = await siteContent.read();
  return categories.find((one) => one.name === name)?.id ?? '';
}
