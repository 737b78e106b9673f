/** The calls by which staff read, edit, order and remove categories and collections. */
import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '#shared/errors.ts';
import { deletion, idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { currentAs, ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import {
  categoryChanges,
  categoryInput,
  collectionChanges,
  collectionInput,
  MAX_MOVED,
  sectionRowOrder,
} from './merchandising.schema.ts';
import {
  addCategory,
  addCollection,
  editCategory,
  editCollection,
  getCategory,
  getCollection,
  listCategories,
  listCollections,
  moveProducts,
  removeCategory,
  removeCollection,
  reorderCategories,
  reorderCollections,
} from './merchandising.ts';
import {
  category,
  collection,
  collectionRow,
  toCategoryJson,
  toCollectionJson,
  toCollectionRowJson,
} from './section-json.ts';

const EDITING: ErrorCode[] = [
  'invalid_request',
  'not_found',
  'precondition_required',
  'edit_conflict',
];
const EDITING_TEXT = `What is absent stays as it is. ${SEND_ETAG} A slug that it gives up redirects for good. A slug that was made from the name follows the name.`;

const policy = 'admin' as const;
const ordered = z.object({ ordered: z.int() }).openapi('Ordered');

const inCategories = { tags: ['Categories'], policy };
const CATEGORIES = '/api/v1/categories';

const categoryList = apiRoute({
  ...inCategories,
  method: 'get',
  path: CATEGORIES,
  summary: 'All categories, in the order of the menu',
  returns: { status: 200, description: 'Categories', schema: z.array(category) },
});
const categoryAdd = apiRoute({
  ...inCategories,
  method: 'post',
  path: CATEGORIES,
  summary: 'Add a category',
  description:
    'It is added at the end, and is in the menu unless `inMenu` is false. It has a page at once.',
  request: { body: jsonBody(categoryInput) },
  returns: { status: 201, description: 'The category', schema: category },
  refusals: ['invalid_request'],
});
const categoryOne = apiRoute({
  ...inCategories,
  method: 'get',
  path: `${CATEGORIES}/{id}`,
  summary: 'One category',
  description: 'The `ETag` is its version.',
  request: { params: idParam },
  returns: { status: 200, description: 'The category', schema: category },
  refusals: ['not_found', 'invalid_request'],
});
const categoryEdit = apiRoute({
  ...inCategories,
  method: 'patch',
  path: `${CATEGORIES}/{id}`,
  summary: 'Edit a category',
  description: `${EDITING_TEXT} Products keep their category when it is renamed.`,
  request: { params: idParam, headers: ifMatch, body: jsonBody(categoryChanges) },
  returns: { status: 200, description: 'The category as it is now', schema: category },
  refusals: EDITING,
});
const categoryRemove = apiRoute({
  ...inCategories,
  method: 'delete',
  path: `${CATEGORIES}/{id}`,
  summary: 'Remove a category without products',
  description:
    '`category_in_use`: it has products, a rule names it, or the offers come from it; the sentence says which.',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, or 0', schema: deletion },
  refusals: ['category_in_use', 'invalid_request'],
});
const categoryReorder = apiRoute({
  ...inCategories,
  method: 'put',
  path: `${CATEGORIES}/order`,
  summary: 'Order the categories',
  description: 'The ids of all categories, each once.',
  request: { body: jsonBody(sectionRowOrder) },
  returns: { status: 200, description: 'How many there are', schema: ordered },
  refusals: ['invalid_request'],
});
const categoryMove = apiRoute({
  ...inCategories,
  method: 'post',
  path: `${CATEGORIES}/{id}/move`,
  summary: 'Move the products of a category to another one',
  description: `Those in any status, at most ${MAX_MOVED} in a request; repeat it while \`isMoreLeft\` is true.`,
  request: { params: idParam, body: jsonBody(z.strictObject({ to: z.string().min(1).max(120) })) },
  returns: {
    status: 200,
    description: 'How many were moved',
    schema: z.object({ moved: z.int(), isMoreLeft: z.boolean() }).openapi('MovedProducts'),
  },
  refusals: ['invalid_request', 'not_found'],
});

const inCollections = { tags: ['Collections'], policy };
const COLLECTIONS = '/api/v1/collections';

const collectionList = apiRoute({
  ...inCollections,
  method: 'get',
  path: COLLECTIONS,
  summary: 'All collections',
  returns: { status: 200, description: 'Collections', schema: z.array(collectionRow) },
});
const collectionAdd = apiRoute({
  ...inCollections,
  method: 'post',
  path: COLLECTIONS,
  summary: 'Add a collection',
  description: 'Has a `rule`, or a list of chosen `products`. It has a page at once.',
  request: { body: jsonBody(collectionInput) },
  returns: { status: 201, description: 'The collection', schema: collection },
  refusals: ['invalid_request'],
});
const collectionOne = apiRoute({
  ...inCollections,
  method: 'get',
  path: `${COLLECTIONS}/{id}`,
  summary: 'One collection, with the chosen products',
  description: 'The `ETag` is its version.',
  request: { params: idParam },
  returns: { status: 200, description: 'The collection', schema: collection },
  refusals: ['not_found', 'invalid_request'],
});
const collectionEdit = apiRoute({
  ...inCollections,
  method: 'patch',
  path: `${COLLECTIONS}/{id}`,
  summary: 'Edit a collection',
  description: `${EDITING_TEXT} \`rule\` replaces the whole rule, null makes it one by hand; \`products\` replaces the chosen ones.`,
  request: { params: idParam, headers: ifMatch, body: jsonBody(collectionChanges) },
  returns: { status: 200, description: 'The collection as it is now', schema: collection },
  refusals: EDITING,
});
const collectionRemove = apiRoute({
  ...inCollections,
  method: 'delete',
  path: `${COLLECTIONS}/{id}`,
  summary: 'Remove a collection; its products stay',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, or 0', schema: deletion },
  refusals: ['invalid_request'],
});
const collectionReorder = apiRoute({
  ...inCollections,
  method: 'put',
  path: `${COLLECTIONS}/order`,
  summary: 'Order the collections',
  description: 'The ids of all collections, each once.',
  request: { body: jsonBody(sectionRowOrder) },
  returns: { status: 200, description: 'How many there are', schema: ordered },
  refusals: ['invalid_request'],
});

export const merchandisingApi = newRouter();

merchandisingApi.openapi(categoryList, async (c) => {
  const all = await listCategories(c.get('ctx'), c.get('actor'));
  return c.json(all.map(toCategoryJson), 200);
});

merchandisingApi.openapi(categoryAdd, async (c) => {
  const added = await addCategory(c.get('ctx'), c.get('actor'), c.req.valid('json'));
  return c.json(withETag(c, toCategoryJson(added)), 201);
});

merchandisingApi.openapi(categoryReorder, async (c) => {
  const { ids } = c.req.valid('json');
  await reorderCategories(c.get('ctx'), c.get('actor'), ids);
  return c.json({ ordered: ids.length }, 200);
});

merchandisingApi.openapi(categoryOne, async (c) => {
  const found = await getCategory(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toCategoryJson(found)), 200);
});

merchandisingApi.openapi(categoryEdit, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const edit = editCategory(c.get('ctx'), c.get('actor'), id, version, c.req.valid('json'));
  return c.json(withETag(c, toCategoryJson(await currentAs(toCategoryJson, edit))), 200);
});

merchandisingApi.openapi(categoryRemove, async (c) => {
  const { id } = c.req.valid('param');
  return c.json(await removeCategory(c.get('ctx'), c.get('actor'), id), 200);
});

merchandisingApi.openapi(categoryMove, async (c) => {
  const { id } = c.req.valid('param');
  const { to } = c.req.valid('json');
  return c.json(await moveProducts(c.get('ctx'), c.get('actor'), id, to), 200);
});

merchandisingApi.openapi(collectionList, async (c) => {
  const all = await listCollections(c.get('ctx'), c.get('actor'));
  return c.json(all.map(toCollectionRowJson), 200);
});

merchandisingApi.openapi(collectionAdd, async (c) => {
  const added = await addCollection(c.get('ctx'), c.get('actor'), c.req.valid('json'));
  return c.json(withETag(c, toCollectionJson(added)), 201);
});

merchandisingApi.openapi(collectionReorder, async (c) => {
  const { ids } = c.req.valid('json');
  await reorderCollections(c.get('ctx'), c.get('actor'), ids);
  return c.json({ ordered: ids.length }, 200);
});

merchandisingApi.openapi(collectionOne, async (c) => {
  const found = await getCollection(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toCollectionJson(found)), 200);
});

merchandisingApi.openapi(collectionEdit, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const edit = editCollection(c.get('ctx'), c.get('actor'), id, version, c.req.valid('json'));
  return c.json(withETag(c, toCollectionJson(await currentAs(toCollectionJson, edit))), 200);
});

merchandisingApi.openapi(collectionRemove, async (c) => {
  const { id } = c.req.valid('param');
  return c.json(await removeCollection(c.get('ctx'), c.get('actor'), id), 200);
});
