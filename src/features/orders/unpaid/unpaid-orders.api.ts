/** The calls of staff that end that an order is unpaid. */
import type { ErrorCode } from '#shared/errors.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { idParam } from '../../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../../api-route.ts';
import { ifMatch, SEND_ORDER_VERSION, seenVersionOf } from '../../api-version.ts';
import { markedOrder, order, toMarkedJson, toOrderJson } from '../order-json.ts';
import { outsidePaymentRequest } from '../order-requests.schema.ts';
import { cancelUnpaidOrder, getOrder, markAsPaid } from '../orders.ts';

const STOPPED =
  'A card payment that is open is stopped first; `already_paid`: it was captured before.';

const refusals: ErrorCode[] = [
  'invalid_request',
  'not_found',
  'order_changed',
  'already_paid',
  'order_closed',
  'payments_unavailable',
  'unavailable',
];

const markPaid = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/payments',
  tags: ['Orders'],
  summary: 'Mark an unpaid order as paid: its whole amount came in cash or by bank transfer',
  description: `The order gets its invoice, and the customer an email. \`reference\` is for staff. Refunds of such a payment are recorded, and staff give the money back themselves. ${STOPPED} A repeat under the same \`Idempotency-Key\` does nothing, and is refused with another \`reference\`. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey }),
    body: jsonBody(outsidePaymentRequest),
  },
  returns: { status: 201, description: 'The order as it stands now', schema: markedOrder },
  refusals,
});

const cancel = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/cancel',
  tags: ['Orders'],
  summary: 'Cancel an unpaid order',
  description: `Its items go back on sale, and the customer gets an email. The order stays in the lists. ${STOPPED} A repeat by the same person does nothing; \`order_closed\`: it ended in another way before. ${SEND_ORDER_VERSION} To cancel units of a paid order, use its cancellations.`,
  policy: 'admin',
  request: { params: idParam, headers: ifMatch },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
  refusals,
});

export const unpaidOrdersApi = newRouter();

unpaidOrdersApi.openapi(markPaid, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': tag } = c.req.valid('header');
  const request = { ...c.req.valid('json'), key, version: seenVersionOf(tag) };
  const { isCardOpen } = await markAsPaid(c.get('ctx'), c.get('actor'), id, request);
  const marked = await getOrder(c.get('ctx'), c.get('actor'), id);
  return c.json(toMarkedJson(marked, isCardOpen), 201);
});

unpaidOrdersApi.openapi(cancel, async (c) => {
  const { id } = c.req.valid('param');
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  await cancelUnpaidOrder(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 200);
});
