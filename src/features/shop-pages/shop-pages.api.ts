/** The calls by which staff read and write pages with their own text. */
import { z } from '@hono/zod-openapi';
import { deletion, idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { currentAs, ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import {
  pageChanges,
  pageInput,
  pageRowOrder,
  pageStatuses,
  type ShopPage,
} from './shop-pages.schema.ts';
import {
  addShopPage,
  editShopPage,
  getShopPage,
  listShopPages,
  removeShopPage,
  reorderShopPages,
} from './shop-pages.ts';

const pageJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    slug: z.string().openapi({ description: 'Its address is `/pages/{slug}`.' }),
    formerSlugs: z.array(z.string()).openapi({ description: 'They redirect to its page.' }),
    text: z.string().openapi({ description: 'Without formatting.' }),
    html: z
      .string()
      .openapi({ description: 'Sanitized HTML; empty for a text without formatting.' }),
    status: z.enum(pageStatuses).openapi({ description: 'Customers see only published ones.' }),
    inFooter: z
      .boolean()
      .openapi({ description: 'Whether the footer links it once it is published.' }),
    version: z.int(),
    updatedAt: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('ShopPage');

const toJson = ({ id, ...page }: ShopPage): z.infer<typeof pageJson> => ({ _id: id, ...page });

const forStaff = { tags: ['Pages'], policy: 'admin' as const };
const PATH = '/api/v1/pages';
const list = apiRoute({
  ...forStaff,
  method: 'get',
  path: PATH,
  summary: "All pages with the shop's own text",
  returns: { status: 200, description: 'Pages', schema: z.array(pageJson) },
});
const add = apiRoute({
  ...forStaff,
  method: 'post',
  path: PATH,
  summary: 'Add a page',
  description:
    'It is added at the end and published, unless its `status` is `draft`, and is in the footer unless `inFooter` is false. No other page may have its name. Without a `slug`, it gets one that no page has or had.',
  request: { body: jsonBody(pageInput) },
  returns: { status: 201, description: 'The page', schema: pageJson },
  refusals: ['invalid_request'],
});
const one = apiRoute({
  ...forStaff,
  method: 'get',
  path: `${PATH}/{id}`,
  summary: 'One page',
  description: 'The `ETag` is its version.',
  request: { params: idParam },
  returns: { status: 200, description: 'The page', schema: pageJson },
  refusals: ['not_found', 'invalid_request'],
});
const edit = apiRoute({
  ...forStaff,
  method: 'patch',
  path: `${PATH}/{id}`,
  summary: 'Edit a page',
  description: `What is absent stays as it is; another \`text\` removes the formatting. ${SEND_ETAG} A slug that it gives up redirects to it, until another page is given it.`,
  request: { params: idParam, headers: ifMatch, body: jsonBody(pageChanges) },
  returns: { status: 200, description: 'The page as it is now', schema: pageJson },
  refusals: ['invalid_request', 'not_found', 'precondition_required', 'edit_conflict'],
});
const remove = apiRoute({
  ...forStaff,
  method: 'delete',
  path: `${PATH}/{id}`,
  summary: 'Remove a page',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, or 0', schema: deletion },
  refusals: ['invalid_request'],
});
const reorder = apiRoute({
  ...forStaff,
  method: 'put',
  path: `${PATH}/order`,
  summary: 'Order the pages',
  description: 'The ids of all pages, each once.',
  request: { body: jsonBody(pageRowOrder) },
  returns: {
    status: 200,
    description: 'How many there are',
    schema: z.object({ ordered: z.int() }),
  },
  refusals: ['invalid_request'],
});

export const shopPagesApi = newRouter();

shopPagesApi.openapi(list, async (c) => {
  const pages = await listShopPages(c.get('ctx'), c.get('actor'));
  return c.json(pages.map(toJson), 200);
});

shopPagesApi.openapi(add, async (c) => {
  const added = await addShopPage(c.get('ctx'), c.get('actor'), c.req.valid('json'));
  return c.json(withETag(c, toJson(added)), 201);
});

shopPagesApi.openapi(reorder, async (c) => {
  const { ids } = c.req.valid('json');
  await reorderShopPages(c.get('ctx'), c.get('actor'), ids);
  return c.json({ ordered: ids.length }, 200);
});

shopPagesApi.openapi(one, async (c) => {
  const found = await getShopPage(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toJson(found)), 200);
});

shopPagesApi.openapi(edit, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const edited = editShopPage(c.get('ctx'), c.get('actor'), id, version, c.req.valid('json'));
  return c.json(withETag(c, toJson(await currentAs(toJson, edited))), 200);
});

shopPagesApi.openapi(remove, async (c) =>
  c.json(await removeShopPage(c.get('ctx'), c.get('actor'), c.req.valid('param').id), 200),
);
