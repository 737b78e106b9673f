import { redirect } from 'react-router';
import { countMatchingUpTo } from '#features/catalog/catalog.ts';
import { AppError } from '#shared/errors.ts';
import { categoryPages } from '#shared/shop-config.ts';
import { shop } from '#shop-config';
import { COUNT_MOST, type ProductCountResult } from '../../components/product/product-count.ts';
import { readAskedFilter } from '../../product-list-address.ts';
import { isDocumentRequest, orErrorPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/product-count.ts';

/**
 * Counts the products that fit the filters while they are chosen. As public as the product list.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const { ctx } = visitOf(context);
  const category = categoryPages(shop).find(({ slug }) => slug === params.category);
  if (!category) {
    return orErrorPage(Promise.reject(new AppError('not_found', 'There is no such category.')));
  }
  if (isDocumentRequest(request)) throw redirect(`/${category.slug}${url.search}`);
  const filter = readAskedFilter(url.searchParams, category.name);
  const count = await orErrorPage(countMatchingUpTo(ctx, filter, COUNT_MOST));
  return { ok: true, count } satisfies ProductCountResult;
}
