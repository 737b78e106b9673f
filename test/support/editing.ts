import { expect } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { stock } from './goods.ts';
import type { Client, TestShop } from './shop.ts';

/** A product as the calls of staff return it. */
export interface Edited {
  _id: string;
  slug: string;
  name: string;
  status: string;
  version: number;
  formerSlugs: string[];
  images: { url: string; alt: string }[];
  variants: { _id: string; sku: string; archived: boolean; inventory: number; reserved: number }[];
  [field: string]: unknown;
}

/** A shop's calls for editing products, by an admin. */
export function editor(shop: TestShop, admin: Client) {
  const path = (id: string) => `/api/v1/products/${id}`;
  const patch = (id: string, version: number | string, changes: unknown, by = admin) =>
    by.request('PATCH', path(id), changes, { 'if-match': `"${version}"` });
  const read = async (id: string): Promise<Edited> => (await admin.get(path(id))).json();
  return {
    path,
    patch,
    read,
    /** Edits the current version; the response has to be 200. */
    async edit(id: string, changes: unknown): Promise<Edited> {
      const response = await patch(id, (await read(id)).version, changes);
      const body = await response.json();
      expect([response.status, body.detail]).toEqual([200, undefined]);
      return body;
    },
    /** The sentence of a refused edit of the current version, which has to change nothing. */
    async refused(id: string, changes: unknown): Promise<string> {
      const before = await read(id);
      const response = await patch(id, before.version, changes);
      const body = await response.json();
      expect([response.status, body.code]).toEqual([422, 'invalid_request']);
      expect(await read(id)).toEqual(before);
      return body.detail;
    },
    /** A coat in two sizes. */
    coat(name: string): Promise<ProductDetail> {
      const start = name.toUpperCase().replaceAll(' ', '-');
      const variants = ['S', 'M'].map((size) => ({ sku: `${start}-${size}`, size, inventory: 5 }));
      return stock(shop, { name, variants });
    },
    auditOf: async (id: string) =>
      (
        await shop.database.pool.query(
          'select actor, action, detail from audit_log where subject = $1 order by id',
          [id],
        )
      ).rows,
  };
}

/** A value for every field of a product that an edit may change. */
export const everyField = {
  name: 'Wool Coat "Oslo"',
  slug: 'wool-coat-oslo',
  category: 'Jersey',
  descriptions: 'Warm.\nHeavy.',
  gender: 'Men',
  brand: 'Nord',
  productType: 'Coats',
  material: 'Wool, 100 %',
  care: 'By hand',
  tags: ['winter', 'a "b" \\ {c},', 'NULL'],
  optionName: 'Length',
  seoTitle: 'Coat',
  seoDescription: 'A coat for the winter.',
  price: 129.9,
  compareAtPrice: 180,
  cost: 60.5,
  weight: 1_400,
  images: [
    { url: '/pictures/b-800.webp', alt: 'Back', focus: { x: 30, y: 0 }, color: 'Navy' },
    { url: '/pictures/a-800.webp', alt: '' },
  ],
};
/** A value for every field of a variant that an edit may change. */
export const everyFieldOfVariant = {
  sku: 'OSLO-XL',
  size: 'XL',
  color: 'Navy',
  option: 'Long',
  price: 140,
  compareAtPrice: 190,
  cost: 65,
  weight: 1_600,
  barcode: '4006381333931',
  lowStockAt: 3,
  img: '/pictures/a-800.webp',
};
