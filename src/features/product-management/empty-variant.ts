import type { VariantFields } from './edit-product.store.ts';

/** The fields of a new variant before staff or a file give it any. */
export const EMPTY_VARIANT: Omit<VariantFields, 'id' | 'sku' | 'archived'> = {
  size: null,
  color: null,
  option: null,
  priceMinor: null,
  compareAtMinor: null,
  costMinor: null,
  weightGrams: null,
  barcode: null,
  lowStockAt: null,
  imageUrl: null,
};
