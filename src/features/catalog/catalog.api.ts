/** The calls of the catalog under the names of the specification. */
import { z } from '@hono/zod-openapi';
import type { Page } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import { idParam, MAX_ITEMS, nextLink, pageQuery } from '../api-fields.ts';
import { streamJsonArray } from '../api-json-stream.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import type { Ctx } from '../context.ts';
import type { ProductDetail } from './catalog.schema.ts';
import {
  getProduct,
  isCursorOf,
  isFormerSlug,
  listProducts,
  readSearch,
  searchProducts,
  streamProducts,
} from './catalog.ts';
import { type ProductJson, product, toProductJson } from './product-json.ts';
import { filterOf, searchQuery } from './search/search-query.ts';

const listQuery = pageQuery.extend(searchQuery.shape);
type ListQuery = z.infer<typeof listQuery>;

type CachedParams = Record<keyof typeof listQuery.shape, readonly string[]>;

/**
 * The parameters of `GET /products`, each with the values for which the page cache stores the
 * response. They have to be few.
 */
export function cachedListParams(categories: readonly string[]): CachedParams {
  const limit = Array.from({ length: MAX_ITEMS }, (_, index) => String(index + 1));
  const never = Object.keys(listQuery.shape).map((name) => [name, []]);
  return { ...(Object.fromEntries(never) as CachedParams), category: categories, limit };
}

/** Whether these parameters of `GET /products` ask for a page. Without any it is the whole list. */
export function asksForPage(params: Record<string, unknown>): boolean {
  return Object.keys(listQuery.shape).some((name) => params[name] !== undefined);
}

/** The parameters of `GET /products` with which a search is cached. Cursors are too many. */
export const searchListParams: readonly string[] = Object.keys(
  listQuery.omit({ after: true }).shape,
);

/** Whether these parameters of `GET /products` search or filter. */
export function isSearch(params: Record<string, unknown>): boolean {
  return Object.keys(searchQuery.shape).some(
    (name) => name !== 'category' && params[name] !== undefined && params[name] !== '',
  );
}

const list = apiRoute({
  method: 'get',
  path: '/products',
  tags: ['Products'],
  summary: 'Every listed product, or a page of them',
  description:
    'Without parameters all products, as one array. With any of them a page, newest first, with a `Link: rel="next"` header while there is more. With `q` the best match comes first, unless `sort` says otherwise; sizes and colors among its words are filters, and a misspelled word finds what the nearest one does.',
  policy: 'public',
  request: {
    query: listQuery,
  },
  returns: { status: 200, description: 'Products', schema: z.array(product) },
  refusals: ['invalid_request'],
});

const one = apiRoute({
  method: 'get',
  path: '/products/{id}',
  tags: ['Products'],
  summary: 'One product, by its id or its slug',
  description: 'A slug that the product had before finds it too.',
  policy: 'public',
  request: { params: idParam },
  returns: { status: 200, description: 'The product', schema: product },
  refusals: ['not_found', 'invalid_request'],
});

export const catalogApi = newRouter();

/** Products per page without a `limit`. */
const DEFAULT_LIMIT = 24;

catalogApi.openapi(list, async (c) => {
  const query = c.req.valid('query');
  const ctx = c.get('ctx');
  if (asksForPage(query)) {
    const page = await pageOf(ctx, { ...query, limit: query.limit ?? DEFAULT_LIMIT });
    const next = nextLink(c.req.url, page);
    if (next) c.header('Link', next);
    return c.json(page.items.map(toProductJson), 200);
  }
  const all = await streamJsonArray(streamProducts(ctx), toProductJson);
  const response = c.body(all, 200, { 'Content-Type': 'application/json' });
  return response as unknown as ReturnType<typeof c.json<ProductJson[], 200>>;
});

/** A page of the newest products, or of the results of a search. */
async function pageOf(
  ctx: Ctx,
  query: ListQuery & { limit: number },
): Promise<Page<ProductDetail>> {
  const { category, limit, after = null, q, sort: askedSort } = query;
  if (!isSearch(query)) return listProducts(ctx, { category, limit, after });
  const usual = q ? 'relevance' : 'newest';
  const sort = askedSort === undefined || askedSort === 'relevance' ? usual : askedSort;
  // Without this, a program that follows a list would read its first page forever.
  if (after !== null && !isCursorOf(after, sort)) {
    throw new AppError('invalid_request', 'That page of the list does not exist.');
  }
  const read = await readSearch(ctx, { q: q || null, filter: await filterOf(ctx, query) });
  return searchProducts(ctx, read, { sort, limit, after });
}

catalogApi.openapi(one, async (c) => {
  const { id } = c.req.valid('param');
  const found = await getProduct(c.get('ctx'), id);
  // The page cache does not store such a response, because changes of the product don't name a slug
  // that it gave up.
  if (isFormerSlug(found, id)) c.header('Content-Location', `/products/${found.slug}`);
  return c.json(toProductJson(found), 200);
});
