import type { ColorName } from './palette.ts';
import type { Category, Product } from './types.ts';
import { slug } from './variants.ts';

const view: Record<Category, string> = {
  Cloths: 'front view',
  Shoes: 'side view',
  Gadget: 'front view',
  Jersey: 'front view',
  'Full Set': 'laid flat',
};

/** Name of an image without width and file ending. */
export function imageName(product: Product, color?: ColorName): string {
  return color ? `${product.handle}-${slug(color)}` : product.handle;
}

export function imagePath(product: Product, color?: ColorName): string {
  return `/pictures/${imageName(product, color)}-800.webp`;
}

export function imageAlt(product: Product, color?: ColorName): string {
  const named = color ? `${product.title} in ${color.toLowerCase()}` : product.title;
  return `${named}, ${view[product.type]}`;
}
