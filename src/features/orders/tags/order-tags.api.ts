/** The call that sets the tags of an order. */
import { LONGEST_TAG, MAX_TAGS } from '#shared/tags.ts';
import { idParam } from '../../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../../api-route.ts';
import { ifMatch, SEND_ORDER_VERSION, seenVersionOf } from '../../api-version.ts';
import { order, toOrderJson } from '../order-json.ts';
import { getOrder, setOrderTags } from '../orders.ts';
import { orderTagsRequest } from './order-tags.schema.ts';

const set = apiRoute({
  method: 'put',
  path: '/api/v1/orders/{id}/tags',
  tags: ['Orders'],
  summary: 'Set the tags of an order; only staff see them',
  description: `At most ${MAX_TAGS} tags of at most ${LONGEST_TAG} characters, instead of those that the order has. A repeat does nothing. ${SEND_ORDER_VERSION}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch,
    body: jsonBody(orderTagsRequest),
  },
  returns: { status: 200, description: 'The order with its tags', schema: order },
  refusals: ['invalid_request', 'not_found', 'order_changed'],
});

export const orderTagsApi = newRouter();

orderTagsApi.openapi(set, async (c) => {
  const { id } = c.req.valid('param');
  const version = seenVersionOf(c.req.valid('header')['if-match']);
  const { tags } = c.req.valid('json');
  await setOrderTags(c.get('ctx'), c.get('actor'), id, { tags, version });
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), id)), 200);
});
