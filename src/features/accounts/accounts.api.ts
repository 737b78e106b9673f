/**
 * The calls of accounts under the names of the specification. Better Auth handles sign-in itself.
 */
import { z } from '@hono/zod-openapi';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { adminRequest, userRecord } from './accounts.schema.ts';
import { listAdmins, makeAdmin, saveUser } from './accounts.ts';

const user = z.object({ _id: z.string(), email: z.string(), name: z.string() }).openapi('User');

const list = apiRoute({
  method: 'get',
  path: '/users',
  tags: ['Users'],
  summary: 'The admins, for an admin; an empty list for everyone else',
  policy: 'public',
  returns: { status: 200, description: 'Admins', schema: z.array(user) },
});

const saveRoute = (method: 'post' | 'put') =>
  apiRoute({
    method,
    path: '/users',
    tags: ['Users'],
    summary: 'Save your own record',
    description: 'Every field except `email` and `name` is ignored. A repeat changes nothing.',
    policy: 'user',
    request: { body: jsonBody(userRecord) },
    returns: { status: 200, description: 'Your record', schema: user },
    refusals: ['forbidden', 'invalid_request'],
  });

const admin = apiRoute({
  method: 'put',
  path: '/users/admin',
  tags: ['Users'],
  summary: 'Make an account an admin',
  policy: 'admin',
  request: { body: jsonBody(adminRequest) },
  returns: {
    status: 200,
    description: 'How many accounts were found and changed',
    schema: z.object({ matchedCount: z.int(), modifiedCount: z.int() }),
  },
  refusals: ['not_found', 'email_unverified', 'invalid_request'],
});

export const accountsApi = newRouter();

accountsApi.openapi(list, async (c) => {
  const admins = await listAdmins(c.get('ctx'), c.get('actor'));
  return c.json(
    admins.map(({ id, email, name }) => ({ _id: id, email, name })),
    200,
  );
});

for (const method of ['post', 'put'] as const) {
  accountsApi.openapi(saveRoute(method), async (c) => {
    const { id, email, name } = await saveUser(c.get('ctx'), c.get('actor'), c.req.valid('json'));
    return c.json({ _id: id, email, name }, 200);
  });
}

accountsApi.openapi(admin, async (c) =>
  c.json(await makeAdmin(c.get('ctx'), c.get('actor'), c.req.valid('json').email), 200),
);
