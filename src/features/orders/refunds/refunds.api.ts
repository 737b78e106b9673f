/** The calls that refund orders: an amount, or lines and the shipping. */
import { z } from '@hono/zod-openapi';
import { requestKey } from '#shared/request-key.schema.ts';
import { idParam } from '../../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../../api-route.ts';
import { ifMatch, SEND_ORDER_VERSION, seenVersionOf } from '../../api-version.ts';
import { order, toOrderJson } from '../order-json.ts';
import { refundRequest } from '../order-requests.schema.ts';
import { getOrder, refundLines, refundOrder, refundRefused } from '../orders.ts';
import { lineRefundRequest } from './refund-lines.schema.ts';

const LATER =
  'While the card provider does not respond, the refund is recorded and carried out later. `refund_refused`: the provider refuses it for good, and staff find it at `/admin/payment-problems`.';

const refund = apiRoute({
  method: 'post',
  path: '/orders/{id}/refunds',
  tags: ['Orders'],
  summary: 'Refund some or all of an order',
  description: `An order can be refunded several times, up to what was paid. A repeat under the same \`Idempotency-Key\` is the same refund. ${LATER}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: z.object({ 'idempotency-key': requestKey }),
    body: jsonBody(refundRequest),
  },
  returns: { status: 201, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'payment_incomplete',
    'amount_mismatch',
    'refund_refused',
  ],
});

const refundParts = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/refunds',
  tags: ['Orders'],
  summary: 'Refund lines of an order, and its shipping',
  description: `Without \`amount\`, the prices of the units and, with \`shipping\`, the shipping, less what was refunded of them before and never more than is left of the payment. A lower \`amount\` is spread over them in proportion; it lowers their price and refunds no unit (\`lowered\` of the refund's lines), except with \`restock\` and of cancelled units, which it settles. With \`restock\` the units go back into the stock; they have to be in a parcel. A repeat under the same \`Idempotency-Key\` is the same refund. ${SEND_ORDER_VERSION} ${LATER}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey }),
    body: jsonBody(lineRefundRequest),
  },
  returns: { status: 201, description: 'The order as it stands now', schema: order },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'payment_incomplete',
    'amount_mismatch',
    'not_returnable',
    'refund_refused',
  ],
});

export const refundsApi = newRouter();

refundsApi.openapi(refund, async (c) => {
  const { id } = c.req.valid('param');
  const key = c.req.valid('header')['idempotency-key'];
  await refundOrder(c.get('ctx'), c.get('actor'), id, { ...c.req.valid('json'), key });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 201);
});

refundsApi.openapi(refundParts, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  const request = { ...c.req.valid('json'), key, version: seenVersionOf(tag) };
  const { refund, refundId } = await refundLines(c.get('ctx'), c.get('actor'), id, request);
  if (refund === 'refused') throw await refundRefused(c.get('ctx'), refundId);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 201);
});
