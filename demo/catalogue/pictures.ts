import type { ColourName } from './palette.ts';
import type { Category, Product } from './types.ts';
import { slug } from './variants.ts';

const view: Record<Category, string> = {
  Cloths: 'front view',
  Shoes: 'side view',
  Gadget: 'front view',
  Jersey: 'front view',
  'Full Set': 'laid flat',
};

/** Name of a picture without width and file ending. */
export function pictureName(product: Product, colour?: ColourName): string {
  return colour ? `${product.handle}-${slug(colour)}` : product.handle;
}

export function picturePath(product: Product, colour?: ColourName): string {
  return `/pictures/${pictureName(product, colour)}-800.webp`;
}

export function pictureAlt(product: Product, colour?: ColourName): string {
  const named = colour ? `${product.title} in ${colour.toLowerCase()}` : product.title;
  return `${named}, ${view[product.type]}`;
}
