/** The image upload: the specification's call to the image host, served by the shop. */
import { z } from '@hono/zod-openapi';
import { imageFile } from '../api-fields.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { IMAGE_TYPES, MOST_OF_IMAGE } from './images.schema.ts';
import { uploadImage } from './images.ts';

const upload = apiRoute({
  method: 'post',
  path: '/uploads',
  tags: ['Images'],
  summary: 'Upload an image',
  description: `${IMAGE_TYPES} (its first frame), recognized by content; ${MOST_OF_IMAGE} and 40 megapixels at most. It is encoded again without any metadata. The returned address goes into \`img\` of a product or \`image\` of a profile; an image that nothing uses is removed after a day. Unused images are limited to 20 an hour for an address and 60 for an account.`,
  policy: 'public',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            image: imageFile,
          }),
        },
      },
    },
  },
  returns: {
    status: 201,
    description: 'Where the image is served, and how large it is there',
    schema: z
      .object({ url: z.string(), width: z.int(), height: z.int() })
      .openapi('UploadedPicture'),
  },
  refusals: [
    'malformed',
    'image_too_large',
    'unsupported_media_type',
    'not_an_image',
    'invalid_request',
    'image_unreadable',
    'rate_limited',
    'unavailable',
  ],
});

export const imagesApi = newRouter();

imagesApi.openapi(upload, async (c) => {
  const { image: file } = c.req.valid('form');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = await uploadImage(c.get('ctx'), c.get('actor'), c.get('clientAddress'), bytes);
  return c.json(image, 201);
});
