/** The calls that send parcels, hold orders back, and cancel what is not sent. */

import { requestKey } from '#shared/request-key.schema.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, SEND_ORDER_VERSION, seenVersionOf } from '../api-version.ts';
import { order, toOrderJson } from '../orders/order-json.ts';
import { getOrder } from '../orders/orders.ts';
import {
  cancellationRequest,
  fulfillmentRequest,
  holdRequest,
  trackingRequest,
} from './fulfillment.schema.ts';
import {
  cancelLines,
  correctTracking,
  fulfillOrder,
  holdOrder,
  markDelivered,
  releaseOrder,
  takeBackParcel,
} from './fulfillment.ts';

const headers = ifMatch.extend({ 'idempotency-key': requestKey });

const fulfill = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/fulfillments',
  tags: ['Shipments'],
  summary: 'Send some or all of a paid order as a parcel',
  description: `Without \`lines\`, all that is left, except for units whose price was refunded before they were shipped; name them to send them all the same. The customer gets an email. A repeat under the same \`Idempotency-Key\` is the same parcel, and sends nothing again once that was taken back (\`parcel_taken_back\`). ${SEND_ORDER_VERSION} \`already_shipped\`: less is left to be shipped.`,
  policy: 'admin',
  request: {
    params: idParam,
    headers,
    body: jsonBody(fulfillmentRequest),
  },
  returns: { status: 201, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'already_shipped',
    'order_on_hold',
    'order_closed',
    'payment_incomplete',
    'parcel_taken_back',
  ],
});

const deliver = apiRoute({
  method: 'post',
  path: '/api/v1/fulfillments/{id}/delivered',
  tags: ['Shipments'],
  summary: 'Mark a parcel as delivered',
  description: `A repeat does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey.optional() }),
  },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals: ['invalid_request', 'not_found', 'order_changed', 'parcel_taken_back'],
});

const track = apiRoute({
  method: 'put',
  path: '/api/v1/fulfillments/{id}/tracking',
  tags: ['Shipments'],
  summary: 'Correct the carrier and the tracking number of a parcel',
  description: `The customer sees it in My Orders, and gets no email. A repeat does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch,
    body: jsonBody(trackingRequest),
  },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals: ['invalid_request', 'not_found', 'order_changed', 'parcel_taken_back'],
});

const takeBack = apiRoute({
  method: 'post',
  path: '/api/v1/fulfillments/{id}/taken-back',
  tags: ['Shipments'],
  summary: 'Take back a parcel that was recorded by mistake and has not left',
  description: `Its units are to be shipped again, except for those that were refunded. The customer gets an email if they were told that it is on its way. A repeat does nothing. ${SEND_ORDER_VERSION} \`already_delivered\`, \`parcel_of_exchange\`: such a parcel stays. \`units_came_back\`: items of it came back. \`order_closed\`: the order is in the archive; restore it first.`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey.optional() }),
  },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'already_delivered',
    'parcel_of_exchange',
    'units_came_back',
    'order_closed',
  ],
});

const hold = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/hold',
  tags: ['Shipments'],
  summary: 'Keep a paid order from being shipped',
  description: `A repeat under the same \`Idempotency-Key\` does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers,
    body: jsonBody(holdRequest),
  },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'already_shipped',
    'order_closed',
    'payment_incomplete',
  ],
});

const release = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/release',
  tags: ['Shipments'],
  summary: 'End the hold of an order',
  description: `A repeat under the same \`Idempotency-Key\` does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: { params: idParam, headers },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals: ['invalid_request', 'not_found', 'order_changed'],
});

const cancel = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/cancellations',
  tags: ['Shipments'],
  summary: 'Cancel units of a paid order before they are shipped',
  description: `Without \`lines\`, all that is left. They go back into the stock, unless \`restock\` is false. Without \`refund\`, their prices are refunded, and the shipping when nothing of the order is shipped; 0 refunds nothing. The customer gets an email. A repeat under the same \`Idempotency-Key\` is the same cancellation. ${SEND_ORDER_VERSION} \`already_shipped\`: less is left to be shipped.`,
  policy: 'admin',
  request: {
    params: idParam,
    headers,
    body: jsonBody(cancellationRequest),
  },
  returns: { status: 201, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'already_shipped',
    'order_closed',
    'payment_incomplete',
    'amount_mismatch',
  ],
});

export const fulfillmentApi = newRouter();

fulfillmentApi.openapi(fulfill, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  const request = { ...c.req.valid('json'), key, version: seenVersionOf(tag) };
  await fulfillOrder(c.get('ctx'), c.get('actor'), id, request);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 201);
});

fulfillmentApi.openapi(deliver, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const orderId = await markDelivered(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

fulfillmentApi.openapi(track, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const request = { ...c.req.valid('json'), version };
  const orderId = await correctTracking(c.get('ctx'), c.get('actor'), id, request);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

fulfillmentApi.openapi(takeBack, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const orderId = await takeBackParcel(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

fulfillmentApi.openapi(hold, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  const request = { ...c.req.valid('json'), key, version: seenVersionOf(tag) };
  await holdOrder(c.get('ctx'), c.get('actor'), id, request);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 200);
});

fulfillmentApi.openapi(release, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  await releaseOrder(c.get('ctx'), c.get('actor'), id, { key, version: seenVersionOf(tag) });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 200);
});

fulfillmentApi.openapi(cancel, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  const request = { ...c.req.valid('json'), key, version: seenVersionOf(tag) };
  await cancelLines(c.get('ctx'), c.get('actor'), id, request);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 201);
});
