import { type ColourName, palette } from '../catalogue/palette.ts';
import type { Product } from '../catalogue/types.ts';
import { draw } from './draw.ts';
import { Pen } from './pen.ts';
import { fit, ground, picture, place } from './scene.ts';

const [width, height] = [800, 1000];

export function productPicture(product: Product, colour?: ColourName): string {
  const pen = new Pen();
  const { art } = product;
  const own = 'colour' in art && art.colour ? palette[art.colour] : '#888888';
  const self = colour ? palette[colour] : own;
  const floor = ground(pen, width, height, self);
  if (art.draw === 'set') throw new Error('set');
  const piece = draw(pen, art, self);
  const spot = { x: width / 2, y: height / 2, scale: Math.min(fit(piece, 664, 820), 1.04) };
  return picture(width, height, pen, floor + place(pen, piece, spot, self));
}
