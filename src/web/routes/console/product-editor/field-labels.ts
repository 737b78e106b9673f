import type { Column, FieldName } from './draft.ts';
import type { RowPart } from './merge.ts';

export const fieldLabels: Record<FieldName | 'images' | 'related', string> = {
  name: 'Name',
  descriptions: 'Details',
  descriptionHtml: 'Formatting of the details',
  status: 'Status',
  publishAt: 'Publish at',
  category: 'Category',
  productType: 'Type',
  brand: 'Brand',
  gender: 'Gender',
  tags: 'Tags',
  optionName: 'Another option',
  price: 'Price',
  compareAtPrice: 'Compare-at',
  cost: 'Cost',
  weight: 'Weight in grams',
  material: 'Material',
  care: 'Care',
  slug: 'Address',
  seoTitle: 'Search title',
  seoDescription: 'Search description',
  images: 'Images',
  related: 'Related products',
};

export const columnLabels: Record<Column, string> = {
  price: 'Price',
  compareAtPrice: 'Compare-at',
  cost: 'Cost',
  onHand: 'On hand',
  available: 'Available',
  lowStockAt: 'Low stock at',
  sku: 'SKU',
  barcode: 'Barcode',
  weight: 'Weight (g)',
  image: 'Image',
};

export const rowPartLabels: Record<RowPart | 'added', string> = {
  ...columnLabels,
  added: 'Variant',
  size: 'Size',
  color: 'Colour',
  option: 'Value of the third option',
  archived: 'Variant',
};
