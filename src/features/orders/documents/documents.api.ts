/** The calls that read invoices, credit notes and debit notes. */
import { z } from '@hono/zod-openapi';
import type { TypedResponse } from 'hono';
import { toDecimal } from '#shared/money.ts';
import { idParam } from '../../api-fields.ts';
import { apiRoute, newRouter } from '../../api-route.ts';
import { creditReasons, type DocumentView } from '../../documents/documents.schema.ts';
import { paperSizes } from '../../documents/papers.schema.ts';
import { downloadDocument, listDocuments, viewDocument } from '../orders.ts';
import {
  documentJson,
  taxedJson,
  taxSumJson,
  toDocumentJson,
  toTaxedJson,
  toTaxSumJson,
} from '../view/parts-json.ts';

const text = z.array(z.string());

const whole = documentJson
  .extend({
    orderId: z.string(),
    currency: z.string(),
    seller: z.object({
      name: z.string(),
      address: text,
      taxNumber: z.string().nullable(),
      email: z.string(),
      note: z.string().nullable(),
    }),
    customer: z.object({ name: z.string(), email: z.string() }),
    billTo: text.openapi({ description: 'Lines as they are printed.' }),
    shipTo: text.nullable().openapi({ description: 'Where it differs.' }),
    order: z.object({
      number: z.string(),
      placedAt: z.iso.datetime(),
      paidAt: z.iso.datetime(),
    }),
    lines: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        variant: z.string(),
        quantity: z.int(),
        price: z.number().openapi({ description: 'Of one unit.' }),
        amount: z.number(),
        tax: taxedJson,
      }),
    ),
    shipping: z.number(),
    taxIncluded: z
      .boolean()
      .openapi({ description: 'Whether lines and shipping include their taxes.' }),
    taxes: z.array(taxSumJson).openapi({ description: 'Of lines and shipping, by rate.' }),
    shippingName: z.string().nullable(),
    other: z.number().openapi({ description: 'The part of a refund that belongs to no line.' }),
    invoice: z.object({ number: z.string(), issuedAt: z.iso.datetime() }).nullable().openapi({
      description:
        'The invoice that a credit note is for, or the credit note that a debit note takes back.',
    }),
    reason: z
      .enum(Object.keys(creditReasons) as [keyof typeof creditReasons])
      .nullable()
      .openapi({ description: 'Of a credit note.' }),
  })
  .openapi('DocumentContent');

const list = apiRoute({
  method: 'get',
  path: '/api/v1/orders/{id}/documents',
  tags: ['Orders'],
  summary: 'The invoices, credit notes and debit notes of an order',
  description:
    'For its owner or an admin, in the order in which they were issued. A document never changes.',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'The documents', schema: z.array(whole) },
  refusals: ['not_found'],
});

const one = apiRoute({
  method: 'get',
  path: '/api/v1/documents/{id}',
  tags: ['Orders'],
  summary: 'An invoice, a credit note or a debit note',
  description: 'For the owner of its order or an admin. `/documents/{id}` is the page to print.',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'The document', schema: whole },
  refusals: ['not_found'],
});

const pdf = apiRoute({
  method: 'get',
  path: '/api/v1/documents/{id}/pdf',
  tags: ['Orders'],
  summary: 'An invoice, a credit note or a debit note as a PDF',
  description:
    "For the owner of its order or an admin. Without `paper` it has that of the shop's country. The response has an `ETag`; with it in `If-None-Match` an unchanged file is a 304 that is not counted. A customer may have 30 files made in ten minutes.",
  policy: 'user',
  request: { params: idParam, query: z.object({ paper: z.enum(paperSizes).optional() }) },
  returns: {
    status: 200,
    description: 'The file',
    schema: z.string().openapi({ format: 'binary' }),
    type: 'application/pdf',
  },
  refusals: ['not_found', 'invalid_request', 'rate_limited', 'unavailable'],
});

export const documentsApi = newRouter();

documentsApi.openapi(list, async (c) => {
  const { id } = c.req.valid('param');
  const documents = await listDocuments(c.get('ctx'), c.get('actor'), id);
  return c.json(documents.map(toWholeJson), 200);
});

documentsApi.openapi(one, async (c) => {
  const { id } = c.req.valid('param');
  return c.json(toWholeJson(await viewDocument(c.get('ctx'), c.get('actor'), id)), 200);
});

documentsApi.openapi(pdf, async (c) => {
  const { ctx, actor } = c.var;
  const { bytes, headers } = await downloadDocument(ctx, actor, c.req.valid('param').id, {
    paper: c.req.valid('query').paper ?? null,
    known: c.req.header('if-none-match') ?? null,
  });
  const response = new Response(bytes, { status: bytes ? 200 : 304, headers });
  return response as unknown as TypedResponse<string, 200, 'json'>;
});

function toWholeJson(view: DocumentView): z.infer<typeof whole> {
  const { content, orderId, currency } = view;
  const { seller, customer, billTo, shipTo, order, shippingName, invoice, reason } = content;
  return {
    ...toDocumentJson(view),
    ...{ orderId, currency, seller, customer, billTo, shipTo, order },
    lines: content.lines.map(({ sku, name, variantName, quantity, ...line }) => ({
      ...{ sku, name, variant: variantName, quantity },
      price: toDecimal(line.unitPriceMinor),
      amount: toDecimal(line.amountMinor),
      tax: toTaxedJson(line),
    })),
    shipping: toDecimal(content.shippingMinor),
    taxIncluded: content.taxesIncluded,
    taxes: content.taxes.map(toTaxSumJson),
    shippingName,
    other: toDecimal(content.otherMinor),
    invoice: invoice && { number: invoice.label, issuedAt: invoice.issuedAt },
    reason,
  };
}
