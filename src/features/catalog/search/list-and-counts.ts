/** A page of a list together with the counts of its filters, read side by side. */
import { sideBySide } from '#db/side-by-side.ts';
import type { Page } from '#shared/cursor.ts';
import type { Ctx } from '../../context.ts';
import type { ProductSearch as ListQuery } from '../browse.ts';
import type { BrowsedProduct } from '../catalog.schema.ts';
import { narrow, type ProductFilter } from '../product-list.schema.ts';
import type { Facets, SearchSort } from '../search.schema.ts';
import { facetsOf, sectionFacets } from './facets.ts';
import { browseSection, type ReadSearch, searchProducts } from './search.ts';

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

/** A page of the products of a category or collection that fit a filter, and its counts. */
export async function browseWithCounts(
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
