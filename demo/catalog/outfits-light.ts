import type { Placed } from '../art/spec.ts';

/** Flat-lay arrangements. `self` is the color of the chosen set. */

export const linenDay: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'shorts', detail: 'drawstring' },
    color: 'Sand',
    x: 548,
    y: 632,
    scale: 0.64,
  },
  {
    art: {
      draw: 'top',
      sleeve: 'long',
      neck: 'shirt',
      front: 'buttons',
      hem: 'curved',
      cuff: 'shirt',
      pocket: 'chest',
    },
    color: 'self',
    x: 306,
    y: 338,
    scale: 0.6,
  },
  {
    art: { draw: 'shoe', kind: 'sandal', sole: 'Tan' },
    color: 'Cocoa',
    x: 254,
    y: 818,
    scale: 0.52,
  },
  { art: { draw: 'gadget', kind: 'watch' }, color: 'Tan', x: 646, y: 264, scale: 0.3, rotate: 10 },
];

export const studioDay: readonly Placed[] = [
  {
    art: { draw: 'top', sleeve: 'short', neck: 'crew' },
    color: 'Chalk',
    x: 566,
    y: 262,
    scale: 0.47,
  },
  {
    art: { draw: 'trousers', cut: 'straight', detail: 'chino' },
    color: 'Charcoal',
    x: 584,
    y: 664,
    scale: 0.52,
  },
  {
    art: {
      draw: 'top',
      fit: 'boxy',
      sleeve: 'long',
      neck: 'shirt',
      front: 'buttons',
      pocket: 'patch',
      length: 1.06,
    },
    color: 'self',
    x: 282,
    y: 370,
    scale: 0.58,
  },
  {
    art: { draw: 'shoe', kind: 'court', sole: 'Chalk', trim: 'Pine' },
    color: 'Bone',
    x: 276,
    y: 790,
    scale: 0.54,
  },
];

export const slowEvening: readonly Placed[] = [
  { art: { draw: 'dress', cut: 'slip' }, color: 'self', x: 276, y: 486, scale: 0.78 },
  {
    art: {
      draw: 'top',
      fit: 'loose',
      sleeve: 'long',
      neck: 'cardigan',
      front: 'buttons',
      hem: 'rib',
      cuff: 'rib',
    },
    color: 'Bone',
    x: 538,
    y: 356,
    scale: 0.54,
  },
  { art: { draw: 'shoe', kind: 'heel' }, color: 'Clay', x: 574, y: 758, scale: 0.5 },
];

export const matchDay: readonly Placed[] = [
  {
    art: { draw: 'trousers', cut: 'sport', trim: 'Bone' },
    color: 'self',
    x: 552,
    y: 588,
    scale: 0.58,
  },
  {
    art: {
      draw: 'top',
      sleeve: 'short',
      neck: 'vee',
      cuff: 'trim',
      trim: 'self',
      pattern: { name: 'sash', color: 'self' },
    },
    color: 'Bone',
    x: 304,
    y: 320,
    scale: 0.64,
  },
  {
    art: { draw: 'shoe', kind: 'runner', sole: 'Chalk', trim: 'self' },
    color: 'Charcoal',
    x: 278,
    y: 778,
    scale: 0.54,
  },
];
