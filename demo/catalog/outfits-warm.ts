import type { Placed, TopArt } from '../art/spec.ts';

/** Flat-lay arrangements. `self` is the color of the chosen set. */

const coat: TopArt = {
  draw: 'top',
  sleeve: 'long',
  neck: 'lapel',
  front: 'double',
  pocket: 'welt',
  length: 1.42,
  pattern: { name: 'herringbone', color: 'tone' },
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
  { art: coat, color: 'Stone', x: 278, y: 392, scale: 0.62 },
  {
    art: { draw: 'trousers', cut: 'wide', detail: 'pleat' },
    color: 'Charcoal',
    x: 572,
    y: 652,
    scale: 0.5,
  },
  { art: rollNeck, color: 'self', x: 570, y: 258, scale: 0.48 },
  {
    art: { draw: 'shoe', kind: 'loafer', sole: 'Cocoa' },
    color: 'Brick',
    x: 270,
    y: 852,
    scale: 0.5,
  },
];

export const coastWeekend: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'straight', detail: 'jeans' },
    color: 'Denim',
    x: 578,
    y: 560,
    scale: 0.58,
  },
  {
    art: { draw: 'top', sleeve: 'long', neck: 'boat', pattern: { name: 'stripe', color: 'self' } },
    color: 'Chalk',
    x: 292,
    y: 318,
    scale: 0.58,
  },
  {
    art: { draw: 'shoe', kind: 'plimsoll', sole: 'Bone', trim: 'Navy' },
    color: 'self',
    x: 266,
    y: 766,
    scale: 0.54,
  },
  {
    art: { draw: 'gadget', kind: 'round-glasses' },
    color: 'Cocoa',
    x: 578,
    y: 156,
    scale: 0.36,
    rotate: -6,
  },
];

export const trailDay: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'tapered', detail: 'cargo' },
    color: 'Stone',
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
    color: 'self',
    x: 288,
    y: 322,
    scale: 0.58,
  },
  {
    art: { draw: 'shoe', kind: 'hiker', sole: 'Ink', trim: 'Butter' },
    color: 'Tan',
    x: 276,
    y: 768,
    scale: 0.52,
  },
];

export const commuter: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'tapered', detail: 'chino' },
    color: 'Ink',
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
    color: 'Bone',
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
    color: 'self',
    x: 282,
    y: 388,
    scale: 0.58,
  },
  {
    art: { draw: 'gadget', kind: 'headphones' },
    color: 'Clay',
    x: 282,
    y: 786,
    scale: 0.4,
    rotate: -8,
  },
];
