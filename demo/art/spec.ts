import type { ColorName } from '../catalog/palette.ts';

/** What can be drawn. A product names its drawing by one of these. */

/** `self` is the color of the image, `tone` a slightly darker shade of it. */
export type Tint = ColorName | 'self' | 'tone';

type PatternName =
  | 'stripe'
  | 'pinstripe'
  | 'hoops'
  | 'bars'
  | 'check'
  | 'gingham'
  | 'dots'
  | 'herringbone'
  | 'block'
  | 'band'
  | 'sash'
  | 'halves'
  | 'quarters'
  | 'chevron'
  | 'yoke'
  | 'sprig';

export interface Pattern {
  name: PatternName;
  color: Tint;
  size?: number;
}

export interface TopArt {
  draw: 'top';
  fit?: 'slim' | 'regular' | 'boxy' | 'loose';
  sleeve: 'none' | 'cap' | 'short' | 'half' | 'long';
  neck:
    | 'crew'
    | 'vee'
    | 'scoop'
    | 'boat'
    | 'roll'
    | 'mock'
    | 'shirt'
    | 'band'
    | 'polo'
    | 'hood'
    | 'lapel'
    | 'cardigan';
  front?: 'buttons' | 'zip' | 'placket' | 'half-zip' | 'double';
  hem?: 'straight' | 'curved' | 'rib';
  cuff?: 'plain' | 'rib' | 'shirt' | 'trim';
  pocket?: 'chest' | 'two-chest' | 'kangaroo' | 'patch' | 'welt';
  weave?: 'rib' | 'cable' | 'quilt' | 'fleece' | 'mesh';
  length?: number;
  pattern?: Pattern;
  trim?: Tint;
  sleeves?: Tint;
  number?: string;
  numberColor?: Tint;
}

export interface DressArt {
  draw: 'dress';
  cut: 'wrap' | 'slip';
  pattern?: Pattern;
  trim?: Tint;
}

export interface SkirtArt {
  draw: 'skirt';
  cut: 'pleated' | 'a-line';
  pattern?: Pattern;
  trim?: Tint;
}

export interface TrousersArt {
  draw: 'trousers';
  cut: 'straight' | 'wide' | 'tapered' | 'shorts' | 'sport';
  detail?: 'jeans' | 'chino' | 'cargo' | 'pleat' | 'drawstring';
  pattern?: Pattern;
  trim?: Tint;
}

export interface ShoeArt {
  draw: 'shoe';
  kind:
    | 'court'
    | 'runner'
    | 'trail'
    | 'high-top'
    | 'plimsoll'
    | 'slip-on'
    | 'chelsea'
    | 'hiker'
    | 'work-boot'
    | 'derby'
    | 'loafer'
    | 'ballet'
    | 'heel'
    | 'sandal'
    | 'slide'
    | 'clog';
  sole?: ColorName;
  trim?: Tint;
}

export interface GadgetArt {
  draw: 'gadget';
  kind:
    | 'watch'
    | 'smart-watch'
    | 'headphones'
    | 'camera'
    | 'speaker'
    | 'round-glasses'
    | 'square-glasses'
    | 'earbuds'
    | 'phone'
    | 'power-bank'
    | 'reader'
    | 'radio'
    | 'band'
    | 'lamp';
  trim?: Tint;
  color?: ColorName;
}

export type SingleArt = TopArt | DressArt | SkirtArt | TrousersArt | ShoeArt | GadgetArt;

/** One object of an arrangement; `x` and `y` are its center on the 800 by 1000 canvas. */
export interface Placed {
  art: SingleArt;
  color: ColorName | 'self';
  x: number;
  y: number;
  scale: number;
  rotate?: number;
}

interface SetArt {
  draw: 'set';
  items: readonly Placed[];
}

export type Art = SingleArt | SetArt;
