import type { ColorName } from './palette.ts';
import type { Product } from './types.ts';

export interface Variant {
  sku: string;
  size?: string;
  color?: ColorName;
  price: number;
  quantity: number;
}

export function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** FNV-1a: the same SKU always gets the same stock, on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) {
    value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0;
  }
  // Similar SKUs differ in one letter, so this mixes the bits once more.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

function quantity(sku: string, stock: Product['stock'], alone: boolean): number {
  const seed = hash(sku);
  if (stock === 'sold-out') return 0;
  if (stock === 'last') return 1 + (seed % 3);
  // About one variant in nine is sold out, unless it is the only one; the others have 2 to 40
  // units.
  return seed % 9 === 0 && !alone ? 0 : 2 + ((seed >>> 8) % 39);
}

export function variantsOf(product: Product): Variant[] {
  const sizes = product.sizes ?? [undefined];
  const colors = product.colors ?? [undefined];
  const alone = sizes.length * colors.length === 1;
  return colors.flatMap((color) =>
    sizes.map((size) => {
      const parts = [product.sku, color, size?.replace('/', '')];
      const sku = parts.filter(Boolean).join('-').toUpperCase();
      return {
        sku,
        size,
        color,
        price:
          product.price +
          ((size && product.addForSize?.[size]) || 0) +
          ((color && product.addForColor?.[color]) || 0),
        quantity: quantity(sku, product.stock, alone),
      };
    }),
  );
}
