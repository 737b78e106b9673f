/** The calls that place and pay orders, under the names of the specification. */
import { z } from '@hono/zod-openapi';
import { idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { order, toOrderJson } from '../orders/order-json.ts';
import { expectedPayment, intentRequest, orderSubmission } from './checkout.schema.ts';
import { createPaymentIntent, payOrder, submitOrder } from './checkout.ts';

const intent = apiRoute({
  method: 'post',
  path: '/create-payment-intent',
  tags: ['Payments'],
  summary: 'Prepare a card payment',
  description:
    'For the order named by `orderId`, else for your stored cart, whose order is placed with it; a client that keeps its cart to itself brings the order afterwards. `totalAmount` has to be right.',
  policy: 'user',
  request: { body: jsonBody(intentRequest) },
  returns: {
    status: 200,
    description: 'What the card form needs',
    schema: z.object({ clientSecret: z.string(), orderId: z.string().nullable() }),
  },
  refusals: [
    'invalid_request',
    'no_delivery',
    'not_found',
    'price_changed',
    'out_of_stock',
    'already_paid',
    'order_closed',
    'payment_failed',
    'unpaid_limit',
    'unpaid_limit_network',
    'payments_unavailable',
    'unavailable',
  ],
});

const place = apiRoute({
  method: 'post',
  path: '/orders',
  tags: ['Orders'],
  summary: 'Place an order',
  description:
    'Without payment fields: Pay Later. `deliveryMethod` is the id or the name of a way of delivery (`GET /api/v1/delivery/options`), the cheapest without it. With `transaction`: paid by a payment that the provider has taken. Repeating a submission returns the same order.',
  policy: 'user',
  request: {
    headers: z.object({
      'idempotency-key': z.string().trim().min(1).max(200).optional(),
    }),
    body: jsonBody(orderSubmission),
  },
  returns: {
    status: 201,
    description: 'The order',
    schema: order.extend({ insertedId: z.string() }).openapi('PlacedOrder'),
  },
  refusals: [
    'invalid_request',
    'variant_required',
    'no_delivery',
    'forbidden',
    'price_changed',
    'out_of_stock',
    'product_unavailable',
    'payment_incomplete',
    'amount_mismatch',
    'transaction_used',
    'already_paid',
    'payments_unavailable',
    'unavailable',
    'unpaid_limit',
    'unpaid_limit_network',
  ],
});

const pay = apiRoute({
  method: 'put',
  path: '/orders/{id}',
  tags: ['Orders'],
  summary: 'Pay a pending order',
  policy: 'user',
  request: {
    params: idParam,
    body: jsonBody(expectedPayment),
  },
  returns: { status: 200, description: 'The paid order', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'already_paid',
    'order_closed',
    'payment_incomplete',
    'amount_mismatch',
    'transaction_used',
    'payments_unavailable',
    'unavailable',
  ],
});

export const checkoutApi = newRouter();

checkoutApi.openapi(intent, async (c) =>
  c.json(await createPaymentIntent(c.get('ctx'), c.get('actor'), c.req.valid('json')), 200),
);

checkoutApi.openapi(place, async (c) => {
  const key = c.req.valid('header')['idempotency-key'] ?? null;
  const placed = await submitOrder(c.get('ctx'), c.get('actor'), c.req.valid('json'), key);
  return c.json({ ...toOrderJson(placed), insertedId: placed.id }, 201);
});

checkoutApi.openapi(pay, async (c) => {
  const { id } = c.req.valid('param');
  return c.json(
    toOrderJson(await payOrder(c.get('ctx'), c.get('actor'), id, c.req.valid('json'))),
    200,
  );
});
