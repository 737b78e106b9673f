/** Counts what each value of each filter would leave of a search, a category or a collection. */
import { AppError } from '#shared/errors.ts';
import { bySize } from '#shared/size-order.ts';
import type { Ctx } from '../../context.ts';
import type { Category } from '../../site-content.ts';
import { MAX_COUNTED } from '../browse.ts';
import { chosenProducts } from '../collections.ts';
import type { ColorFamily } from '../color-families.ts';
import { spreadOf } from '../price-buckets.ts';
import {
  type FilterOf,
  type FilterParamOf,
  flagNames,
  narrow,
  type ProductFilter,
  productFilters,
  traitNames,
} from '../product-list.schema.ts';
import { type FacetName, type Facets, type FacetValue, facetNames } from '../search.schema.ts';
import { type CountedFacets, countFacets } from './facets.store.ts';
import { MOST_COUNTED_OF_FREQUENT, type NewestHits, selectNewestOfFilter } from './hits.store.ts';
import { countFoundProducts, type ReadSearch, readSearch } from './search.ts';
import { knownFamilies } from './shades.ts';

/**
 * Counts what each value of each filter of a search would leave. The values of a filter are counted
 * as if that filter was not set, so that a second one may be chosen. With many products, values and
 * counts are those of the newest ones. 503 while the index is being built.
 */
export async function facetsOf(ctx: Ctx, read: ReadSearch): Promise<Facets> {
  if (!read.isIndexed) {
    throw new AppError('unavailable', 'The search is being prepared. Please try again later.', {
      retryAfterSeconds: 60,
    });
  }
  const { filter, finds, hits } = read;
  if (!finds) {
    return { total: 0, countedTo: MAX_COUNTED, exact: true, facets: [], prices: spreadOf([]) };
  }
  const newest = await newestOf(ctx, read);
  // Counting all products with a frequent word takes longer than finding the newest.
  const isUncounted = newest !== null && newest.total === null;
  const countedTo = isUncounted ? MOST_COUNTED_OF_FREQUENT : MAX_COUNTED;
  const total = isUncounted
    ? countedTo + 1
    : await countFoundProducts(ctx, { ...read, newest }, countedTo + 1);
  const families = await knownFamilies(ctx);
  const counted = await countFacets(ctx.db, { filter, families, newest, section: null });
  const { categories } = await ctx.siteContent.read();
  const isWhole = hits?.isWhole ?? true;
  return toFacets(counted, { categories, families, total, countedTo, isWhole });
}

async function newestOf(ctx: Ctx, { filter, newest }: ReadSearch): Promise<NewestHits | null> {
  if (newest || filter.text !== null || filter.found !== null) return newest;
  return selectNewestOfFilter(ctx.db, filter, MAX_COUNTED);
}

/**
 * Counts what each value of each filter would leave of the products of a category or collection
 * that fit a filter. Null while the index is being built.
 */
export async function sectionFacets(
  ctx: Ctx,
  { scope, filter: asked }: Record<'scope' | 'filter', ProductFilter>,
): Promise<Facets | null> {
  const { collection, ...narrowed } = narrow(scope, asked);
  const read = await readSearch(ctx, { q: null, filter: { ...narrowed, collection: null } });
  if (!read.isIndexed) return null;
  const found = collection === null ? null : await chosenProducts(ctx, collection);
  const filter = { ...read.filter, found };
  const families = await knownFamilies(ctx);
  const newest = await selectNewestOfFilter(ctx.db, filter, MAX_COUNTED);
  const counted = await countFacets(ctx.db, { filter, families, newest, section: scope });
  const totals = { total: newest.total, countedTo: MAX_COUNTED, isWhole: true };
  return toFacets(counted, { categories: [], families, ...totals });
}

interface Totals extends Pick<Facets, 'total' | 'countedTo'> {
  /** The categories whose products may have been counted. */
  categories: readonly Category[];
  families: ColorFamily[];
  /** Whether all products of the search could be counted. */
  isWhole: boolean;
}

function toFacets(
  counted: CountedFacets,
  { categories, families, isWhole, ...totals }: Totals,
): Facets {
  const ofFamilies = new Map(counted.family.map((one) => [one.value, one]));
  const counts = new Map(counted.category.map(({ value, count }) => [value, count]));
  const flags = flagNames.map((name) => [name, [{ value: 'true', count: counted.flags[name] }]]);
  const traits = traitNames.map((name) => [productFilters[name].params[0], counted.traits[name]]);
  const values: Record<FacetName, FacetValue[]> = {
    category: categories.flatMap(({ id, name }) => {
      const count = counts.get(id);
      return count === undefined ? [] : [{ value: name, count }];
    }),
    size: counted.size.toSorted((a, b) => bySize(a.value, b.value)),
    color: counted.color,
    family: families.flatMap(({ name }) => ofFamilies.get(name) ?? []),
    ...(Object.fromEntries(traits) as Record<FilterParamOf<'traits'>, FacetValue[]>),
    ...(Object.fromEntries(flags) as Record<FilterOf<'flag'>, FacetValue[]>),
  };
  return {
    ...totals,
    exact: isWhole && counted.cut.size === 0,
    facets: facetNames.map((name) => ({
      name,
      exact: isWhole && !counted.cut.has(name),
      values: values[name],
    })),
    prices: spreadOf(counted.prices),
  };
}
