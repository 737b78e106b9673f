/** The calls that find a variant by a code, and change its stock. */
import { z } from '@hono/zod-openapi';
import { variantName } from '#shared/variant-options.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { adjustmentKey, stockAdjustment } from './adjustment.schema.ts';
import { adjustStock, findByCode } from './inventory.ts';

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

const scanned = level
  .extend({
    _id: z.string(),
    barcode: z.string().nullable(),
    name: z.string(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    option: z.string().nullable(),
    variantName: z.string().openapi({ description: 'Such as Navy / M / Long.' }),
    image: z.string().nullable(),
  })
  .openapi('StockOfVariant');

const find = apiRoute({
  method: 'get',
  path: '/api/v1/stock',
  tags: ['Stock'],
  summary: 'The variants with a barcode or SKU, as a scanner reads it, and their stock',
  policy: 'admin',
  request: { query: z.object({ code: z.string().trim().min(1).max(80) }) },
  returns: {
    status: 200,
    description: 'Variants; none for an unknown code',
    schema: z.array(scanned),
  },
  refusals: ['invalid_request'],
});

export const inventoryApi = newRouter();

inventoryApi.openapi(adjust, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const adjustment = { ...c.req.valid('json'), key };
  return c.json(await adjustStock(c.get('ctx'), c.get('actor'), adjustment), 201);
});

inventoryApi.openapi(find, async (c) => {
  const rows = await findByCode(c.get('ctx'), c.get('actor'), c.req.valid('query').code);
  return c.json(
    rows.map((row) => {
      const { id, imageUrl, sku, barcode, name, size, color, option } = row;
      const { onHand, reserved, available } = row;
      return {
        _id: id,
        ...{ sku, barcode, name, size, color, option, variantName: variantName(row) },
        ...{ image: imageUrl, onHand, reserved, available },
      };
    }),
    200,
  );
});
