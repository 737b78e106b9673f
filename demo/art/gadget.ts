import { phone, powerBank, reader } from './gadget-hand.ts';
import type { GadgetPaint } from './gadget-parts.ts';
import { camera, lamp, roundGlasses, squareGlasses } from './gadget-sight.ts';
import { earbuds, headphones, radio, speaker } from './gadget-sound.ts';
import { band, smartWatch, watch } from './gadget-wrist.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import type { GadgetArt } from './spec.ts';
import { paintOf } from './tint.ts';

const kinds: Record<GadgetArt['kind'], (pen: Pen, paint: GadgetPaint) => Piece> = {
  watch,
  'smart-watch': smartWatch,
  headphones,
  camera,
  speaker,
  'round-glasses': roundGlasses,
  'square-glasses': squareGlasses,
  earbuds,
  phone,
  'power-bank': powerBank,
  reader,
  radio,
  band,
  lamp,
};

export function drawGadget(pen: Pen, art: GadgetArt, color: string): Piece {
  const paint = paintOf(color);
  return kinds[art.kind](pen, { fill: color, trim: paint(art.trim ?? 'tone'), paint });
}
