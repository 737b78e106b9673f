/** The calls that ask for returns, decide about them, receive them and refund them. */
import type { ErrorCode } from '#shared/errors.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, SEND_ORDER_VERSION, seenVersionOf } from '../api-version.ts';
import { trackingRequest } from '../fulfillment/fulfillment.schema.ts';
import { markedOrder, order, toMarkedJson, toOrderJson } from '../orders/order-json.ts';
import { outsidePaymentRequest } from '../orders/order-requests.schema.ts';
import { getOrder, refundRefused } from '../orders/orders.ts';
import {
  declineRequest,
  receiveRequest,
  returnRefundRequest,
  returnRequest,
} from './returns.schema.ts';
import {
  approveReturn,
  cancelExchange,
  closeReturn,
  declineReturn,
  markDifferenceAsPaid,
  receiveReturn,
  refundReturn,
  requestReturn,
  shipExchange,
  waiveDifference,
  withdrawReturn,
} from './returns.ts';

const headers = ifMatch.extend({ 'idempotency-key': requestKey.optional() });
const returns = { status: 200, description: 'The order as it stands now', schema: order } as const;

const REPEAT = `A repeat does nothing. ${SEND_ORDER_VERSION} \`return_state\`: the return is in another state.`;

const request = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/returns',
  tags: ['Returns'],
  summary: 'Ask for a return of delivered items',
  description: `The owner of the order can do so for some days after the delivery, staff at any time. Customer and shop get an email. A repeat under the same \`Idempotency-Key\` is the same return. \`not_returnable\`: less can be sent back. \`final_sale\`: only staff can ask for a return of this line. \`return_state\`: the return of this key was withdrawn. \`ofReturn\` sends back what was sent in exchange for the items of that return, whose lines are named as they are there. \`exchangeForSku\` asks for another variant of the same product instead of money; its units are reserved at once. Send the \`exchangePrice\` that you showed, and another one is refused with \`price_changed\`. \`not_exchangeable\`: it is not on sale, of another product, or dearer while the shop takes no cards. The difference to a dearer one is paid once the return is approved: see \`extraPayment\`. It is that of the price that was paid and of the price when the return is asked for. ${SEND_ORDER_VERSION}`,
  policy: 'user',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey }),
    body: jsonBody(returnRequest),
  },
  returns: { ...returns, status: 201 },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'not_returnable',
    'final_sale',
    'not_exchangeable',
    'out_of_stock',
    'price_changed',
    'payment_incomplete',
    'return_state',
    'rate_limited',
  ],
});

const approve = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/approve',
  tags: ['Returns'],
  summary: 'Approve a return',
  description: `The customer gets an email that says where to send it. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers },
  returns,
  refusals: ['invalid_request', 'not_found', 'order_changed', 'return_state'],
});

const decline = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/decline',
  tags: ['Returns'],
  summary: 'Decline a return',
  description: `The customer gets an email with the reason. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers, body: jsonBody(declineRequest) },
  returns,
  refusals: ['invalid_request', 'not_found', 'order_changed', 'return_state'],
});

const withdraw = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/withdraw',
  tags: ['Returns'],
  summary: 'Withdraw a return before it is approved, for the owner of the order',
  policy: 'user',
  request: { params: idParam },
  returns,
  refusals: ['not_found', 'return_state'],
});

const receive = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/receive',
  tags: ['Returns'],
  summary: 'Record which items of an approved return arrived',
  description: `Without \`lines\`, all of it, and nothing goes into the stock. A line that is left out did not come. The customer gets an email. The difference to a cheaper variant that was asked for in exchange is refunded. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers, body: jsonBody(receiveRequest) },
  returns,
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'return_state',
    'not_returnable',
    'amount_mismatch',
  ],
});

const refund = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/refund',
  tags: ['Returns'],
  summary: 'Refund the items of a return that arrived, and close it',
  description: `Without \`amount\`, the price of what came, with what was paid for it in addition as an extra payment. A repeat is the same refund, unless staff withdrew that one. While the card provider does not respond, it is carried out later. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers, body: jsonBody(returnRefundRequest) },
  returns: { ...returns, status: 201 },
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'return_state',
    'amount_mismatch',
    'refund_refused',
  ],
});

const close = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/close',
  tags: ['Returns'],
  summary: 'Close a return without a refund',
  description: `A received one, or one whose parcel does not come. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers },
  returns,
  refusals: ['invalid_request', 'not_found', 'order_changed', 'return_state'],
});

const shipped = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/ship-exchange',
  tags: ['Returns'],
  summary: 'Send what goes out in exchange for a return, as one parcel',
  description: `The return is received, or approved if you send earlier. The customer gets an email. The parcel is one of the order's \`fulfillments\`. \`payment_incomplete\`: the difference to a dearer variant is not paid or waived. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers, body: jsonBody(trackingRequest) },
  returns,
  refusals: [
    'invalid_request',
    'not_found',
    'order_changed',
    'return_state',
    'order_on_hold',
    'order_closed',
    'payment_incomplete',
  ],
});

const STOPPED =
  'A card payment that is open is stopped first; `already_paid`: it was captured before. `order_closed`: nothing is to be paid now.';

const differenceRefusals: ErrorCode[] = [
  'invalid_request',
  'not_found',
  'order_changed',
  'already_paid',
  'return_state',
  'order_closed',
  'payments_unavailable',
  'unavailable',
];

const markPaid = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/payments',
  tags: ['Returns'],
  summary: 'Mark what an exchange costs more as paid: all of it came in cash or by bank transfer',
  description: `It gets an invoice, and the customer an email. \`reference\` is for staff. Refunds of such a payment are recorded, and staff give the money back themselves. ${STOPPED} A repeat under the same \`Idempotency-Key\` does nothing, and is refused with another \`reference\`. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch.extend({ 'idempotency-key': requestKey }),
    body: jsonBody(outsidePaymentRequest),
  },
  returns: { ...returns, status: 201, schema: markedOrder },
  refusals: differenceRefusals,
});

const waive = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/waive-difference',
  tags: ['Returns'],
  summary: 'Waive what an exchange costs more',
  description: `The exchange can be sent, and costs what was paid for the items that come back. The customer gets an email. ${STOPPED} A repeat does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: { params: idParam, headers },
  returns: { ...returns, schema: markedOrder },
  refusals: differenceRefusals,
});

const cancelled = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/cancel-exchange',
  tags: ['Returns'],
  summary: 'Cancel the exchange of a return that is not sent',
  description: `Its units go back into the stock, and the return ends with a refund. An extra payment is refunded. ${REPEAT}`,
  policy: 'admin',
  request: { params: idParam, headers },
  returns,
  refusals: ['invalid_request', 'not_found', 'order_changed', 'return_state'],
});

export const returnsApi = newRouter();

returnsApi.openapi(request, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': seen } = c.req.valid('header');
  const what = { ...c.req.valid('json'), key, version: seenVersionOf(seen) };
  await requestReturn(c.get('ctx'), c.get('actor'), id, what);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 201);
});

returnsApi.openapi(approve, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const orderId = await approveReturn(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(decline, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  const orderId = await declineReturn(c.get('ctx'), c.get('actor'), id, { reason, version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(withdraw, async (c) => {
  const orderId = await withdrawReturn(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(receive, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const what = { ...c.req.valid('json'), version };
  const orderId = await receiveReturn(c.get('ctx'), c.get('actor'), id, what);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(refund, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const what = { ...c.req.valid('json'), version };
  const made = await refundReturn(c.get('ctx'), c.get('actor'), id, what);
  if (made.refund === 'refused' && made.refundId !== null)
    throw await refundRefused(c.get('ctx'), made.refundId);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), made.orderId)), 201);
});

returnsApi.openapi(close, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const orderId = await closeReturn(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(shipped, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const what = { ...c.req.valid('json'), version };
  const orderId = await shipExchange(c.get('ctx'), c.get('actor'), id, what);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(cancelled, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const orderId = await cancelExchange(c.get('ctx'), c.get('actor'), id, { version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 200);
});

returnsApi.openapi(markPaid, async (c) => {
  const { id } = c.req.valid('param');
  const { 'idempotency-key': key, 'if-match': seen } = c.req.valid('header');
  const what = { ...c.req.valid('json'), key, version: seenVersionOf(seen) };
  const done = await markDifferenceAsPaid(c.get('ctx'), c.get('actor'), id, what);
  const view = await getOrder(c.get('ctx'), c.get('actor'), done.orderId);
  return c.json(toMarkedJson(view, done.isCardOpen), 201);
});

returnsApi.openapi(waive, async (c) => {
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { id } = c.req.valid('param');
  const done = await waiveDifference(c.get('ctx'), c.get('actor'), id, { version });
  const view = await getOrder(c.get('ctx'), c.get('actor'), done.orderId);
  return c.json(toMarkedJson(view, done.isCardOpen), 200);
});
