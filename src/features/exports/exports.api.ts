/** The calls that staff download CSV files with. */
import { z } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import { isSupportedTime } from '#shared/supported-time.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { streamText } from '../api-text-stream.ts';
import type { AppEnv } from '../app-env.ts';
import { type OrderState, orderStates } from '../orders/order-list.schema.ts';
import {
  type ProductStatus,
  productStatusLabels,
} from '../product-management/product-status.schema.ts';
import { exportCustomers, exportOrders, exportProducts, exportStock } from './exports.ts';

const EXPORTS = '/api/v1/exports/';

/** Whether a path is one of these calls. Each reads a whole list. */
export function isExport(path: string): boolean {
  return path.startsWith(EXPORTS);
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
const states = Object.keys(orderStates) as [OrderState, ...OrderState[]];
const formulas =
  'A text that a spreadsheet would run as a formula has an apostrophe in front of it.';

const products = apiRoute({
  ...csv('products'),
  summary: 'Products in the format of Shopify',
  description: `Newest first, with a row for each variant and image; \`npm run import\` reads it. \`q\` is a part of the name, the slug, an SKU or a barcode. ${formulas}`,
  request: {
    query: z.object({
      status: z.enum(statuses).optional(),
      category: z.string().max(80).optional(),
      q: z.string().trim().max(200).optional(),
    }),
  },
  returns: file,
  refusals: ['invalid_request'],
});

const stock = apiRoute({
  ...csv('stock'),
  summary: 'The stock of every variant',
  description: formulas,
  returns: file,
});

const day = z.iso
  .date()
  .refine((text) => isSupportedTime(new Date(text)), 'A day of the years 1970 to 9998.');

const orders = apiRoute({
  ...csv('orders'),
  summary: 'Orders',
  description: `Newest first. Without a status all orders that nobody deleted. \`from\` and \`to\` are days of UTC when they were placed, both included. The audit log records each export. ${formulas}`,
  request: {
    query: z.object({
      status: z.enum(states).optional(),
      from: day.optional(),
      to: day.optional(),
    }),
  },
  returns: file,
  refusals: ['invalid_request'],
});

const customers = apiRoute({
  ...csv('customers'),
  summary: 'Customers with an account',
  description: `With their orders that are not cancelled, and what they paid less refunds. The audit log records each export. ${formulas}`,
  returns: file,
});

export const exportsApi = newRouter();

exportsApi.openapi(products, async (c) => {
  const lines = exportProducts(c.get('ctx'), c.get('actor'), c.req.valid('query'));
  return send(c, 'products', lines);
});

exportsApi.openapi(stock, async (c) => send(c, 'stock', exportStock(c.get('ctx'), c.get('actor'))));

exportsApi.openapi(orders, async (c) =>
  send(c, 'orders', exportOrders(c.get('ctx'), c.get('actor'), c.req.valid('query'))),
);

exportsApi.openapi(customers, async (c) =>
  send(c, 'customers', exportCustomers(c.get('ctx'), c.get('actor'))),
);

/** The file as a download that is named by the day. */
async function send(c: Context<AppEnv>, name: string, lines: AsyncIterable<string>) {
  const day = c.get('ctx').now().toISOString().slice(0, 10);
  const response = c.body(await streamText(lines), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
  });
  return response as unknown as TypedResponse<string, 200, 'json'>;
}
