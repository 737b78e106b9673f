/** The call that changes stock. */
import { z } from '@hono/zod-openapi';
import { apiRoute, newRouter } from '../api-route.ts';
import { adjustmentKey, stockAdjustment } from './adjustment.schema.ts';
import { adjustStock } from './inventory.ts';

const level = z
  .object({ sku: z.string(), onHand: z.int(), reserved: z.int(), available: z.int() })
  .openapi('StockLevel');

const adjust = apiRoute({
  method: 'post',
  path: '/api/v1/stock-adjustments',
  tags: ['Stock'],
  summary: 'Change the stock of a variant',
  description:
    'Either `quantity`, which adds units or takes them when it is negative, or `setTo`, the number on hand: available and reserved units together. A repeat under the same `Idempotency-Key` changes nothing and returns the present stock. `stock_reserved`: more would be taken than is available.',
  policy: 'admin',
  request: {
    headers: z.object({ 'idempotency-key': adjustmentKey.optional() }),
    body: { required: true, content: { 'application/json': { schema: stockAdjustment } } },
  },
  returns: { status: 201, description: 'The stock after it', schema: level },
  refusals: ['invalid_request', 'not_found', 'stock_reserved'],
});

export const inventoryApi = newRouter();

inventoryApi.openapi(adjust, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const adjustment = { ...c.req.valid('json'), key };
  return c.json(await adjustStock(c.get('ctx'), c.get('actor'), adjustment), 201);
});
