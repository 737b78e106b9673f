/** The calls that pay what the exchanges of a return cost more. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { order, toOrderJson } from '../orders/order-json.ts';
import { expectedPayment } from './checkout.schema.ts';
import { payExtra, startExtraPayment } from './checkout.ts';

const intent = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/payment-intent',
  tags: ['Returns'],
  summary: 'Prepare the card payment of what an exchange costs more',
  description:
    'For the owner of the order, once the return is approved. A repeat is the same payment. `order_closed`: nothing is to be paid, or not any more.',
  policy: 'user',
  request: { params: idParam },
  returns: {
    status: 200,
    description: 'What the card form needs',
    schema: z.object({
      clientSecret: z.string(),
      amount: z.number().openapi({ description: 'What is to be paid, in `currency`.' }),
    }),
  },
  refusals: [
    'not_found',
    'already_paid',
    'order_closed',
    'payment_failed',
    'amount_mismatch',
    'transaction_used',
    'payments_unavailable',
    'unavailable',
  ],
});

const pay = apiRoute({
  method: 'put',
  path: '/api/v1/returns/{id}/payment',
  tags: ['Returns'],
  summary: 'Pay what an exchange costs more, with a payment that the provider has taken',
  description:
    'A repeat does nothing. A payment that the exchange does not need any more is refunded, and the call refused.',
  policy: 'user',
  request: {
    params: idParam,
    body: jsonBody(expectedPayment),
  },
  returns: { status: 200, description: 'The order as it stands now', schema: order },
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

export const extraPaymentApi = newRouter();

extraPaymentApi.openapi(intent, async (c) => {
  const { id } = c.req.valid('param');
  const started = await startExtraPayment(c.get('ctx'), c.get('actor'), id);
  const { clientSecret, amountMinor } = started;
  return c.json({ clientSecret, amount: toDecimal(amountMinor) }, 200);
});

extraPaymentApi.openapi(pay, async (c) => {
  const { id } = c.req.valid('param');
  const paid = await payExtra(c.get('ctx'), c.get('actor'), id, c.req.valid('json'));
  return c.json(toOrderJson(paid), 200);
});
