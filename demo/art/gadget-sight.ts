import { cloth, line } from './cloth.ts';
import { mix, shade } from './color.ts';
import {
  ellipse,
  floorShadow,
  type GadgetPaint,
  glass,
  metal,
  roundRect,
  solid,
} from './gadget-parts.ts';
import { d, mirror } from './path.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';

/** Optical devices, and a lamp. */

export function camera(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const grain = pen.define(
    'pattern',
    'width="7" height="7" patternUnits="userSpaceOnUse"',
    `<circle cx="2" cy="2" r="1.3" fill="${shade(trim, 0.1)}" opacity="0.7"/><circle cx="5.4" cy="5.4" r="1.3" fill="${shade(trim, -0.12)}" opacity="0.8"/>`,
  );
  const rings: readonly (readonly [number, string])[] = [
    [156, '#b9b8b5'],
    [138, '#3a393c'],
    [122, '#242327'],
    [98, '#36353a'],
    [84, '#1b1a1f'],
  ];
  const knurl = (x: number, w: number) =>
    Array.from({ length: Math.floor(w / 7) }, (_, i) =>
      line(`M${x + 4 + i * 7} -258L${x + 4 + i * 7} -224`, {
        color: '#4c4a4a',
        width: 1.8,
        opacity: 0.6,
      }),
    ).join('');
  const lens = pen.radial(
    [
      [0, '#5d6f86'],
      [0.3, '#2c3444'],
      [0.7, '#15171f'],
      [1, '#0b0b10'],
    ],
    [0.4, 0.36, 0.68],
  );
  const markup = [
    floorShadow(pen, 0, 192, 300),
    metal(pen, roundRect(-262, -262, 96, 54, 10)) + knurl(-262, 96),
    metal(pen, roundRect(150, -256, 116, 46, 10)) + knurl(150, 116),
    metal(pen, roundRect(-130, -238, 56, 30, 8)),
    solid(
      pen,
      'M-60 -214C-54 -256 -40 -268 -18 -268L84 -268C106 -268 120 -256 126 -214Z',
      fill,
      18,
    ),
    solid(pen, roundRect(-320, -216, 640, 408, 50), fill, 40),
    cloth(pen, 'M-320 -120L320 -120L320 110L-320 110Z', {
      fill: trim,
      overlays: [`url(#${grain})`],
      volume: 22,
      crease: 0,
    }),
    line('M-320 -120L320 -120', { color: '#f5f3ee', width: 2, opacity: 0.5 }),
    line('M-320 110L320 110', { color: '#1a1420', width: 2, opacity: 0.4 }),
    glass(pen, roundRect(-4, -250, 78, 34, 8), '#20242c', 0.4),
    glass(pen, ellipse(-214, -170, 22, 22), '#2a2d34', 0.4),
    `<circle cx="12" cy="18" r="160" fill="#1a1420" opacity="0.34" filter="${pen.blur(12)}"/>`,
    rings.map(([r, color]) => metal(pen, ellipse(0, 0, r, r), color)).join(''),
    `<circle r="70" fill="${lens}"/>`,
    '<ellipse cx="-22" cy="-26" rx="20" ry="14" transform="rotate(-40 -22 -26)" fill="#fff" opacity="0.55"/>',
    '<circle cx="24" cy="28" r="7" fill="#b4a3d8" opacity="0.45"/>',
    Array.from(
      { length: 48 },
      (_, i) =>
        `<path transform="rotate(${i * 7.5})" d="M0 -136L0 -124" stroke="#6b6a6d" stroke-width="2.4"/>`,
    ).join(''),
    '<circle cx="262" cy="-166" r="9" fill="#a8442f"/>',
  ].join('');
  return { markup, box: { x: -324, y: -270, width: 648, height: 470 }, stands: true };
}

interface Frame {
  rim: string;
  lens: string;
  bridge: string;
}

function glasses(pen: Pen, fill: string, { rim, lens, bridge }: Frame, tint: string): Piece {
  const temple =
    'M286 -70C300 -76 312 -70 312 -52C306 20 250 92 120 116C40 130 -60 120 -120 96C-136 88 -132 70 -114 74C-40 98 60 100 126 84C220 60 270 8 284 -40Z';
  const hinge = roundRect(268, -82, 46, 42, 12);
  const shading = pen.linear(
    [
      [0, shade(tint, -0.16), 0.94],
      [0.55, tint, 0.82],
      [1, shade(tint, 0.16), 0.66],
    ],
    [0, 0, 0, 1],
  );
  const gleam = pen.linear(
    [
      [0, '#fff', 0.34],
      [0.36, '#fff', 0.06],
      [0.37, '#fff', 0],
    ],
    [0, 0, 1, 1],
  );
  const eye = (flip: (path: string) => string) =>
    `<path d="${flip(lens)}" fill="${shading}"/><path d="${flip(lens)}" fill="${gleam}"/>` +
    line(flip(rim), { color: mix(shade(fill, -0.2), '#1a1420', 0.3), width: 31, opacity: 1 }) +
    line(flip(rim), { color: fill, width: 27, opacity: 1 }) +
    `<g transform="translate(-3 -4)">${line(flip(rim), { color: shade(fill, 0.16), width: 7, opacity: 0.5 })}</g>` +
    `<g transform="translate(4 5)">${line(flip(rim), { color: shade(fill, -0.12), width: 8, opacity: 0.5 })}</g>`;
  const marks = `<circle cx="282" cy="-66" r="3.6" fill="#d8cfc0"/><circle cx="296" cy="-66" r="3.6" fill="#d8cfc0"/>`;
  const markup = [
    solid(pen, mirror(temple), shade(fill, -0.05), 12),
    solid(pen, temple, shade(fill, -0.03), 12),
    eye((path) => path) + eye(mirror),
    solid(pen, hinge, fill, 12) + solid(pen, mirror(hinge), fill, 12),
    line(bridge, { color: mix(shade(fill, -0.2), '#1a1420', 0.3), width: 29, opacity: 1 }),
    line(bridge, { color: fill, width: 25, opacity: 1 }),
    `<g transform="translate(-1 -5)">${line(bridge, { color: shade(fill, 0.16), width: 6, opacity: 0.5 })}</g>`,
    marks + mirrorMarks(marks),
  ].join('');
  return { markup, box: { x: -316, y: -140, width: 632, height: 300 } };
}

function mirrorMarks(markup: string): string {
  return `<g transform="scale(-1 1)">${markup}</g>`;
}

export function roundGlasses(pen: Pen, { fill }: GadgetPaint): Piece {
  const rim = ellipse(158, 0, 122, 120);
  return glasses(
    pen,
    fill,
    { rim, lens: ellipse(158, 0, 116, 114), bridge: 'M-44 -26C-22 -52 22 -52 44 -26' },
    '#4c4640',
  );
}

export function squareGlasses(pen: Pen, { fill }: GadgetPaint): Piece {
  const rim = d`M${60} ${-92}C${130} ${-106} ${220} ${-106} ${276} ${-92}C${290} ${-60} ${284} ${30} ${262} ${76}C${236} ${110} ${112} ${112} ${78} ${82}C${48} ${40} ${42} ${-50} ${60} ${-92}Z`;
  return glasses(
    pen,
    fill,
    { rim, lens: rim, bridge: 'M-52 -58C-24 -76 24 -76 52 -58' },
    '#6b4d38',
  );
}

export function lamp(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const shadeShape =
    'M-96 -560C-60 -574 60 -574 96 -560C150 -500 214 -420 236 -350C170 -324 -170 -324 -236 -350C-214 -420 -150 -500 -96 -560Z';
  const under = 'M-236 -350C-170 -324 170 -324 236 -350C200 -304 -200 -304 -236 -350Z';
  const glow = pen.radial([
    [0, '#fff3cf', 0.75],
    [0.5, '#ffe9b8', 0.25],
    [1, '#ffe9b8', 0],
  ]);
  const foot =
    'M-150 -22C-140 -40 -60 -48 0 -48C60 -48 140 -40 150 -22L152 -4C110 14 -110 14 -152 -4Z';
  const markup = [
    floorShadow(pen, 0, 2, 156),
    `<ellipse cx="0" cy="-150" rx="330" ry="230" fill="${glow}"/>`,
    metal(pen, roundRect(-11, -360, 22, 330, 8), '#b9a88c'),
    `<path d="${under}" fill="#fff2cd"/><path d="${under}" fill="${pen.linear(
      [
        [0, '#e2b878', 0.7],
        [0.5, '#fff6dd', 0],
        [1, '#e2b878', 0.7],
      ],
      [0, 0, 1, 0],
    )}"/>`,
    solid(pen, shadeShape, fill, 60),
    solid(pen, ellipse(0, -562, 96, 13), shade(fill, 0.04), 8),
    metal(pen, roundRect(-16, -592, 32, 30, 8), '#b9a88c'),
    solid(pen, foot, trim, 22),
    `<circle cx="0" cy="-36" r="10" fill="${shade(trim, -0.16)}"/>`,
  ].join('');
  return { markup, box: { x: -240, y: -594, width: 480, height: 606 }, stands: true };
}
