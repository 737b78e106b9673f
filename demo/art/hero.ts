import { type ColorName, palette } from '../catalog/palette.ts';
import { line } from './cloth.ts';
import { groundOf, shade } from './color.ts';
import { draw } from './draw.ts';
import { Pen } from './pen.ts';
import { ground, image, place } from './scene.ts';
import type { SingleArt } from './spec.ts';

/** The home page's wide image: a rail of garments; the left third stays empty for text. */

const [width, height] = [1600, 1000];
const [railY, floorY] = [132, 838];
const tint: ColorName = 'Sand';

interface Hung {
  art: SingleArt;
  color: ColorName;
  x: number;
  scale: number;
}

const rail: readonly Hung[] = [
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
    x: 1446,
    scale: 0.62,
  },
  {
    art: { draw: 'dress', cut: 'wrap', pattern: { name: 'sprig', color: 'Rose' } },
    color: 'Plum',
    x: 1256,
    scale: 0.6,
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
    color: 'Sky',
    x: 1090,
    scale: 0.6,
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
    color: 'Rust',
    x: 928,
    scale: 0.6,
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
    color: 'Bone',
    x: 776,
    scale: 0.6,
  },
];

function hanger(x: number): string {
  const hook = `M${x} ${railY + 62}L${x} ${railY + 22}C${x} ${railY + 8} ${x + 20} ${railY + 8} ${x + 20} ${railY - 6}C${x + 20} ${railY - 24} ${x - 14} ${railY - 24} ${x - 14} ${railY - 6}`;
  return (
    line(hook, { color: '#6a6560', width: 5.4, opacity: 1 }) +
    line(hook, { color: '#c9c5be', width: 2, opacity: 0.9 })
  );
}

function hung(pen: Pen, { art, color, x, scale }: Hung): string {
  const piece = draw(pen, art, palette[color]);
  const { box } = piece;
  // Every piece has its origin at the neck, which hangs at the same height below the rail.
  const spot = { x, y: railY + 66 + (box.y + box.height / 2) * scale, scale };
  return hanger(x) + place(pen, piece, spot, palette[tint]);
}

export function heroImage(): string {
  const pen = new Pen();
  const base = groundOf(palette[tint]);
  const floor = `<rect y="${floorY}" width="${width}" height="${height - floorY}" fill="${pen.linear(
    [
      [0, shade(base, -0.055)],
      [1, shade(base, -0.015)],
    ],
    [0, 0, 0, 1],
  )}"/>`;
  const edge = `<rect y="${floorY - 14}" width="${width}" height="14" fill="${pen.linear(
    [
      [0, shade(base, -0.04), 0],
      [1, shade(base, -0.1), 0.5],
    ],
    [0, 0, 0, 1],
  )}"/>`;
  const pole = (path: string, wide: number) =>
    line(path, { color: '#8a6a49', width: wide, opacity: 1 }) +
    `<g transform="translate(-1 -3)">${line(path, { color: '#cfa97c', width: wide * 0.36, opacity: 0.85 })}</g>`;
  const cord = (x: number) =>
    line(`M${x} -10L${x} ${railY - 4}`, { color: '#6f5a45', width: 4, opacity: 1 }) +
    line(
      `M${x - 6} ${railY - 9}L${x - 6} ${railY + 9}M${x} ${railY - 9}L${x} ${railY + 9}M${x + 6} ${railY - 9}L${x + 6} ${railY + 9}`,
      { color: '#6f5a45', width: 4, opacity: 1 },
    );
  const shoes = [
    {
      art: { draw: 'shoe', kind: 'chelsea', sole: 'Ink', trim: 'tone' },
      color: 'Cocoa',
      x: 812,
      y: 806,
      scale: 0.42,
    },
    {
      art: { draw: 'shoe', kind: 'court', sole: 'Chalk', trim: 'Pine' },
      color: 'Sage',
      x: 1090,
      y: 862,
      scale: 0.42,
    },
    {
      art: { draw: 'shoe', kind: 'loafer', sole: 'Cocoa' },
      color: 'Brick',
      x: 1390,
      y: 886,
      scale: 0.42,
    },
  ] as const;
  const content = [
    ground(pen, width, height, palette[tint]),
    edge,
    floor,
    `<g transform="translate(1060 0)"><g filter="${pen.blur(9)}"><rect x="-420" y="${railY + 22}" width="1320" height="14" fill="#2a1f28" opacity="0.2"/></g></g>`,
    pole(`M604 ${railY}L1640 ${railY}`, 15),
    cord(650) + cord(1550),
    rail.map((item) => hung(pen, item)).join(''),
    shoes
      .map((item) => place(pen, draw(pen, item.art, palette[item.color]), item, palette[tint]))
      .join(''),
  ].join('');
  return image(width, height, pen, content);
}
