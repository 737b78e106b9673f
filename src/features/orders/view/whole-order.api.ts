/** The call that returns an order with all that belongs to it. */
import { z } from '@hono/zod-openapi';
import { idParam } from '../../api-fields.ts';
import { apiRoute, newRouter } from '../../api-route.ts';
import { requireUser } from '../../permissions.ts';
import { paymentStatuses, paymentStatusOf } from '../lists/payment-status.schema.ts';
import { order, toOrderJson } from '../order-json.ts';
import { getOrder } from '../orders.ts';
import { readEntries, timelineEntries } from '../timeline/timeline.api.ts';

const wholeOrder = order
  .omit({ cart: true })
  .extend({
    lines: order.shape.cart,
    paymentStatus: z.enum(paymentStatuses),
    timeline: timelineEntries.nullable().openapi({ description: 'Null for customers.' }),
  })
  .openapi('WholeOrder');

const whole = apiRoute({
  method: 'get',
  path: '/api/v1/orders/{id}',
  tags: ['Orders'],
  summary: 'One order with its statuses, parcels, returns, documents and history',
  description: 'For its owner or an admin. `GET /orders/{id}` is the same in the earlier form.',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'The order', schema: wholeOrder },
  refusals: ['not_found'],
});

export const wholeOrderApi = newRouter();

wholeOrderApi.openapi(whole, async (c) => {
  const [ctx, actor] = [c.get('ctx'), c.get('actor')];
  const { id } = c.req.valid('param');
  const view = await getOrder(ctx, actor, id);
  const { cart: lines, ...json } = toOrderJson(view);
  const isStaff = requireUser(actor).role === 'admin';
  const timeline = isStaff ? await readEntries(ctx, actor, id) : null;
  return c.json({ ...json, lines, paymentStatus: paymentStatusOf(view), timeline }, 200);
});
