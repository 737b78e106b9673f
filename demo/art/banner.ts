import { type ColorName, palette } from '../catalog/palette.ts';
import { arrangement } from './arrangement.ts';
import { Pen } from './pen.ts';
import { ground, image } from './scene.ts';
import type { Placed } from './spec.ts';

/** Tiles for the categories: the lower quarter stays free for a caption. */

interface Banner {
  ground: ColorName;
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
          pattern: { name: 'herringbone', color: 'tone' },
        },
        color: 'Stone',
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
        color: 'Rust',
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
        color: 'Cocoa',
        x: 310,
        y: 290,
        scale: 0.68,
      },
      {
        art: { draw: 'shoe', kind: 'court', sole: 'Chalk', trim: 'Pine' },
        color: 'Sage',
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
        color: 'Bone',
        x: 318,
        y: 350,
        scale: 0.78,
        rotate: -8,
      },
      {
        art: { draw: 'gadget', kind: 'watch' },
        color: 'Tan',
        x: 614,
        y: 430,
        scale: 0.62,
        rotate: 12,
      },
      {
        art: { draw: 'gadget', kind: 'round-glasses' },
        color: 'Rust',
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
          pattern: { name: 'bars', color: 'Sky' },
        },
        color: 'Navy',
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
          pattern: { name: 'sash', color: 'Rust' },
        },
        color: 'Bone',
        x: 500,
        y: 498,
        scale: 0.66,
        rotate: 5,
      },
    ],
  },
};

export function bannerImage({ ground: tint, items }: Banner): string {
  const pen = new Pen();
  const floor = ground(pen, 800, 1000, palette[tint]);
  return image(800, 1000, pen, floor + arrangement(pen, items, 'Stone', tint));
}
