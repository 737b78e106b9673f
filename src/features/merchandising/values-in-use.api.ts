/** The call that offers values of products where staff type one. */
import { z } from '@hono/zod-openapi';
import { apiRoute, newRouter } from '../api-route.ts';
import { offerValues } from './merchandising.ts';
import { valueKinds } from './values-in-use.schema.ts';

const offer = apiRoute({
  method: 'get',
  path: '/api/v1/product-values',
  tags: ['Product management'],
  summary: 'Brands, types or tags that products have already',
  description:
    'At most 20 that begin with `q`, whatever its capitals and spaces: one that is the same first, then the most frequent. Archived products don’t count, and of more than 20,000 products only the newest do; tags that only older ones have come last.',
  policy: 'admin',
  request: { query: z.object({ kind: z.enum(valueKinds), q: z.string().max(200).default('') }) },
  returns: { status: 200, description: 'Values', schema: z.array(z.string()) },
  refusals: ['invalid_request'],
});

export const valuesInUseApi = newRouter();

valuesInUseApi.openapi(offer, async (c) => {
  const { kind, q } = c.req.valid('query');
  return c.json(await offerValues(c.get('ctx'), c.get('actor'), kind, q), 200);
});
