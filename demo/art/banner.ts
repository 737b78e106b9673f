import { type ColourName, palette } from '../catalogue/palette.ts';
import { arrangement } from './arrangement.ts';
import { Pen } from './pen.ts';
import { ground, picture } from './scene.ts';
import type { Placed } from './spec.ts';

/** Tiles for the categories: the lower quarter stays free for a caption. */

interface Banner {
  ground: ColourName;
  items: readonly Placed[];
}

export const banners: Record<string, Banner> = {
  cloths: {
    ground: 'Clay',
    items: [
      {
        art: {
          draw: 'top',
          sleeve: 'long',
          neck: 'lapel',
          front: 'double',
          pocket: 'welt',
          length: 1.42,
          pattern: { name: 'herringbone', colour: 'tone' },
        },
        colour: 'Stone',
        x: 300,
        y: 400,
        scale: 0.68,
      },
      {
        art: {
          draw: 'top',
          fit: 'boxy',
          sleeve: 'long',
          neck: 'crew',
          hem: 'rib',
          cuff: 'rib',
          weave: 'cable',
        },
        colour: 'Rust',
        x: 528,
        y: 470,
        scale: 0.6,
      },
    ],
  },
  shoes: {
    ground: 'Sage',
    items: [
      {
        art: { draw: 'shoe', kind: 'chelsea', sole: 'Ink', trim: 'tone' },
        colour: 'Cocoa',
        x: 310,
        y: 290,
        scale: 0.68,
      },
      {
        art: { draw: 'shoe', kind: 'court', sole: 'Chalk', trim: 'Pine' },
        colour: 'Sage',
        x: 474,
        y: 570,
        scale: 0.74,
      },
    ],
  },
  gadget: {
    ground: 'Sand',
    items: [
      {
        art: { draw: 'gadget', kind: 'headphones' },
        colour: 'Bone',
        x: 318,
        y: 350,
        scale: 0.78,
        rotate: -8,
      },
      {
        art: { draw: 'gadget', kind: 'watch' },
        colour: 'Tan',
        x: 614,
        y: 430,
        scale: 0.62,
        rotate: 12,
      },
      {
        art: { draw: 'gadget', kind: 'round-glasses' },
        colour: 'Rust',
        x: 300,
        y: 690,
        scale: 0.5,
        rotate: -4,
      },
    ],
  },
  jersey: {
    ground: 'Sky',
    items: [
      {
        art: {
          draw: 'top',
          sleeve: 'short',
          neck: 'crew',
          cuff: 'trim',
          trim: 'Chalk',
          // Without a number: the jersey in front would cover half of it.
          pattern: { name: 'bars', colour: 'Sky' },
        },
        colour: 'Navy',
        x: 318,
        y: 320,
        scale: 0.68,
        rotate: -3,
      },
      {
        art: {
          draw: 'top',
          sleeve: 'short',
          neck: 'vee',
          cuff: 'trim',
          trim: 'Rust',
          pattern: { name: 'sash', colour: 'Rust' },
        },
        colour: 'Bone',
        x: 500,
        y: 498,
        scale: 0.66,
        rotate: 5,
      },
    ],
  },
};

export function bannerPicture({ ground: tint, items }: Banner): string {
  const pen = new Pen();
  const floor = ground(pen, 800, 1000, palette[tint]);
  return picture(800, 1000, pen, floor + arrangement(pen, items, 'Stone', tint));
}
