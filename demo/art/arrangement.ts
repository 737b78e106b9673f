import { type ColourName, palette } from '../catalogue/palette.ts';
import { draw } from './draw.ts';
import type { Pen } from './pen.ts';
import { place } from './scene.ts';
import type { Placed, SingleArt, Tint } from './spec.ts';

/** In an arrangement `self` means the colour of the whole set, in trims and patterns too. */
function dyed(art: SingleArt, set: ColourName): SingleArt {
  const named = (tint: Tint): Tint => (tint === 'self' ? set : tint);
  const copy = { ...art };
  if ('trim' in copy && copy.trim) copy.trim = named(copy.trim);
  if ('pattern' in copy && copy.pattern) {
    copy.pattern = { ...copy.pattern, colour: named(copy.pattern.colour) };
  }
  return copy;
}

export function arrangement(
  pen: Pen,
  items: readonly Placed[],
  set: ColourName,
  ground: ColourName,
): string {
  return items
    .map((item) => {
      const colour = item.colour === 'self' ? set : item.colour;
      const art = item.colour === 'self' ? item.art : dyed(item.art, set);
      return place(pen, draw(pen, art, palette[colour]), item, palette[ground]);
    })
    .join('');
}
