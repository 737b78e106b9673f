/** The calls by which staff edit taxes. */
import { z } from '@hono/zod-openapi';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { currentAs, ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import type { TaxSettings } from '../tax-settings.ts';
import { taxesInput } from './taxes.schema.ts';
import { editTaxes, getTaxSettings } from './taxes.ts';

const PATH = '/api/v1/taxes';
const forStaff = { tags: ['Taxes'], policy: 'admin' as const, path: PATH };

const taxesJson = z
  .object({
    version: z.int(),
    pricesIncludeTax: z.boolean(),
    rates: z.array(
      z.object({
        _id: z.string(),
        name: z.string().openapi({ example: 'VAT' }),
        rate: z.number().openapi({ description: 'In percent.', example: 9.975 }),
        country: z.string(),
        region: z.string().nullable().openapi({ description: 'Null means the whole country.' }),
        categoryId: z.string().nullable().openapi({ description: 'Null means all categories.' }),
        coversShipping: z.boolean(),
      }),
    ),
  })
  .openapi('Taxes');

const read = apiRoute({
  ...forStaff,
  method: 'get',
  summary: 'All tax rates',
  description: 'The `ETag` is their version.',
  returns: { status: 200, description: 'Rates', schema: taxesJson },
});

const write = apiRoute({
  ...forStaff,
  method: 'put',
  summary: 'Set the tax rates',
  description: `Replaces all of them. Of the rates that fit an address, one of its region comes before one of the whole country, and then one of the category before one of all. ${SEND_ETAG}`,
  request: {
    headers: ifMatch,
    body: jsonBody(taxesInput),
  },
  returns: { status: 200, description: 'The rates as they are now', schema: taxesJson },
  refusals: ['invalid_request', 'precondition_required', 'edit_conflict'],
});

export const taxesApi = newRouter();

taxesApi.openapi(read, async (c) => {
  const taxes = await getTaxSettings(c.get('ctx'), c.get('actor'));
  return c.json(withETag(c, toTaxesJson(taxes)), 200);
});

taxesApi.openapi(write, async (c) => {
  const version = versionOf(c.req.valid('header')['if-match']);
  const change = { version, taxes: c.req.valid('json') };
  const edited = editTaxes(c.get('ctx'), c.get('actor'), change);
  return c.json(withETag(c, toTaxesJson(await currentAs(toTaxesJson, edited))), 200);
});

function toTaxesJson({ editVersion: version, pricesIncludeTax, rates }: TaxSettings) {
  return {
    ...{ version, pricesIncludeTax },
    rates: rates.map(({ id, ratePpm, ...rate }) => ({ _id: id, ...rate, rate: ratePpm / 10_000 })),
  } satisfies z.infer<typeof taxesJson>;
}
