/**
 * The calls that read and delete orders. `refunds.api.ts` refunds them, and
 * `checkout/checkout.api.ts` places and pays them.
 */

import { z } from '@hono/zod-openapi';
import { AppError } from '#shared/errors.ts';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';
import { addressInput } from '../addresses/addresses.ts';
import { deletion, idParam, MAX_ITEMS, nextLink, pageQuery } from '../api-fields.ts';
import { streamJsonArray } from '../api-json-stream.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, versionOf } from '../api-version.ts';
import { requireUser } from '../permissions.ts';
import { type OrderJson, order, toOrderJson } from './order-json.ts';
import {
  deleteOrder,
  getOrder,
  listAllOrders,
  listMyOrders,
  setOrderAddress,
  streamAllOrders,
  streamMyOrders,
} from './orders.ts';

/** The parameters of `GET /orders` with which it returns a page. */
const paging = pageQuery.extend({ q: z.string().trim().max(200).optional() });

/** Whether these parameters of `GET /orders` ask for a page. Without any it is the whole list. */
export function asksForOrderPage(params: Record<string, unknown>): boolean {
  return Object.keys(paging.shape).some((name) => params[name] !== undefined);
}

const list = apiRoute({
  method: 'get',
  path: '/orders',
  tags: ['Orders'],
  summary: 'Your own orders by email; all orders for an admin',
  description:
    'Newest first. Without parameters, and with `email` alone, all of them as one array. With `limit`, `after` or `q` a page, with a `Link: rel="next"` header while there is more. Customers have to send their own `email`. `q`, for an admin, is the beginning of an order number, of an email, of a tracking number or of the SKU of an item, the first or the last digits of a phone number, or beginnings of words of the customer\'s name.',
  policy: 'user',
  request: {
    query: paging.extend({
      email: z.string().trim().toLowerCase().max(LONGEST_EMAIL).optional(),
    }),
  },
  returns: { status: 200, description: 'Orders', schema: z.array(order) },
  refusals: ['forbidden', 'invalid_request'],
});

const one = apiRoute({
  method: 'get',
  path: '/orders/{id}',
  tags: ['Orders'],
  summary: 'One order, for its owner or an admin',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'The order', schema: order },
  refusals: ['not_found'],
});

const remove = apiRoute({
  method: 'delete',
  path: '/orders/{id}',
  tags: ['Orders'],
  summary: 'Cancel an unpaid order; remove a paid one from your list',
  description:
    'A paid order stays as it is: what was not sent yet is sent, and nothing is refunded.',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were deleted', schema: deletion },
  refusals: ['not_found', 'order_closed', 'already_paid', 'payments_unavailable', 'unavailable'],
});

const address = apiRoute({
  method: 'put',
  path: '/api/v1/orders/{id}/address',
  tags: ['Orders'],
  summary: 'Add the delivery address of an order, or correct it',
  description:
    'The owner of an order adds a missing address. Staff add and correct addresses; to correct one, send its `version` as `If-Match`. Amounts stay as they are, so an address that costs more shipping than the order paid is refused with `price_changed` for its owner.',
  policy: 'user',
  request: {
    params: idParam,
    headers: ifMatch,
    body: jsonBody(addressInput),
  },
  returns: { status: 200, description: 'The order with its address', schema: order },
  refusals: [
    'invalid_request',
    'forbidden',
    'not_found',
    'order_closed',
    'no_delivery',
    'already_shipped',
    'price_changed',
    'edit_conflict',
    'precondition_required',
  ],
});

export const ordersApi = newRouter();

ordersApi.openapi(list, async (c) => {
  const query = c.req.valid('query');
  const { email, q, limit = MAX_ITEMS, after } = query;
  const ctx = c.get('ctx');
  const actor = c.get('actor');
  const user = requireUser(actor);
  const isAdmin = user.role === 'admin';
  if (!isAdmin && (email !== user.email || q)) {
    throw new AppError('forbidden', 'You can only see your own orders.');
  }
  const ofAll = isAdmin && (email !== user.email || q);
  const which = { email: email || null, text: q || null };
  if (!asksForOrderPage(query)) {
    const items = ofAll ? streamAllOrders(ctx, actor, which.email) : streamMyOrders(ctx, actor);
    const all = await streamJsonArray(items, toOrderJson);
    const response = c.body(all, 200, { 'Content-Type': 'application/json' });
    return response as unknown as ReturnType<typeof c.json<OrderJson[], 200>>;
  }
  const page = ofAll
    ? await listAllOrders(ctx, actor, { limit, after, ...which })
    : await listMyOrders(ctx, actor, { limit, after });
  const next = nextLink(c.req.url, page);
  if (next) c.header('Link', next);
  return c.json(page.items.map(toOrderJson), 200);
});

ordersApi.openapi(one, async (c) =>
  c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), c.req.valid('param').id)), 200),
);

ordersApi.openapi(remove, async (c) =>
  c.json(await deleteOrder(c.get('ctx'), c.get('actor'), c.req.valid('param').id), 200),
);

ordersApi.openapi(address, async (c) => {
  const { id } = c.req.valid('param');
  const tag = c.req.valid('header')['if-match'];
  const version = tag === undefined ? null : versionOf(tag);
  const change = { address: c.req.valid('json'), version };
  await setOrderAddress(c.get('ctx'), c.get('actor'), id, change);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 200);
});
