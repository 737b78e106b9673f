/** The calls by which staff edit delivery, and everyone with an account looks up its prices. */
import { z } from '@hono/zod-openapi';
import { deletion, idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { currentAs, ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import {
  optionsQuery,
  timesInput,
  zoneChanges,
  zoneInput,
  zoneRowOrder,
} from './delivery.schema.ts';
import {
  addZone,
  editTimes,
  editZone,
  getDeliverySettings,
  getZone,
  removeZone,
  reorderZones,
  tryAddress,
} from './delivery.ts';
import {
  optionsJson,
  timesJson,
  toOptionJson,
  toTimesJson,
  toZoneJson,
  zoneJson,
} from './delivery-json.ts';

const ZONES = '/api/v1/delivery/zones';
const TIMES = '/api/v1/delivery/times';
const tags = ['Delivery'];
const forStaff = { tags, policy: 'admin' as const };

const list = apiRoute({
  ...forStaff,
  method: 'get',
  path: ZONES,
  summary: 'All delivery zones, in order',
  description: 'The first one that an address is in applies.',
  returns: { status: 200, description: 'Zones', schema: z.array(zoneJson) },
});
const add = apiRoute({
  ...forStaff,
  method: 'post',
  path: ZONES,
  summary: 'Add a delivery zone',
  description: 'It is added at the end. The shop does not deliver to a zone without methods.',
  request: { body: jsonBody(zoneInput) },
  returns: { status: 201, description: 'The zone', schema: zoneJson },
  refusals: ['invalid_request'],
});
const order = apiRoute({
  ...forStaff,
  method: 'put',
  path: `${ZONES}/order`,
  summary: 'Order the delivery zones',
  description: 'The ids of all zones, each once.',
  request: { body: jsonBody(zoneRowOrder) },
  returns: {
    status: 200,
    description: 'How many there are',
    schema: z.object({ ordered: z.int() }).openapi('OrderedZones'),
  },
  refusals: ['invalid_request'],
});
const one = apiRoute({
  ...forStaff,
  method: 'get',
  path: `${ZONES}/{id}`,
  summary: 'One delivery zone',
  description: 'The `ETag` is its version.',
  request: { params: idParam },
  returns: { status: 200, description: 'The zone', schema: zoneJson },
  refusals: ['not_found', 'invalid_request'],
});
const edit = apiRoute({
  ...forStaff,
  method: 'patch',
  path: `${ZONES}/{id}`,
  summary: 'Edit a delivery zone',
  description: `What is absent stays as it is; places and methods are replaced as a whole. A method with its \`_id\` stays the one that carts have chosen. ${SEND_ETAG}`,
  request: { params: idParam, headers: ifMatch, body: jsonBody(zoneChanges) },
  returns: { status: 200, description: 'The zone as it is now', schema: zoneJson },
  refusals: ['invalid_request', 'precondition_required', 'edit_conflict', 'not_found'],
});
const remove = apiRoute({
  ...forStaff,
  method: 'delete',
  path: `${ZONES}/{id}`,
  summary: 'Remove a delivery zone',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, or 0', schema: deletion },
  refusals: ['invalid_request'],
});
const times = apiRoute({
  ...forStaff,
  method: 'get',
  path: TIMES,
  summary: 'When parcels leave the shop',
  description: 'In the time zone of the shop. The `ETag` is the version.',
  returns: { status: 200, description: 'Working times', schema: timesJson },
});
const writeTimes = apiRoute({
  ...forStaff,
  method: 'put',
  path: TIMES,
  summary: 'Set when parcels leave the shop',
  description: SEND_ETAG,
  request: { headers: ifMatch, body: jsonBody(timesInput) },
  returns: { status: 200, description: 'Working times as they are now', schema: timesJson },
  refusals: ['invalid_request', 'precondition_required', 'edit_conflict'],
});
const options = apiRoute({
  tags,
  policy: 'user',
  method: 'get',
  path: '/api/v1/delivery/options',
  summary: 'The ways of delivery to an address, with prices and days',
  description:
    'Without `country`, it is the country of the shop. `subtotal` is the sum of the lines, `weight` is in grams. `POST /orders` takes the `_id` or the name of a method as `deliveryMethod`.',
  request: { query: optionsQuery },
  returns: { status: 200, description: 'Methods, in the order of the shop', schema: optionsJson },
  refusals: ['invalid_request'],
});

export const deliveryApi = newRouter();

deliveryApi.openapi(list, async (c) => {
  const { zones } = await getDeliverySettings(c.get('ctx'), c.get('actor'));
  return c.json(zones.map(toZoneJson), 200);
});

deliveryApi.openapi(add, async (c) => {
  const added = await addZone(c.get('ctx'), c.get('actor'), c.req.valid('json'));
  return c.json(withETag(c, toZoneJson(added)), 201);
});

deliveryApi.openapi(order, async (c) => {
  const { ids } = c.req.valid('json');
  await reorderZones(c.get('ctx'), c.get('actor'), ids);
  return c.json({ ordered: ids.length }, 200);
});

deliveryApi.openapi(one, async (c) => {
  const found = await getZone(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toZoneJson(found)), 200);
});

deliveryApi.openapi(edit, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const changes = c.req.valid('json');
  const edited = editZone(c.get('ctx'), c.get('actor'), id, { version, changes });
  return c.json(withETag(c, toZoneJson(await currentAs(toZoneJson, edited))), 200);
});

deliveryApi.openapi(remove, async (c) => {
  const { id } = c.req.valid('param');
  const isRemoved = await removeZone(c.get('ctx'), c.get('actor'), id);
  return c.json({ deletedCount: isRemoved ? 1 : 0 }, 200);
});

deliveryApi.openapi(times, async (c) => {
  const settings = await getDeliverySettings(c.get('ctx'), c.get('actor'));
  return c.json(withETag(c, toTimesJson(settings.times)), 200);
});

deliveryApi.openapi(writeTimes, async (c) => {
  const version = versionOf(c.req.valid('header')['if-match']);
  const written = editTimes(c.get('ctx'), c.get('actor'), { version, times: c.req.valid('json') });
  return c.json(withETag(c, toTimesJson(await currentAs(toTimesJson, written))), 200);
});

deliveryApi.openapi(options, async (c) => {
  const found = await tryAddress(c.get('ctx'), c.req.valid('query'));
  const { zone, preselected } = found;
  const methods = found.options.map(toOptionJson);
  return c.json({ zone: zone?.name ?? null, preselected, methods }, 200);
});
