/** The catalogue's calls, as the specification names them. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import { deletion, idParam, nextLink, pageQuery } from '../api-fields.ts';
import { streamJsonArray } from '../api-json-stream.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import { newProduct, type ProductDetail } from './catalog.schema.ts';
import { addProduct, getProduct, listProducts, removeProduct, streamProducts } from './catalog.ts';

const image = z.object({ url: z.string(), alt: z.string() });

const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    category: z.string(),
    price: z.number().openapi({ description: 'In `currency`; the lowest of its variants.' }),
    descriptions: z.string(),
    gender: z.string(),
    img: z.string().nullable(),
    stock: z.boolean().openapi({
      description: "True: 'Not In Stock', no variant can be bought. False: 'In Stock'.",
    }),
    slug: z.string(),
    currency: z.string(),
    inventory: z.int().openapi({ description: 'Units of all variants that can be sold now.' }),
    images: z.array(image),
    variants: z.array(
      z.object({
        _id: z.string(),
        sku: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        price: z.number(),
        inventory: z.int(),
        img: z.string().nullable(),
      }),
    ),
  })
  .openapi('Product');

const list = apiRoute({
  method: 'get',
  path: '/products',
  tags: ['Products'],
  summary: 'Every listed product, or a page of them',
  description:
    'Without parameters all products, as one array. With any of them a page, newest first, with a `Link: rel="next"` header while there is more.',
  policy: 'public',
  request: {
    query: pageQuery.extend({
      category: z.string().max(80).optional(),
      q: z.string().trim().max(200).optional(),
    }),
  },
  returns: { status: 200, description: 'Products', schema: z.array(product) },
  refusals: ['invalid_request'],
});

const one = apiRoute({
  method: 'get',
  path: '/products/{id}',
  tags: ['Products'],
  summary: 'One product, by its id or its slug',
  policy: 'public',
  request: { params: idParam },
  returns: { status: 200, description: 'The product', schema: product },
  refusals: ['not_found', 'invalid_request'],
});

const add = apiRoute({
  method: 'post',
  path: '/products',
  tags: ['Products'],
  summary: 'Put a product on sale',
  policy: 'admin',
  request: { body: { required: true, content: { 'application/json': { schema: newProduct } } } },
  returns: { status: 201, description: 'The new product', schema: product },
  refusals: ['invalid_request'],
});

const remove = apiRoute({
  method: 'delete',
  path: '/products/{id}',
  tags: ['Products'],
  summary: 'Take a product out of the shop',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, then 0', schema: deletion },
});

export const catalogApi = newRouter();

/** Products of a page when no `limit` is given. */
const DEFAULT_LIMIT = 24;

catalogApi.openapi(list, async (c) => {
  const query = c.req.valid('query');
  const ctx = c.get('ctx');
  if (Object.values(query).some((value) => value !== undefined)) {
    const page = await listProducts(ctx, { ...query, limit: query.limit ?? DEFAULT_LIMIT });
    const next = nextLink(c.req.url, page);
    if (next) c.header('Link', next);
    return c.json(page.items.map(toJson), 200);
  }
  const all = await streamJsonArray(streamProducts(ctx), toJson);
  const response = c.body(all, 200, { 'Content-Type': 'application/json' });
  return response as unknown as ReturnType<typeof c.json<ProductJson[], 200>>;
});

catalogApi.openapi(one, async (c) =>
  c.json(toJson(await getProduct(c.get('ctx'), c.req.valid('param').id)), 200),
);

catalogApi.openapi(add, async (c) =>
  c.json(toJson(await addProduct(c.get('ctx'), c.get('actor'), c.req.valid('json'))), 201),
);

catalogApi.openapi(remove, async (c) =>
  c.json(await removeProduct(c.get('ctx'), c.get('actor'), c.req.valid('param').id), 200),
);

type ProductJson = z.infer<typeof product>;

function toJson(detail: ProductDetail): ProductJson {
  return {
    _id: detail.id,
    name: detail.name,
    category: detail.category,
    price: toDecimal(detail.priceMinor),
    descriptions: detail.descriptions,
    gender: detail.gender,
    img: detail.image?.url ?? null,
    stock: detail.soldOut,
    slug: detail.slug,
    currency: detail.currency,
    inventory: detail.variants.reduce((sum, { inventory }) => sum + inventory, 0),
    images: detail.images,
    variants: detail.variants.map((variant) => ({
      _id: variant.id,
      sku: variant.sku,
      size: variant.size,
      color: variant.color,
      price: toDecimal(variant.priceMinor),
      inventory: variant.inventory,
      img: variant.imageUrl,
    })),
  };
}
