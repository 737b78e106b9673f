import { palette } from '../catalog/palette.ts';
import { shade } from './color.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import { chelsea, highTop, hiker, workBoot } from './shoe-boots.ts';
import { court, derby, plimsoll, slipOn } from './shoe-low.ts';
import type { Drawn, ShoePaint } from './shoe-parts.ts';
import { ballet, clog, heel, loafer, sandal, slide } from './shoe-slips.ts';
import { runner, trail } from './shoe-sport.ts';
import type { ShoeArt } from './spec.ts';
import { paintOf } from './tint.ts';

const lasts: Record<ShoeArt['kind'], (pen: Pen, paint: ShoePaint) => Drawn> = {
  court,
  runner,
  trail,
  'high-top': highTop,
  plimsoll,
  'slip-on': slipOn,
  chelsea,
  hiker,
  'work-boot': workBoot,
  derby,
  loafer,
  ballet,
  heel,
  sandal,
  slide,
  clog,
};

/** A pair: one shoe in front, the other a step behind it and a little in its shade. */
export function drawShoe(pen: Pen, art: ShoeArt, color: string): Piece {
  const paint = paintOf(color);
  const named = palette[art.sole ?? 'Chalk'];
  // A sole of the upper's own color is slightly darker, so that the two stay distinct.
  const sole = named === color ? shade(color, -0.05) : named;
  const drawn = lasts[art.kind](pen, {
    fill: color,
    sole,
    trim: paint(art.trim ?? 'tone'),
    paint,
  });
  const shadow =
    `<g filter="${pen.blur(16)}"><ellipse cx="330" cy="4" rx="316" ry="15" fill="#2a1f28" opacity="0.34"/></g>` +
    `<g filter="${pen.blur(30)}"><ellipse cx="372" cy="22" rx="340" ry="30" fill="#2a1f28" opacity="0.17"/></g>` +
    `<g filter="${pen.blur(4)}"><ellipse cx="316" cy="1" rx="290" ry="5" fill="#2a1f28" opacity="0.42"/></g>`;
  // The second shoe stands farther back, so it is higher in the image.
  const [dx, dy] = [78, -86];
  const far =
    `<g transform="translate(${dx} ${dy}) scale(0.95)">${shadow}` +
    `<g style="filter:brightness(0.93) saturate(0.94)">${drawn.markup}</g></g>`;
  return {
    markup: `${far}${shadow}${drawn.markup}`,
    box: { x: 0, y: -drawn.height * 0.95 + dy, width: 680, height: drawn.height * 0.95 - dy + 6 },
    stands: true,
  };
}
