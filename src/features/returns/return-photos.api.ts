/** The calls that add photos to returns and read them. */
import { z } from '@hono/zod-openapi';
import { idParam, imageFile } from '../api-fields.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { IMAGE_TYPES, MOST_OF_IMAGE } from '../images/images.schema.ts';
import { order, toOrderJson } from '../orders/order-json.ts';
import { getOrder } from '../orders/orders.ts';
import { addReturnPhoto, readReturnPhoto } from './returns.ts';

const add = apiRoute({
  method: 'post',
  path: '/api/v1/returns/{id}/photos',
  tags: ['Returns'],
  summary: 'Add a photo to an open return, for the owner of the order',
  description: `${IMAGE_TYPES} (its first frame), recognized by content; ${MOST_OF_IMAGE} and 40 megapixels at most. It is encoded again without any metadata, and only the owner of the order and admins see it. A return has at most three; the same file again is the same photo. It is removed with the account, when the return is withdrawn, and some time after the return ended. At most 20 an hour.`,
  policy: 'user',
  request: {
    params: idParam,
    body: {
      required: true,
      content: { 'multipart/form-data': { schema: z.object({ image: imageFile }) } },
    },
  },
  returns: { status: 201, description: 'The order as it stands now', schema: order },
  refusals: [
    'malformed',
    'image_too_large',
    'unsupported_media_type',
    'not_an_image',
    'invalid_request',
    'image_unreadable',
    'not_found',
    'return_state',
    'rate_limited',
    'unavailable',
  ],
});

const read = apiRoute({
  method: 'get',
  path: '/api/v1/return-photos/{id}',
  tags: ['Returns'],
  summary: 'The file of a photo of a return, for the owner of the order or an admin',
  policy: 'user',
  request: { params: idParam },
  returns: {
    status: 200,
    description: 'A WebP of at most 1,600 pixels on the longer side',
    schema: z.string().openapi({ format: 'binary' }),
    type: 'image/webp',
  },
  refusals: ['not_found'],
});

export const returnPhotosApi = newRouter();

returnPhotosApi.openapi(add, async (c) => {
  const { image: file } = c.req.valid('form');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { id } = c.req.valid('param');
  const orderId = await addReturnPhoto(c.get('ctx'), c.get('actor'), id, bytes);
  return c.json(toOrderJson(await getOrder(c.get('ctx'), c.get('actor'), orderId)), 201);
});

returnPhotosApi.openapi(read, async (c) => {
  const file = await readReturnPhoto(c.get('ctx'), c.get('actor'), c.req.valid('param').id);
  return c.body(new Uint8Array(file), 200, { 'Content-Type': 'image/webp' }) as never;
});
