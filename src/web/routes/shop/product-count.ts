import { redirect } from 'react-router';
import {
  countFoundWithFacets,
  countSectionWithFacets,
  findCollection,
  readSearch,
} from '#features/catalog/catalog.ts';
import { noFilter, type ProductFilter } from '#features/catalog/product-list.schema.ts';
import type { Ctx } from '#features/context.ts';
import type { SiteContent } from '#features/site-content.ts';
import { AppError } from '#shared/errors.ts';
import { COUNT_MOST, type ProductCount } from '../../components/product/product-count.ts';
import { readAskedFilter } from '../../product-list-address.ts';
import { isDocumentRequest, orErrorPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/product-count.ts';
import { readSearchText } from './category/load-search.ts';

/**
 * Counts the products that fit the filters while they are being chosen. Allowed for everyone who
 * may see the list.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const { ctx, siteContent, requireBrowsing } = visitOf(context);
  const isCollection = /^\/productCount\/collections\//i.test(url.pathname);
  if (params.section.toLowerCase() === 'search' && !isCollection) {
    if (isDocumentRequest(request)) throw redirect(`/search${url.search}`);
    requireBrowsing(new URL(`/search${url.search}`, url));
    return orErrorPage(countSearch(ctx, url));
  }
  const list = await orErrorPage(findList(ctx, siteContent, params.section, url));
  if (isDocumentRequest(request)) throw redirect(list.path + url.search);
  requireBrowsing(new URL(list.path + url.search, url));
  const asked = { scope: list.scope, filter: readAskedFilter(url.searchParams) };
  const counted = await orErrorPage(countSectionWithFacets(ctx, asked, COUNT_MOST));
  return { ok: true, ...counted } satisfies ProductCount;
}

async function countSearch(ctx: Ctx, { searchParams }: URL): Promise<ProductCount> {
  const q = readSearchText(searchParams) || null;
  const read = await readSearch(ctx, { q, filter: readAskedFilter(searchParams) });
  return { ok: true, ...(await countFoundWithFacets(ctx, read, COUNT_MOST)) };
}

/** The category or collection of an address, and the filter of its products. */
async function findList(
  ctx: Ctx,
  siteContent: () => Promise<SiteContent>,
  slug: string,
  { pathname }: URL,
): Promise<{ path: string; scope: ProductFilter }> {
  if (/^\/productCount\/collections\//i.test(pathname)) {
    const found = await findCollection(ctx, slug);
    if (found) return { path: `/collections/${found.slug}`, scope: found.scope };
    throw new AppError('not_found', 'There is no such collection.');
  }
  const category = (await siteContent()).categories.find((one) => one.slug === slug);
  if (!category) throw new AppError('not_found', 'There is no such category.');
  return { path: `/${slug}`, scope: { ...noFilter(), category: category.id } };
}
