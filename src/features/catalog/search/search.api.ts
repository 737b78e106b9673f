/** The calls of searches. `GET /products` is in `catalog.api.ts`. */
import { z } from '@hono/zod-openapi';
import { toDecimal, toDecimalOrNull } from '#shared/money.ts';
import { apiRoute, newRouter } from '../../api-route.ts';
import { product, toProductJson } from '../product-json.ts';
import { facetNames } from '../search.schema.ts';
import { facetsOf } from './facets.ts';
import { readSearch, suggest } from './search.ts';
import { facetQuery, filterOf, searchText } from './search-query.ts';

const facets = z
  .object({
    total: z.int().openapi({
      description: 'Products that fit. Counted up to one more than `countedTo`.',
    }),
    countedTo: z.int().openapi({ description: '5,000, or 1,000 where the words are frequent.' }),
    exact: z.boolean().openapi({
      description: 'Whether the counts of all filters are exact.',
    }),
    facets: z.array(
      z.object({
        name: z.enum(facetNames),
        exact: z.boolean().openapi({
          description: 'False if there are too many to count. Then each count is a lower limit.',
        }),
        values: z.array(z.object({ value: z.string(), count: z.int() })),
      }),
    ),
    price: z.object({
      min: z.number().nullable(),
      max: z.number().nullable(),
      buckets: z.array(z.object({ min: z.number(), max: z.number(), count: z.int() })).openapi({
        description: 'At most 20. A count is what `min` and `max` of its bucket would leave.',
      }),
    }),
  })
  .openapi('Facets');

const suggestions = z
  .object({
    products: z.array(product),
    categories: z.array(z.object({ name: z.string(), path: z.string() })),
    collections: z.array(z.object({ name: z.string(), path: z.string() })),
    pages: z.array(z.object({ name: z.string(), path: z.string() })),
    queries: z.array(z.string()),
  })
  .openapi('Suggestions');

const countFacets = apiRoute({
  method: 'get',
  path: '/products/facets',
  tags: ['Products'],
  summary: 'How many products each value of a filter would leave',
  description:
    'Takes the filters of `GET /products`. The values of a filter are counted as if that filter was not set, so that a second value can be chosen. A family counts a product once, however many of its shades the product has. `price` has the lowest and the highest price without its own limits, and how many products are between.',
  policy: 'public',
  request: { query: facetQuery },
  returns: { status: 200, description: 'The counts', schema: facets },
  refusals: ['invalid_request', 'unavailable'],
});

const suggestSearches = apiRoute({
  method: 'get',
  path: '/search/suggestions',
  tags: ['Products'],
  summary: 'Suggestions for a search that is being typed',
  policy: 'public',
  request: { query: z.object({ q: searchText }) },
  returns: {
    status: 200,
    description:
      "Products, categories, collections, pages of the shop's own, and searches that begin with the typed text",
    schema: suggestions,
  },
  refusals: ['invalid_request'],
});

export const searchApi = newRouter();

searchApi.openapi(countFacets, async (c) => {
  const query = c.req.valid('query');
  const ctx = c.get('ctx');
  const filter = await filterOf(ctx, query);
  const counted = await facetsOf(ctx, await readSearch(ctx, { q: query.q || null, filter }));
  const { prices, ...counts } = counted;
  const price = {
    min: toDecimalOrNull(prices.lowestMinor),
    max: toDecimalOrNull(prices.highestMinor),
    buckets: prices.buckets.map(({ minMinor, maxMinor, count }) => ({
      min: toDecimal(minMinor),
      max: toDecimal(maxMinor),
      count,
    })),
  };
  return c.json({ ...counts, price }, 200);
});

searchApi.openapi(suggestSearches, async (c) => {
  const { q } = c.req.valid('query');
  const found = await suggest(c.get('ctx'), q);
  return c.json({ ...found, products: found.products.map(toProductJson) }, 200);
});
