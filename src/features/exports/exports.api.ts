/** The calls that staff download CSV files with. */
import { z } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import { dayOf } from '#shared/days.ts';
import { readAmount } from '#shared/read-amount.ts';
import { LONGEST_PRODUCT_TAG } from '#shared/tags.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { streamText } from '../api-text-stream.ts';
import type { AppEnv } from '../app-env.ts';
import { stockFilters } from '../inventory/stock-list.schema.ts';
import { exportLeftOut } from '../product-management/product-management.ts';
import {
  type ProductStatus,
  productStatusLabels,
} from '../product-management/product-status.schema.ts';
import { stockLevels } from '../product-management/staff-list.schema.ts';
import {
  exportCustomers,
  exportDocuments,
  exportListedOrders,
  exportListedProducts,
  exportOrders,
  exportProducts,
  exportSelectedOrders,
  exportSelectedProducts,
  exportStock,
} from './exports.ts';
import { day, orderQuery, readTableFilter, text } from './order-query.ts';
import { readSelected, selectedProducts } from './selected-products.ts';

const EXPORTS = '/api/v1/exports/';

const LEFT_OUT = /^\/api\/v1\/jobs\/[^/]+\/problems\.csv$/;

/** Whether a path is one of these calls. Each of them reads a whole list. */
export function isExport(path: string): boolean {
  return path.startsWith(EXPORTS) || LEFT_OUT.test(path);
}

const file = {
  status: 200,
  description: 'A CSV file in UTF-8 with a byte order mark, with CRLF at the end of each line',
  schema: z.string(),
  type: 'text/csv',
} as const;

const csv = <const Name extends string>(name: Name) => ({
  method: 'get' as const,
  path: `${EXPORTS}${name}.csv` as const,
  tags: ['Exports'],
  policy: 'admin' as const,
});

const statuses = Object.keys(productStatusLabels) as [ProductStatus, ...ProductStatus[]];
const formulas =
  'A text that a spreadsheet would run as a formula has an apostrophe in front of it.';

const list = z.literal('list').optional().openapi({
  description:
    "The parameters are those of the console's list and find the same. Unknown values have no effect.",
});
const word = z.string().max(80).optional();

const products = apiRoute({
  ...csv('products'),
  summary: 'Products in the format of Shopify',
  description: `Newest first, with a row for each variant and image; \`npm run import\` reads it. \`q\` is the beginnings of words of the name and the brand, the beginning of an SKU, a barcode or the slug. ${formulas}`,
  request: {
    query: z.object({
      filter: list,
      status: z.enum(statuses).optional(),
      category: word,
      q: text,
      stock: word,
      image: word,
      min: word,
      max: word,
      tag: z.string().max(LONGEST_PRODUCT_TAG).optional(),
    }),
  },
  returns: file,
  refusals: ['invalid_request'],
});

const chosenProducts = apiRoute({
  ...csv('products'),
  method: 'post',
  summary: 'The selected products in the format of Shopify',
  description: `In the order of their ids, at most 2,000; unknown ones are left out. It is sent as a form, because an address can't have as many ids. ${formulas}`,
  request: {
    body: { required: true, content: { 'multipart/form-data': { schema: selectedProducts } } },
  },
  returns: file,
  refusals: ['invalid_request', 'unsupported_media_type'],
});

const stock = apiRoute({
  ...csv('stock'),
  summary: 'The stock of every variant',
  description: `Archived ones included, unless \`filter\` asks for those of the console's list. ${formulas}`,
  request: { query: z.object({ filter: list, q: text, stock: word, category: word }) },
  returns: file,
  refusals: ['invalid_request'],
});

const orders = apiRoute({
  ...csv('orders'),
  summary: 'Orders',
  description: `Newest first. Without a status all orders that nobody deleted. \`from\` and \`to\` are days of the shop's time zone when they were placed, both included. \`q\` is the beginning of an order number, of an email, of a tracking number or of the SKU of an item, the first or the last digits of a phone number, or beginnings of words of the customer's name. The other parameters are those of the address of the console's table of orders and find the same, such as \`payment=paid&country=BD\`; they can't be combined with a status. With \`filter=selection\` those that \`order\` names by their ids, in this order, whatever else is asked for. The audit log records each export. ${formulas}`,
  request: { query: orderQuery },
  returns: file,
  refusals: ['invalid_request'],
});

const documents = apiRoute({
  ...csv('documents'),
  summary: 'Invoices, credit notes and debit notes',
  description: `By time. \`from\` and \`to\` are days of the shop's time zone when they were issued, both included. Amounts of credit notes are negative. The audit log records each export. ${formulas}`,
  request: { query: z.object({ from: day.optional(), to: day.optional() }) },
  returns: file,
  refusals: ['invalid_request'],
});

const customers = apiRoute({
  ...csv('customers'),
  summary: 'Customers with an account',
  description: `With their orders that are not cancelled, and what they paid less refunds. \`q\` is the beginnings of words of the name, or the beginning of the email. The audit log records each export. ${formulas}`,
  request: { query: z.object({ filter: list, q: text }) },
  returns: file,
  refusals: ['invalid_request'],
});

const leftOut = apiRoute({
  method: 'get',
  path: '/api/v1/jobs/{id}/problems.csv',
  tags: ['Jobs'],
  policy: 'admin',
  summary: 'The lines that an import left out',
  description: `With the line and the reason of each. Corrected, the file can be imported. ${formulas}`,
  request: { params: idParam },
  returns: file,
  refusals: ['not_found', 'invalid_request'],
});

export const exportsApi = newRouter();

exportsApi.openapi(products, async (c) => {
  const { ctx, actor } = c.var;
  const { filter, status, category, q, ...more } = c.req.valid('query');
  const lines =
    filter === 'list'
      ? exportListedProducts(ctx, actor, {
          text: q || null,
          status: status ?? null,
          category: category || null,
          stock: isKey(more.stock, stockLevels) ? more.stock : 'any',
          missingImage: more.image === 'missing',
          price: { minMinor: readAmount(more.min ?? ''), maxMinor: readAmount(more.max ?? '') },
          tag: more.tag?.trim() || null,
        })
      : exportProducts(ctx, actor, { status, category, q });
  return send(c, 'products', lines);
});

exportsApi.openapi(chosenProducts, async (c) => {
  const ids = readSelected(c.req.valid('form'));
  return send(c, 'products', exportSelectedProducts(c.get('ctx'), c.get('actor'), ids));
});

exportsApi.openapi(stock, async (c) => {
  const { ctx, actor } = c.var;
  const query = c.req.valid('query');
  const search = {
    text: query.q || null,
    filter: isKey(query.stock, stockFilters) ? query.stock : ('all' as const),
    category: query.category || null,
    sort: 'sku' as const,
  };
  return send(c, 'stock', exportStock(ctx, actor, query.filter === 'list' ? search : null));
});

exportsApi.openapi(orders, async (c) => {
  const { ctx, actor } = c.var;
  const query = c.req.valid('query');
  const { filter, order = [], state, status = state, q, from, to } = query;
  if (filter === 'selection') {
    return send(c, 'orders', exportSelectedOrders(ctx, actor, [...new Set(order)]));
  }
  const table = readTableFilter(query);
  const lines = table
    ? exportListedOrders(ctx, actor, table)
    : exportOrders(ctx, actor, { status, q, from, to });
  return send(c, 'orders', lines);
});

exportsApi.openapi(documents, async (c) =>
  send(c, 'documents', exportDocuments(c.get('ctx'), c.get('actor'), c.req.valid('query'))),
);

exportsApi.openapi(customers, async (c) => {
  const { q } = c.req.valid('query');
  return send(c, 'customers', exportCustomers(c.get('ctx'), c.get('actor'), { q }));
});

exportsApi.openapi(leftOut, async (c) => {
  const lines = exportLeftOut(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return send(c, 'left-out', lines);
});

function isKey<Key extends string>(
  asked: string | undefined,
  known: Record<Key, unknown>,
): asked is Key {
  return asked !== undefined && Object.hasOwn(known, asked);
}

/** The file as a download that is named by the day. */
async function send(c: Context<AppEnv>, name: string, lines: AsyncIterable<string>) {
  const { now, shop } = c.get('ctx');
  const day = dayOf(now(), shop.timeZone);
  const response = c.body(await streamText(lines), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
  });
  return response as unknown as TypedResponse<string, 200, 'json'>;
}
