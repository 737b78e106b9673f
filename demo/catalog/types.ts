import type { Art } from '../art/spec.ts';
import type { ColorName } from './palette.ts';

export type Category = 'Cloths' | 'Shoes' | 'Gadget' | 'Jersey' | 'Full Set';

export interface Product {
  handle: string;
  title: string;
  /** Start of every SKU of this product, for example `TEE-ATLAS`. */
  sku: string;
  type: Category;
  gender: 'Men' | 'Women' | 'Unisex';
  price: number;
  description: string;
  tags: readonly string[];
  /** A product without colors has one image, drawn in `art.color`. */
  colors?: readonly ColorName[];
  sizes?: readonly string[];
  addForSize?: Readonly<Record<string, number>>;
  addForColor?: Partial<Record<ColorName, number>>;
  /** `sold-out`: no stock; `last`: one to three of each variant. */
  stock?: 'sold-out' | 'last';
  art: Art;
}
