/** The calls by which staff list, read, edit and copy products in any status. */

import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '#shared/errors.ts';
import { idParam, imageFile, nextLink, pageQuery } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { currentAs, ifMatch, SEND_ETAG, versionOf, withETag } from '../api-version.ts';
import { imageText, productChanges } from './product-management.schema.ts';
import {
  addProductImage,
  duplicateProduct,
  editProduct,
  getStaffProduct,
  listStaffProducts,
} from './product-management.ts';
import { productStatuses } from './product-status.schema.ts';
import {
  staffProduct,
  staffProductRow,
  toStaffProductJson,
  toStaffProductRowJson,
} from './staff-product-json.ts';

const tags = ['Product management'];
const EDITING: ErrorCode[] = [
  'invalid_request',
  'not_found',
  'precondition_required',
  'edit_conflict',
];
const CHANGING: ErrorCode[] = [...EDITING, 'stock_reserved'];
const UPLOADING: ErrorCode[] = [
  ...EDITING,
  'malformed',
  'image_too_large',
  'unsupported_media_type',
  'not_an_image',
  'image_unreadable',
  'rate_limited',
  'unavailable',
];

const list = apiRoute({
  method: 'get',
  path: '/api/v1/products',
  tags,
  summary: 'Products of every status',
  description:
    'Newest first, with a `Link: rel="next"` header while there is more. `q` is the beginnings of words of the name and the brand, the beginning of an SKU, a barcode or the slug.',
  policy: 'admin',
  request: {
    query: pageQuery.extend({
      status: z.enum(productStatuses).optional(),
      category: z.string().max(80).optional(),
      q: z.string().trim().max(200).optional(),
    }),
  },
  returns: { status: 200, description: 'Products', schema: z.array(staffProductRow) },
  refusals: ['invalid_request'],
});

const one = apiRoute({
  method: 'get',
  path: '/api/v1/products/{id}',
  tags,
  summary: 'One product with everything that staff may see',
  description: 'In any status, by its id. The `ETag` is its version.',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 200, description: 'The product', schema: staffProduct },
  refusals: ['not_found', 'invalid_request'],
});

const edit = apiRoute({
  method: 'patch',
  path: '/api/v1/products/{id}',
  tags,
  summary: 'Edit a product',
  description: `What is absent stays as it is; all changes are made, or none. ${SEND_ETAG} \`images\` replaces the whole list. Variants are matched by \`_id\` or else by \`sku\`; one that matches none is added, with \`inventory\` as its opening stock. A variant is archived by \`archived: true\`. \`colors\` and \`options\` put colors and values of the third option in the order in which customers see them; sizes keep their natural order. Images follow a color that all its variants exchange for the same one. A slug that the product gives up redirects to it for good. A body has at most 2 MB.`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch,
    body: jsonBody(productChanges),
  },
  returns: { status: 200, description: 'The product as it is now', schema: staffProduct },
  refusals: CHANGING,
});

const addImage = apiRoute({
  method: 'post',
  path: '/api/v1/products/{id}/images',
  tags,
  summary: 'Upload an image and append it to those of a product',
  description: `The limits of \`POST /uploads\`. ${SEND_ETAG}`,
  policy: 'admin',
  request: {
    params: idParam,
    headers: ifMatch,
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            image: imageFile,
            alt: imageText.optional().openapi({
              description: "What the image shows; the product's name where it is absent.",
            }),
          }),
        },
      },
    },
  },
  returns: { status: 201, description: 'The product as it is now', schema: staffProduct },
  refusals: UPLOADING,
});

const duplicate = apiRoute({
  method: 'post',
  path: '/api/v1/products/{id}/duplicate',
  tags,
  summary: 'Copy a product as a draft',
  description:
    'The copy has a slug and SKUs of its own, no barcodes, no stock and no `seoTitle` and `seoDescription`.',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 201, description: 'The draft', schema: staffProduct },
  refusals: ['not_found', 'invalid_request'],
});

export const staffProductsApi = newRouter();

/** Products per page without a `limit`. */
const DEFAULT_LIMIT = 24;

staffProductsApi.openapi(list, async (c) => {
  const query = c.req.valid('query');
  const limit = query.limit ?? DEFAULT_LIMIT;
  const page = await listStaffProducts(c.get('ctx'), c.get('actor'), { ...query, limit });
  const next = nextLink(c.req.url, page);
  if (next) c.header('Link', next);
  return c.json(page.items.map(toStaffProductRowJson), 200);
});

staffProductsApi.openapi(one, async (c) => {
  const found = await getStaffProduct(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toStaffProductJson(found)), 200);
});

staffProductsApi.openapi(edit, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const edited = await currentAs(
    toStaffProductJson,
    editProduct(c.get('ctx'), c.get('actor'), id, version, c.req.valid('json')),
  );
  return c.json(withETag(c, toStaffProductJson(edited)), 200);
});

staffProductsApi.openapi(addImage, async (c) => {
  const { id } = c.req.valid('param');
  const version = versionOf(c.req.valid('header')['if-match']);
  const { image, alt = '' } = c.req.valid('form');
  const bytes = new Uint8Array(await image.arrayBuffer());
  const added = { bytes, alt, address: c.get('clientAddress') };
  const edited = await currentAs(
    toStaffProductJson,
    addProductImage(c.get('ctx'), c.get('actor'), id, version, added),
  );
  return c.json(withETag(c, toStaffProductJson(edited)), 201);
});

staffProductsApi.openapi(duplicate, async (c) => {
  const copy = await duplicateProduct(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.json(withETag(c, toStaffProductJson(copy)), 201);
});
