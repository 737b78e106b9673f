import { drawDress } from './dress.ts';
import { drawGadget } from './gadget.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import { drawShoe } from './shoe.ts';
import { drawSkirt } from './skirt.ts';
import type { SingleArt } from './spec.ts';
import { drawTop } from './top.ts';
import { drawTrousers } from './trousers.ts';

export function draw(pen: Pen, art: SingleArt, color: string): Piece {
  switch (art.draw) {
    case 'top':
      return drawTop(pen, art, color);
    case 'trousers':
      return drawTrousers(pen, art, color);
    case 'skirt':
      return drawSkirt(pen, art, color);
    case 'dress':
      return drawDress(pen, art, color);
    case 'shoe':
      return drawShoe(pen, art, color);
    case 'gadget':
      return drawGadget(pen, art, color);
  }
}
