/** The call that imports a file of products. */

import { z } from '@hono/zod-openapi';
import { AppError } from '#shared/errors.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { jobJson, toJobJson } from '../staff-jobs/job-json.ts';
import { MOST_OF_FILE } from '../staff-jobs/staff-jobs.schema.ts';
import { existingChoices, otherHostChoices } from './import.schema.ts';
import { columnMapping, uncountedUnits } from './import-choices.schema.ts';
import { mappedColumns } from './import-columns.schema.ts';
import { startImport } from './product-management.ts';

const yes = z
  .enum(['true', 'false', '1', '0', 'on'])
  .transform((word) => !/^(?:false|0)$/.test(word));

const importProducts = apiRoute({
  method: 'post',
  path: '/api/v1/imports',
  tags: ['Jobs'],
  summary: 'Import a CSV file of products',
  description: `Takes files of Shopify, WooCommerce and \`GET /api/v1/exports/products.csv\`, ${MOST_OF_FILE} at most, and other tables with a \`mapping\`. Products are found by their handle or an SKU, and changed; others are added. With \`dryRun\` the job only reports what it would do. A job begins within seconds; \`GET /api/v1/jobs/{id}\` returns its progress.`,
  policy: 'admin',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            file: z
              .string('Please send one file.')
              .min(1, 'Please send one file.')
              .openapi({ type: 'string', format: 'binary' }),
            dryRun: yes.optional().openapi({ example: 'true' }),
            category: z.string().trim().max(80).optional().openapi({
              description: 'For new products that name no category of the shop.',
            }),
            existing: z
              .enum(Object.keys(existingChoices) as [keyof typeof existingChoices])
              .optional(),
            images: z
              .enum(Object.keys(otherHostChoices) as [keyof typeof otherHostChoices])
              .optional()
              .openapi({
                description:
                  'Whether images on hosts of `imageHosts` are fetched into the shop, as those on all other hosts are, or stay there.',
              }),
            mapping: z.string().max(20_000).optional().openapi({
              description:
                'JSON that gives, for columns of the shop, the column of the file; an empty one is not read. The other columns of a file of a known kind are read as they are.',
              example: '{"Title":"Product","Variant Price":"Price"}',
            }),
            uncounted: uncountedUnits.optional().openapi({
              description:
                'The units of new variants that the other shop sells without counting them; 0 if absent.',
              example: 10,
            }),
          }),
        },
      },
    },
  },
  returns: { status: 201, description: 'The job', schema: jobJson },
  refusals: [
    'malformed',
    'invalid_request',
    'body_too_large',
    'unsupported_media_type',
    'unavailable',
  ],
});

export const importsApi = newRouter();

importsApi.openapi(importProducts, async (c) => {
  const {
    file,
    dryRun = false,
    category,
    existing = 'update',
    images = 'fetch',
    mapping,
    uncounted = 0,
  } = c.req.valid('form');
  const columns = mapping ? readMapping(mapping) : null;
  const choices = { dryRun, category, existing, images, mapping: columns, uncounted };
  const job = await startImport(c.get('ctx'), c.get('actor'), file, choices);
  return c.json(toJobJson(job, []), 201);
});

function readMapping(text: string) {
  const json = parseJson(text);
  const parsed = columnMapping.safeParse(json);
  if (parsed.success) return parsed.data;
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const unknown = isObject && Object.keys(json).find((name) => !Object.hasOwn(mappedColumns, name));
  throw new AppError(
    'invalid_request',
    typeof unknown === 'string'
      ? `mapping: The shop has no column "${unknown.slice(0, 200)}". It has ${Object.keys(mappedColumns).join(', ')}.`
      : 'mapping: It has to be JSON such as {"Title":"Product","Variant Price":"Price"}.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
