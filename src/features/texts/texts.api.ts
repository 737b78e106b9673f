/** The calls by which staff change the fixed texts of the shop. */
import { z } from '@hono/zod-openapi';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { ifMatch, versionOf, withETag } from '../api-version.ts';
import { textInput } from './texts.schema.ts';
import { editText, listTexts } from './texts.ts';

const textJson = z
  .object({
    key: z.string(),
    where: z.string().openapi({ description: 'Where customers read it.' }),
    most: z.int().openapi({ description: 'The most characters.' }),
    default: z.string(),
    own: z.string().nullable().openapi({ description: 'Null while the default is shown.' }),
    version: z.int(),
  })
  .openapi('ShopText');

const forStaff = { tags: ['Texts'], policy: 'admin' as const };

const list = apiRoute({
  ...forStaff,
  method: 'get',
  path: '/api/v1/texts',
  summary: 'The fixed texts of the shop',
  description: 'By the page that shows them, with their defaults.',
  returns: {
    status: 200,
    description: 'Texts',
    schema: z.array(z.object({ title: z.string(), texts: z.array(textJson) })),
  },
});
const write = apiRoute({
  ...forStaff,
  method: 'put',
  path: '/api/v1/texts/{key}',
  summary: 'Change a text, or reset it to its default',
  description:
    'A `text` of null resets it. Customers read it from the next request on, as text and never as HTML. Send the `version` of the text that you changed as `If-Match`, `"0"` for one that was never changed. `edit_conflict`: it has changed since then; `current` in the problem document is the text as it is now.',
  request: {
    params: z.object({
      key: z
        .string()
        .max(60)
        .openapi({ param: { name: 'key', in: 'path' }, example: 'home.send' }),
    }),
    headers: ifMatch,
    body: jsonBody(textInput),
  },
  returns: { status: 200, description: 'The text as it is now', schema: textJson },
  refusals: ['invalid_request', 'precondition_required', 'edit_conflict', 'not_found'],
});

export const textsApi = newRouter();

textsApi.openapi(list, async (c) => c.json(await listTexts(c.get('ctx'), c.get('actor')), 200));

textsApi.openapi(write, async (c) => {
  const { key } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const { text } = c.req.valid('json');
  const written = await editText(c.get('ctx'), c.get('actor'), key, { version, text });
  return c.json(withETag(c, written), 200);
});
