/** The calls of an account's own address book. */
import { z } from '@hono/zod-openapi';
import { deletion, idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, versionOf } from '../api-version.ts';
import { addressInput } from './address-input.ts';
import { addressJson } from './address-json.ts';
import { MAX_ADDRESSES, type SavedAddress, toAddress } from './addresses.schema.ts';
import { addAddress, changeAddress, listAddresses, removeAddress } from './addresses.ts';

const saved = addressJson
  .extend({ _id: z.string(), isDefault: z.boolean(), version: z.int() })
  .openapi('SavedAddress');

const body = jsonBody(addressInput);

const list = apiRoute({
  method: 'get',
  path: '/api/v1/addresses',
  tags: ['Addresses'],
  summary: 'Your addresses: the default, then the newest',
  policy: 'user',
  returns: { status: 200, description: `At most ${MAX_ADDRESSES}`, schema: z.array(saved) },
});

const add = apiRoute({
  method: 'post',
  path: '/api/v1/addresses',
  tags: ['Addresses'],
  summary: 'Add an address',
  description:
    'The `country` decides which fields are required. The first address is the default. A repeat returns the existing address.',
  policy: 'user',
  request: { body },
  returns: { status: 201, description: 'The address', schema: saved },
  refusals: ['invalid_request'],
});

const change = apiRoute({
  method: 'put',
  path: '/api/v1/addresses/{id}',
  tags: ['Addresses'],
  summary: 'Change an address',
  description: 'Send its `version` as `If-Match`. Orders keep the address that they were given.',
  policy: 'user',
  request: { params: idParam, headers: ifMatch, body },
  returns: { status: 200, description: 'The address', schema: saved },
  refusals: ['invalid_request', 'not_found', 'edit_conflict', 'precondition_required'],
});

const remove = apiRoute({
  method: 'delete',
  path: '/api/v1/addresses/{id}',
  tags: ['Addresses'],
  summary: 'Remove an address',
  policy: 'user',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed', schema: deletion },
});

export const addressesApi = newRouter();

addressesApi.openapi(list, async (c) =>
  c.json((await listAddresses(c.get('ctx'), c.get('actor'))).map(toSavedJson), 200),
);

addressesApi.openapi(add, async (c) => {
  const address = await addAddress(c.get('ctx'), c.get('actor'), c.req.valid('json'));
  return c.json(toSavedJson(address), 201);
});

addressesApi.openapi(change, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const edit = { address: c.req.valid('json'), version };
  return c.json(toSavedJson(await changeAddress(c.get('ctx'), c.get('actor'), id, edit)), 200);
});

addressesApi.openapi(remove, async (c) =>
  c.json(await removeAddress(c.get('ctx'), c.get('actor'), c.req.valid('param').id), 200),
);

function toSavedJson({ id, isDefault, version, ...address }: SavedAddress): z.infer<typeof saved> {
  return { _id: id, ...toAddress(address), isDefault, version };
}
