/** The calls that find a variant by a code, and change its stock. */
import { z } from '@hono/zod-openapi';
import { toDecimalOrNull } from '#shared/money.ts';
import { LONGEST_CODE } from '#shared/product-limits.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { isSupportedTime } from '#shared/supported-time.ts';
import { variantName } from '#shared/variant-options.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { stockAdjustment } from './adjustment.schema.ts';
import { adjustmentReasons } from './inventory.schema.ts';
import {
  adjustStock,
  findByCode,
  findReceipt,
  getStock,
  pricesAsOf,
  receiveStock,
  stockAsOf,
} from './inventory.ts';
import { stockReceipt } from './receipt-input.schema.ts';

const level = z
  .object({ sku: z.string(), onHand: z.int(), reserved: z.int(), available: z.int() })
  .openapi('StockLevel');

const toShip = z.int().openapi({
  description:
    'Units of paid orders and of exchanges that are not shipped. They are not on hand; `onHand` and `toShip` together lie on the shelf.',
});

const adjust = apiRoute({
  method: 'post',
  path: '/api/v1/stock-adjustments',
  tags: ['Stock'],
  summary: 'Change the stock of a variant',
  description:
    'Either `quantity`, which adds units or takes them when it is negative, or `setTo`, the number on hand: available and reserved units together. With the reason `counted`, `setTo` is what lies on the shelf: units of paid orders that are still to be shipped (`toShip`) are subtracted, so `onHand` is `setTo` without them. `from` is the number that `setTo` replaces, as you saw it: `onHand`, and with `counted` `onHand` and `toShip` together. `edit_conflict`: it is another one by now, as the response says. A repeat under the same `Idempotency-Key` changes nothing and returns the present stock. `stock_reserved`: more would be taken than is available, or fewer were counted than are promised to orders.',
  policy: 'admin',
  request: {
    headers: z.object({ 'idempotency-key': requestKey.optional() }),
    body: jsonBody(stockAdjustment),
  },
  returns: {
    status: 201,
    description: 'The stock after it',
    schema: level.extend({ toShip }).openapi('AdjustedStock'),
  },
  refusals: ['invalid_request', 'not_found', 'stock_reserved', 'edit_conflict'],
});

const receive = apiRoute({
  method: 'post',
  path: '/api/v1/stock-receipts',
  tags: ['Stock'],
  summary: 'Add what a supplier delivered to the stock of many variants',
  description:
    'All of it is added, or nothing. Each variant gets a movement with the reason `received` and the note. A repeat under the same `Idempotency-Key` changes nothing and returns the present stock. At most 500 variants, each once.',
  policy: 'admin',
  request: {
    headers: z.object({ 'idempotency-key': requestKey.optional() }),
    body: jsonBody(stockReceipt),
  },
  returns: {
    status: 201,
    description: 'The stock after it, in the order of the call',
    schema: z.array(
      level
        .extend({
          _id: z.string(),
          units: z.int().openapi({ description: 'The units that came.' }),
          toShip,
        })
        .openapi('ReceivedStock'),
    ),
  },
  refusals: ['invalid_request', 'not_found'],
});

const findReceived = apiRoute({
  method: 'get',
  path: '/api/v1/stock-receipts/{key}',
  tags: ['Stock'],
  summary: 'What a receipt added, by the key that it was sent under',
  description: 'Says whether a receipt arrived whose response was lost.',
  policy: 'admin',
  request: {
    params: z.object({ key: requestKey }),
    query: z.object({
      sender: z.string().max(120).optional().openapi({
        description: 'The id of the account that sent it; without it, the one that asks.',
      }),
    }),
  },
  returns: {
    status: 200,
    description: 'The receipt',
    schema: z
      .object({
        note: z.string(),
        variants: z.array(z.object({ _id: z.string(), units: z.int() })),
      })
      .openapi('FoundReceipt'),
  },
  refusals: ['invalid_request', 'not_found'],
});

const adjusted = z
  .object({
    reason: z.enum(adjustmentReasons),
    by: z.string().openapi({ description: 'A name and an email, or an id.' }),
    at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('LastAdjustment');

const scanned = level
  .extend({
    _id: z.string(),
    toShip,
    barcode: z.string().nullable(),
    name: z.string(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    option: z.string().nullable(),
    variantName: z.string().openapi({ description: 'Such as Navy / M / Long.' }),
    image: z.string().nullable(),
    movement: z.int().openapi({
      description: 'The number of its newest movement of stock, for `POST /api/v1/stock-counts`.',
    }),
    adjusted: adjusted.nullable().openapi({
      description:
        'What staff counted or adjusted last after the movement `since`; null without that, and without `since`.',
    }),
  })
  .openapi('StockOfVariant');

const find = apiRoute({
  method: 'get',
  path: '/api/v1/stock',
  tags: ['Stock'],
  summary: 'The variants with a barcode or SKU, as a scanner reads it, and their stock',
  policy: 'admin',
  request: {
    query: z.object({
      code: z.string().trim().min(1).max(LONGEST_CODE),
      since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().openapi({
        type: 'integer',
        description: 'A `movement` of an earlier response: `adjusted` says what staff did since.',
      }),
    }),
  },
  returns: {
    status: 200,
    description: 'Variants; none for an unknown code',
    schema: z.array(scanned),
  },
  refusals: ['invalid_request'],
});

const time = z.string().openapi({ format: 'date-time' });

const asOf = apiRoute({
  method: 'get',
  path: '/api/v1/stock/{id}',
  tags: ['Stock'],
  summary: 'The stock and the prices of a variant, now or at a past moment',
  description:
    'Without `at`, as they are now. Prices are recorded since `pricesRecordedSince`; for an earlier moment the response has the first recorded prices. They include prices that the variant takes from its product.',
  policy: 'admin',
  request: {
    params: idParam,
    query: z.object({
      at: z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .refine(isSupportedTime, 'A time of the years 1970 to 9998, please.')
        .optional()
        .openapi({ type: 'string', format: 'date-time', example: '2026-11-20T14:30:00Z' }),
    }),
  },
  returns: {
    status: 200,
    description: 'Its stock and prices',
    schema: level
      .extend({
        _id: z.string(),
        at: time,
        toShip: toShip.nullable().openapi({
          description:
            'Units of paid orders and of exchanges that are not shipped; null for a past moment.',
        }),
        price: z.number().nullable(),
        compareAtPrice: z.number().nullable(),
        cost: z.number().nullable(),
        currency: z.string(),
        pricesRecordedSince: time,
      })
      .openapi('StockAndPricesAsOf'),
  },
  refusals: ['invalid_request', 'not_found'],
});

export const inventoryApi = newRouter();

inventoryApi.openapi(asOf, async (c) => {
  const ctx = c.get('ctx');
  const actor = c.get('actor');
  const { id } = c.req.valid('param');
  const at = c.req.valid('query').at ?? null;
  const { sku, onHand, reserved, available, toShip } = await getStock(ctx, actor, id);
  const now = { onHand, reserved, available, toShip };
  const [units, prices] = await Promise.all([
    at ? stockAsOf(ctx, actor, id, at).then((then) => ({ ...then, toShip: null })) : now,
    pricesAsOf(ctx, actor, id, at),
  ]);
  const { priceMinor, compareAtMinor, costMinor, currency, recordedSince } = prices;
  const response = {
    ...{ _id: id, sku, at: (at ?? ctx.now()).toISOString(), ...units },
    price: toDecimalOrNull(priceMinor),
    compareAtPrice: toDecimalOrNull(compareAtMinor),
    cost: toDecimalOrNull(costMinor),
    ...{ currency, pricesRecordedSince: recordedSince },
  };
  return c.json(response, 200);
});

inventoryApi.openapi(adjust, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const adjustment = { ...c.req.valid('json'), key };
  const { quantity: _, ...stock } = await adjustStock(c.get('ctx'), c.get('actor'), adjustment);
  return c.json(stock, 201);
});

inventoryApi.openapi(receive, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const receipt = { ...c.req.valid('json'), key };
  const received = await receiveStock(c.get('ctx'), c.get('actor'), receipt);
  return c.json(
    received.map(({ id, ...stock }) => ({ _id: id, ...stock })),
    201,
  );
});

inventoryApi.openapi(findReceived, async (c) => {
  const { key } = c.req.valid('param');
  const { sender } = c.req.valid('query');
  return c.json(await findReceipt(c.get('ctx'), c.get('actor'), { key, sender }), 200);
});

inventoryApi.openapi(find, async (c) => {
  const { code, since = null } = c.req.valid('query');
  const rows = await findByCode(c.get('ctx'), c.get('actor'), code, since);
  return c.json(
    rows.map((row) => {
      const { id, imageUrl, sku, barcode, name, size, color, option } = row;
      const { onHand, reserved, available, toShip, movement, adjusted } = row;
      return {
        _id: id,
        ...{ sku, barcode, name, size, color, option, variantName: variantName(row) },
        ...{ image: imageUrl, onHand, reserved, available, toShip, movement, adjusted },
      };
    }),
    200,
  );
});
