import type { Art } from '../art/spec.ts';
import type { ColourName } from './palette.ts';

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
  /** A product without colours has one picture, drawn in `art.colour`. */
  colours?: readonly ColourName[];
  sizes?: readonly string[];
  addForSize?: Readonly<Record<string, number>>;
  addForColour?: Partial<Record<ColourName, number>>;
  /** `sold-out`: nothing left; `last`: one to three of each variant. */
  stock?: 'sold-out' | 'last';
  art: Art;
}
