import type { Placed, TopArt } from '../art/spec.ts';

/** Flat-lay arrangements. `self` takes the colour of the set that is bought. */

const coat: TopArt = {
  draw: 'top',
  sleeve: 'long',
  neck: 'lapel',
  front: 'double',
  pocket: 'welt',
  length: 1.42,
  pattern: { name: 'herringbone', colour: 'tone' },
};
const rollNeck: TopArt = {
  draw: 'top',
  fit: 'slim',
  sleeve: 'long',
  neck: 'roll',
  hem: 'rib',
  cuff: 'rib',
  weave: 'rib',
};

export const cityLayers: readonly Placed[] = [
  { art: coat, colour: 'Stone', x: 278, y: 392, scale: 0.62 },
  {
    art: { draw: 'trousers', cut: 'wide', detail: 'pleat' },
    colour: 'Charcoal',
    x: 572,
    y: 652,
    scale: 0.5,
  },
  { art: rollNeck, colour: 'self', x: 570, y: 258, scale: 0.48 },
  {
    art: { draw: 'shoe', kind: 'loafer', sole: 'Cocoa' },
    colour: 'Brick',
    x: 270,
    y: 852,
    scale: 0.5,
  },
];

export const coastWeekend: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'straight', detail: 'jeans' },
    colour: 'Denim',
    x: 578,
    y: 560,
    scale: 0.58,
  },
  {
    art: { draw: 'top', sleeve: 'long', neck: 'boat', pattern: { name: 'stripe', colour: 'self' } },
    colour: 'Chalk',
    x: 292,
    y: 318,
    scale: 0.58,
  },
  {
    art: { draw: 'shoe', kind: 'plimsoll', sole: 'Bone', trim: 'Navy' },
    colour: 'self',
    x: 266,
    y: 766,
    scale: 0.54,
  },
  {
    art: { draw: 'gadget', kind: 'round-glasses' },
    colour: 'Cocoa',
    x: 578,
    y: 156,
    scale: 0.36,
    rotate: -6,
  },
];

export const trailDay: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'tapered', detail: 'cargo' },
    colour: 'Stone',
    x: 590,
    y: 540,
    scale: 0.62,
  },
  {
    art: {
      draw: 'top',
      fit: 'boxy',
      sleeve: 'long',
      neck: 'mock',
      front: 'half-zip',
      hem: 'rib',
      cuff: 'rib',
      pocket: 'chest',
      weave: 'fleece',
    },
    colour: 'self',
    x: 288,
    y: 322,
    scale: 0.58,
  },
  {
    art: { draw: 'shoe', kind: 'hiker', sole: 'Ink', trim: 'Butter' },
    colour: 'Tan',
    x: 276,
    y: 768,
    scale: 0.52,
  },
];

export const commuter: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'tapered', detail: 'chino' },
    colour: 'Ink',
    x: 582,
    y: 672,
    scale: 0.5,
  },
  {
    art: {
      draw: 'top',
      fit: 'boxy',
      sleeve: 'long',
      neck: 'hood',
      hem: 'rib',
      cuff: 'rib',
      pocket: 'kangaroo',
    },
    colour: 'Bone',
    x: 554,
    y: 278,
    scale: 0.5,
  },
  {
    art: {
      draw: 'top',
      fit: 'boxy',
      sleeve: 'long',
      neck: 'mock',
      front: 'zip',
      hem: 'rib',
      cuff: 'rib',
      pocket: 'welt',
    },
    colour: 'self',
    x: 282,
    y: 388,
    scale: 0.58,
  },
  {
    art: { draw: 'gadget', kind: 'headphones' },
    colour: 'Clay',
    x: 282,
    y: 786,
    scale: 0.4,
    rotate: -8,
  },
];
