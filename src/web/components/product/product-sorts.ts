import type { ProductSort } from '#features/catalog/catalog.schema.ts';

/** What the orders of a product list are called. The usual one needs no word in the address. */
export const productSorts: Record<'' | Exclude<ProductSort, 'newest'>, string> = {
  '': 'Newest',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  name: 'Name',
};
