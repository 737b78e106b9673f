/** The calls that add and remove products, under the names of the specification. */
import { deletion, idParam } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { newProduct } from '../catalog/catalog.schema.ts';
import { product, toProductJson } from '../catalog/product-json.ts';
import { addProduct, removeProduct } from './product-management.ts';

const add = apiRoute({
  method: 'post',
  path: '/products',
  tags: ['Products'],
  summary: 'Add a product',
  policy: 'admin',
  request: { body: jsonBody(newProduct) },
  returns: { status: 201, description: 'The new product', schema: product },
  refusals: ['invalid_request'],
});

const remove = apiRoute({
  method: 'delete',
  path: '/products/{id}',
  tags: ['Products'],
  summary: 'Remove a product',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 200, description: 'How many were removed: 1, then 0', schema: deletion },
});

export const productManagementApi = newRouter();

productManagementApi.openapi(add, async (c) =>
  c.json(toProductJson(await addProduct(c.get('ctx'), c.get('actor'), c.req.valid('json'))), 201),
);

productManagementApi.openapi(remove, async (c) =>
  c.json(await removeProduct(c.get('ctx'), c.get('actor'), c.req.valid('param').id), 200),
);
