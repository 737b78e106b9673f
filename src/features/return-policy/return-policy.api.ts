/** The calls by which staff edit the return policy. */
import { z } from '@hono/zod-openapi';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import { postagePayers } from '../catalog/postage-payers.schema.ts';
import { returnPolicyInput } from './return-policy.schema.ts';
import { editReturnPolicy, getReturnPolicy } from './return-policy.ts';

const forStaff = {
  tags: ['Returns'],
  policy: 'admin' as const,
  path: '/api/v1/return-policy',
};

const policyJson = z
  .object({
    version: z.int(),
    postagePaidBy: z.enum(postagePayers).openapi({
      description:
        'Who pays for the way back. For items that are damaged or not as pictured the shop always pays.',
    }),
    finalSaleCategoryIds: z.array(z.string()),
    finalSaleTags: z.array(z.string()),
  })
  .openapi('ReturnPolicy');

const read = apiRoute({
  ...forStaff,
  method: 'get',
  summary: 'The return policy',
  description: 'The `ETag` is its version.',
  returns: { status: 200, description: 'The policy', schema: policyJson },
});

const write = apiRoute({
  ...forStaff,
  method: 'put',
  summary: 'Set the return policy',
  description: `Replaces all of it. A product of one of the categories, or with one of the tags, is a final sale: customers can neither return nor exchange it. Orders and returns keep what applied when they were made. ${SEND_ETAG}`,
  request: {
    headers: ifMatch,
    body: jsonBody(returnPolicyInput),
  },
  returns: { status: 200, description: 'The policy as it is now', schema: policyJson },
  refusals: ['invalid_request', 'precondition_required', 'edit_conflict'],
});

export const returnPolicyApi = newRouter();

returnPolicyApi.openapi(read, async (c) => {
  const policy = await getReturnPolicy(c.get('ctx'), c.get('actor'));
  return c.json(withETag(c, policy), 200);
});

returnPolicyApi.openapi(write, async (c) => {
  const version = versionOf(c.req.valid('header')['if-match']);
  const change = { version, policy: c.req.valid('json') };
  const policy = await editReturnPolicy(c.get('ctx'), c.get('actor'), change);
  return c.json(withETag(c, policy), 200);
});
