/** The calls of the reports on searches. */
import { z } from '@hono/zod-openapi';
import { apiRoute, newRouter } from '../api-route.ts';
import { LONGEST_SEARCH } from '../catalog/product-list.schema.ts';
import { reportPeriods } from './search-reports.schema.ts';
import { popularSearches, reportSearches } from './search-reports.ts';

const click = apiRoute({
  method: 'post',
  path: '/search/clicks',
  tags: ['Products'],
  summary: 'Record that a product was chosen from the results of a search',
  description:
    'For the reports of staff. The shop counts the choice, and does not store who made it.',
  policy: 'public',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            q: z.string().min(1).max(LONGEST_SEARCH),
            product: z.string().min(1).max(200).openapi({ description: 'Its slug.' }),
            suggested: z.boolean().optional().openapi({
              description:
                'Whether it was a suggestion while `q` was typed. That counts as a search, too, if the product has the words or `q` found something today.',
            }),
          }),
        },
      },
    },
  },
  returns: { status: 201, description: 'It is counted', schema: z.object({}) },
  refusals: ['invalid_request'],
});

const popular = apiRoute({
  method: 'get',
  path: '/search/popular',
  tags: ['Products'],
  summary: 'What is searched most',
  description:
    'Up to eight searches of the last seven days that found something, the most frequent first. Each is made of words of the shop, was searched from several networks on one day, and is not hidden by staff.',
  policy: 'public',
  request: {},
  returns: {
    status: 200,
    description: 'The searches',
    schema: z.object({ queries: z.array(z.string()) }).openapi('PopularSearches'),
  },
  refusals: [],
});

const texts = z.array(
  z.object({
    query: z.string(),
    searches: z.int(),
    empty: z.int().openapi({ description: 'Searches that found nothing.' }),
    clicks: z.int(),
    products: z
      .array(z.object({ id: z.string(), name: z.string(), clicks: z.int() }))
      .openapi({ description: 'The three that were chosen most often.' }),
  }),
);

const days = z.enum(reportPeriods.map(String) as [string, ...string[]]);

const report = apiRoute({
  method: 'get',
  path: '/api/v1/searches',
  tags: ['Products'],
  summary: 'What people searched for, and which searches found nothing',
  description: 'The hundred most frequent texts of each in the last 7, 30 or 90 days (UTC).',
  policy: 'admin',
  request: { query: z.object({ days: days.optional() }) },
  returns: {
    status: 200,
    description: 'The report',
    schema: z
      .object({
        days: z.int(),
        searches: z.int(),
        empty: z.int(),
        top: texts,
        topEmpty: texts,
      })
      .openapi('SearchReport'),
  },
  refusals: ['invalid_request'],
});

export const searchReportsApi = newRouter();

searchReportsApi.openapi(click, (c) => {
  const { q, product, suggested } = c.req.valid('json');
  const { searches } = c.get('ctx');
  const address = c.get('clientAddress');
  // Staff try what they changed.
  const isSearch = suggested === true && c.get('actor').user?.role !== 'admin';
  if (isSearch || !suggested) searches.noteClick(address, q, product, isSearch);
  return c.json({}, 201);
});

searchReportsApi.openapi(popular, async (c) => {
  return c.json({ queries: await popularSearches(c.get('ctx')) }, 200);
});

searchReportsApi.openapi(report, async (c) => {
  const asked = Number(c.req.valid('query').days);
  const period = reportPeriods.find((one) => one === asked) ?? reportPeriods[0];
  return c.json(await reportSearches(c.get('ctx'), c.get('actor'), period), 200);
});
