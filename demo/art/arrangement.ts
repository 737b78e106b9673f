import { type ColorName, palette } from '../catalog/palette.ts';
import { draw } from './draw.ts';
import type { Pen } from './pen.ts';
import { place } from './scene.ts';
import type { Placed, SingleArt, Tint } from './spec.ts';

/** In an arrangement `self` means the color of the whole set, also in trims and patterns. */
function dyed(art: SingleArt, set: ColorName): SingleArt {
  const named = (tint: Tint): Tint => (tint === 'self' ? set : tint);
  const copy = { ...art };
  if ('trim' in copy && copy.trim) copy.trim = named(copy.trim);
  if ('pattern' in copy && copy.pattern) {
    copy.pattern = { ...copy.pattern, color: named(copy.pattern.color) };
  }
  return copy;
}

export function arrangement(
  pen: Pen,
  items: readonly Placed[],
  set: ColorName,
  ground: ColorName,
): string {
  return items
    .map((item) => {
      const color = item.color === 'self' ? set : item.color;
      const art = item.color === 'self' ? item.art : dyed(item.art, set);
      return place(pen, draw(pen, art, palette[color]), item, palette[ground]);
    })
    .join('');
}
