/** The calls that apply a stock count, and find out whether one was applied. */
import { z } from '@hono/zod-openapi';
import { requestKey } from '#shared/request-key.schema.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { jobJson, toJobJson } from '../staff-jobs/job-json.ts';
import { stockCount } from './stock-count-input.schema.ts';
import { getStockCount, startStockCount } from './stock-counts.ts';

const start = apiRoute({
  method: 'post',
  path: '/api/v1/stock-counts',
  tags: ['Stock', 'Jobs'],
  summary: 'Set the stock of many variants to what was counted, by a job',
  description:
    '`counted` is what lies on the shelf: units of paid orders that are still to be shipped are subtracted, as by `POST /api/v1/stock-adjustments` with the reason `counted`. `expected` is what the count was compared with: `onHand` and `toShip` of `GET /api/v1/stock` together. `movement` is the one of the same response; without it, only what staff counted or adjusted after the call is noticed. A variant is left out when that is another number by the time of the job, when staff counted or adjusted it since, and when fewer were counted than are promised to orders. `problems` of the job names those; `line` is the place of the variant in the call, from 1. A repeat under the same `Idempotency-Key` returns the same job. `POST /api/v1/jobs/{id}/undo` takes the job back, except where the stock was changed since. At most 2,000 variants.',
  policy: 'admin',
  request: {
    headers: z.object({ 'idempotency-key': requestKey.optional() }),
    body: { required: true, content: { 'application/json': { schema: stockCount } } },
  },
  returns: { status: 201, description: 'The job', schema: jobJson },
  refusals: ['malformed', 'invalid_request', 'body_too_large', 'unavailable'],
});

const find = apiRoute({
  method: 'get',
  path: '/api/v1/stock-counts/{key}',
  tags: ['Stock', 'Jobs'],
  summary: 'The job of a count, by the key that it was sent under',
  description:
    'Says whether a count arrived whose response was lost. `GET /api/v1/jobs/{id}` names its problems.',
  policy: 'admin',
  request: {
    params: z.object({ key: requestKey }),
    query: z.object({
      sender: z.string().max(120).optional().openapi({
        description: 'The id of the account that sent it; without it, the one that asks.',
      }),
    }),
  },
  returns: { status: 200, description: 'The job', schema: jobJson },
  refusals: ['not_found', 'invalid_request'],
});

export const stockCountsApi = newRouter();

stockCountsApi.openapi(find, async (c) => {
  const { key } = c.req.valid('param');
  const { sender } = c.req.valid('query');
  const job = await getStockCount(c.get('ctx'), c.get('actor'), { key, sender });
  return c.json(toJobJson(job, []), 200);
});

stockCountsApi.openapi(start, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const { variants } = c.req.valid('json');
  const job = await startStockCount(c.get('ctx'), c.get('actor'), { variants, key });
  return c.json(toJobJson(job, []), 201);
});
