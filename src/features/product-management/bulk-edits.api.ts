/** The calls that change many products at once. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { jobJson, toJobJson } from '../staff-jobs/job-json.ts';
import {
  type BulkEditPreview,
  type SheetField,
  sheetFields,
  unitFields,
} from './bulk-edit.schema.ts';
import { bulkEdit } from './bulk-edit-input.schema.ts';
import { previewBulkEdit, startBulkEdit } from './product-management.ts';

const field = z.enum(Object.keys(sheetFields) as [SheetField]);
const value = z.union([z.string(), z.number()]).nullable();
const about = { product: z.string(), name: z.string(), sku: z.string().nullable() };

const preview = z
  .object({
    products: z.int().openapi({ description: 'Products that would change.' }),
    variants: z.int().openapi({ description: 'Variants that would change.' }),
    unchanged: z.int().openapi({ description: 'Products that have these values already.' }),
    leftOut: z.int().openapi({ description: 'Products that would be left out.' }),
    problems: z.array(z.object({ ...about, field: field.nullable(), reason: z.string() })),
    changes: z
      .array(z.object({ ...about, field, before: value, after: value }))
      .openapi({ description: 'The first 2,000.' }),
    changeCount: z.int(),
  })
  .openapi('BulkEditPreview');

const SIZES = 'At most 2,000 products and 5,000 variants, in 2 MB.';
const EDITS =
  'Each edit has the `version` of its product. A variant has the amounts that apply to customers. If all variants that take an amount from their product get the same new amount, the job sets it at the product. `onHand` has the units that were read and the new units. A `lowStockAt` of null means the low-stock level of the shop.';
const body = jsonBody(bulkEdit);
const refusals = ['malformed', 'invalid_request', 'body_too_large', 'unavailable'] as const;

const ask = apiRoute({
  method: 'post',
  path: '/api/v1/bulk-edits/preview',
  tags: ['Product management'],
  summary: 'What a bulk edit would do now',
  description: `${EDITS} ${SIZES}`,
  policy: 'admin',
  request: { body },
  returns: { status: 200, description: 'Every change, and every problem', schema: preview },
  refusals: [...refusals],
});

const start = apiRoute({
  method: 'post',
  path: '/api/v1/bulk-edits',
  tags: ['Jobs'],
  summary: 'Change many products by a job',
  description: `${EDITS} A product is changed whole or left out: when somebody changed it since that version, when its stock is no longer what was read, or when a value is wrong. \`problems\` of the job names those. \`POST /api/v1/jobs/{id}/undo\` takes the job back. ${SIZES}`,
  policy: 'admin',
  request: { body },
  returns: { status: 201, description: 'The job', schema: jobJson },
  refusals: [...refusals],
});

export const bulkEditsApi = newRouter();

bulkEditsApi.openapi(ask, async (c) => {
  const { products } = c.req.valid('json');
  return c.json(toJson(await previewBulkEdit(c.get('ctx'), c.get('actor'), products)), 200);
});

bulkEditsApi.openapi(start, async (c) => {
  const { products } = c.req.valid('json');
  return c.json(toJobJson(await startBulkEdit(c.get('ctx'), c.get('actor'), products), []), 201);
});

function toJson({ problems, changes, ...counts }: BulkEditPreview): z.infer<typeof preview> {
  return {
    ...counts,
    problems: problems.map(({ productId: product, ...rest }) => ({ product, ...rest })),
    changes: changes.map(({ productId: product, before, after, ...rest }) => {
      const show = (one: string | number | null) =>
        typeof one === 'number' && !unitFields.has(rest.field) ? toDecimal(one) : one;
      return { product, ...rest, before: show(before), after: show(after) };
    }),
  };
}
