/** A page of a list together with the counts of its filters, read side by side. */
import { isDeepStrictEqual } from 'node:util';
import { sideBySide } from '#db/side-by-side.ts';
import type { Page } from '#shared/cursor.ts';
import type { Ctx } from '../../context.ts';
import type { ProductSearch as ListQuery } from '../browse.ts';
import type { BrowsedProduct, ProductOptions } from '../catalog.schema.ts';
import { narrow, type ProductFilter } from '../product-list.schema.ts';
import type { Facet, Facets, SearchSort } from '../search.schema.ts';
import { facetsOf, sectionFacets } from './facets.ts';
import {
  browseSection,
  countFoundProducts,
  countInSection,
  type ReadSearch,
  searchProducts,
  sectionOptions,
} from './search.ts';

interface ListAndCounts {
  found: Page<BrowsedProduct>;
  /** Null while the index is being built. */
  facets: Facets | null;
}

/** A page of what a search finds, and its counts. */
export async function searchWithCounts(
  ctx: Ctx,
  read: ReadSearch,
  page: { sort: SearchSort; limit: number; after: string | null },
): Promise<ListAndCounts> {
  const [found, facets] = await sideBySide([
    () => searchProducts(ctx, read, page),
    async () => (read.isIndexed ? facetsOf(ctx, read) : null),
  ]);
  return { found, facets };
}

/** How many products a list has, up to `most`, and what each value of its filters would leave. */
interface CountWithFacets {
  count: number;
  /** Null while the index is being built. */
  facets: Facet[] | null;
}

/** The counts of a search without its products. */
export async function countFoundWithFacets(
  ctx: Ctx,
  read: ReadSearch,
  most: number,
): Promise<CountWithFacets> {
  if (!read.isIndexed) return { count: await countFoundProducts(ctx, read, most), facets: null };
  const { total, facets } = await facetsOf(ctx, read);
  return { count: Math.min(total, most), facets };
}

/** The counts of a category or collection without its products. */
export async function countSectionWithFacets(
  ctx: Ctx,
  asked: Record<'scope' | 'filter', ProductFilter>,
  most: number,
): Promise<CountWithFacets> {
  const counted = await sectionFacets(ctx, asked);
  if (counted) return { count: Math.min(counted.total, most), facets: counted.facets };
  const filter = narrow(asked.scope, asked.filter);
  return { count: await countInSection(ctx, filter, most), facets: null };
}

/** What a category or collection offers, and the page of a filter with its counts. */
interface OfferedList extends ListAndCounts {
  options: ProductOptions;
  /** The filter of the page. */
  filter: ProductFilter;
}

/**
 * A page of the products of a category or collection that fit a filter, its counts, and what the
 * whole section offers. `limitTo` changes the filter that was asked for by what is offered. Mostly
 * that changes nothing, so the page is read meanwhile, and again only if it does. Families get their
 * shades then, so their page is read afterwards.
 */
export async function browseWithCounts(
  ctx: Ctx,
  asked: Record<'scope' | 'filter', ProductFilter>,
  limitTo: (options: ProductOptions) => ProductFilter,
  page: Omit<ListQuery, 'filter'>,
): Promise<OfferedList> {
  const { scope } = asked;
  const hasFamilies = asked.filter.families.length > 0;
  const [options, early] = await sideBySide([
    () => sectionOptions(ctx, scope),
    async () => (hasFamilies ? null : listWithCounts(ctx, asked, page)),
  ]);
  const filter = limitTo(options);
  const list =
    early && isDeepStrictEqual(sorted(filter), sorted(asked.filter))
      ? early
      : await listWithCounts(ctx, { scope, filter }, page);
  return { options, filter, ...list };
}

async function listWithCounts(
  ctx: Ctx,
  { scope, filter }: Record<'scope' | 'filter', ProductFilter>,
  page: Omit<ListQuery, 'filter'>,
): Promise<ListAndCounts> {
  const [found, facets] = await sideBySide([
    () => browseSection(ctx, { filter: narrow(scope, filter), ...page }),
    () => sectionFacets(ctx, { scope, filter }),
  ]);
  return { found, facets };
}

/** The values of a filter in one order, whatever order the address has. */
function sorted(filter: ProductFilter): Record<string, unknown> {
  const fields = Object.entries(filter).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted() : value,
  ]);
  return Object.fromEntries(fields);
}
