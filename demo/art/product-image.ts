import { type ColorName, palette } from '../catalog/palette.ts';
import type { Product } from '../catalog/types.ts';
import { arrangement } from './arrangement.ts';
import { draw } from './draw.ts';
import { Pen } from './pen.ts';
import { ground, image, place, scaleToFit } from './scene.ts';
import type { Art } from './spec.ts';

const [width, height] = [800, 1000];

/** Limits the scale of small products, so that they are not as large as a coat. */
const largest: Record<Art['draw'], number> = {
  top: 1.02,
  dress: 1,
  skirt: 1,
  trousers: 1,
  shoe: 1.04,
  gadget: 0.9,
  set: 1,
};

export function productImage(product: Product, color?: ColorName): string {
  const pen = new Pen();
  const { art } = product;
  const self: ColorName = color ?? ('color' in art && art.color ? art.color : 'Stone');
  const floor = ground(pen, width, height, palette[self]);
  if (art.draw === 'set') {
    return image(width, height, pen, floor + arrangement(pen, art.items, self, self));
  }
  const piece = draw(pen, art, palette[self]);
  const scale = Math.min(scaleToFit(piece, 664, 820), largest[art.draw]);
  const spot = { x: width / 2, y: height / 2, scale };
  return image(width, height, pen, floor + place(pen, piece, spot, palette[self]));
}
