import { line } from './cloth.ts';
import { mix, shade } from './color.ts';
import { ellipse, type GadgetPaint, glass, metal, roundRect, solid } from './gadget-parts.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';

/** Flat things held in the hand. */

export function phone(pen: Pen, { fill }: GadgetPaint): Piece {
  const eye = (x: number, y: number) =>
    metal(pen, ellipse(x, y, 38, 38), '#6f7470') +
    glass(pen, ellipse(x, y, 31, 31), '#15171c', 0.35) +
    `<circle cx="${x}" cy="${y}" r="13" fill="#27344a"/><circle cx="${x - 7}" cy="${y - 8}" r="5" fill="#fff" opacity="0.6"/>`;
  const hills = 'M-40 150C40 60 120 120 190 50C230 20 270 40 290 20L290 420L-40 420Z';
  const screen = roundRect(18, -368, 322, 690, 44);
  const front =
    `<g transform="rotate(9 180 0) translate(66 40)">` +
    metal(pen, roundRect(4, -382, 350, 718, 56), '#7a7d7a') +
    glass(pen, roundRect(9, -377, 340, 708, 52), '#121317', 0.1) +
    `<g clip-path="${pen.clip(screen)}"><path d="${screen}" fill="${pen.linear(
      [
        [0, '#e9d9c2'],
        [0.55, '#d3a98c'],
        [1, '#8c6b68'],
      ],
      [0, 0, 0, 1],
    )}"/>` +
    `<circle cx="230" cy="-90" r="58" fill="#f7ead2" opacity="0.9"/><path d="${hills}" fill="#5f6f62"/><path d="${hills}" transform="translate(40 90)" fill="#3d4d46"/></g>` +
    '<circle cx="179" cy="-338" r="9" fill="#0c0c0f"/>' +
    line('M130 -250L228 -250', { color: '#fffaf0', width: 14, opacity: 0.85 }) +
    line('M148 -214L210 -214', { color: '#fffaf0', width: 6, opacity: 0.6 }) +
    '</g>';
  const back = [
    metal(pen, roundRect(-250, -404, 350, 718, 56), shade(fill, -0.12)),
    solid(pen, roundRect(-246, -400, 342, 710, 52), fill, 26),
    solid(pen, roundRect(-222, -376, 108, 196, 50), shade(fill, -0.03), 12),
    eye(-168, -324) + eye(-168, -234),
    '<circle cx="-88" cy="-344" r="11" fill="#f4ecd6" stroke="#00000030" stroke-width="2"/>',
    line('M-104 268L-46 268', { color: shade(fill, -0.16), width: 5, opacity: 0.7 }),
  ].join('');
  return {
    markup: `${front}<g transform="rotate(-6)">${back}</g>`,
    box: { x: -300, y: -420, width: 740, height: 830 },
  };
}

export function powerBank(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const lights = [0, 1, 2, 3]
    .map(
      (i) =>
        `<circle cx="${-60 + i * 40}" cy="-250" r="7" fill="${i < 3 ? '#f3ead2' : shade(fill, 0.1)}"/>`,
    )
    .join('');
  const cable =
    'M120 -330C120 -430 250 -440 262 -330C270 -220 262 -100 262 30C262 150 262 240 196 262';
  const markup = [
    line(cable, { color: shade(trim, -0.16), width: 17, opacity: 1 }),
    line(cable, { color: trim, width: 13, opacity: 1 }),
    line(cable, { color: shade(trim, 0.12), width: 3.4, opacity: 0.6 }),
    metal(pen, roundRect(104, -346, 32, 40, 6)),
    solid(pen, roundRect(-190, -310, 380, 640, 62), fill, 46),
    `<g clip-path="${pen.clip(roundRect(-190, -310, 380, 640, 62))}">${solid(pen, 'M-200 200L200 200L200 360L-200 360Z', trim, 20)}</g>`,
    line('M-190 200L190 200', {
      color: mix(shade(fill, -0.2), '#1a1420', 0.4),
      width: 2.4,
      opacity: 0.6,
    }),
    lights,
    line('M-130 -190L-130 120', { color: shade(fill, 0.16), width: 4, opacity: 0.3 }),
    solid(pen, roundRect(-26, 250, 52, 20, 10), shade(trim, -0.08), 6),
  ].join('');
  return { markup, box: { x: -194, y: -420, width: 466, height: 754 } };
}

export function reader(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const rows = Array.from({ length: 17 }, (_, i) => {
    const last = i === 5 || i === 11 || i === 16;
    const start = i === 6 || i === 12 || i === 0 ? 26 : 0;
    return line(
      `M${-182 + start} ${-190 + i * 27}L${last ? 40 + (i % 3) * 30 : 182} ${-190 + i * 27}`,
      { color: '#57514a', width: 6, opacity: 0.62 },
    );
  }).join('');
  const paper = pen.linear([
    [0, '#f4efe3'],
    [1, '#e2dac9'],
  ]);
  const key = (x: number, y: number) =>
    solid(pen, roundRect(x, y, 14, 120, 7), shade(fill, -0.05), 5);
  const markup = [
    solid(pen, roundRect(-262, -366, 524, 740, 42), fill, 30),
    `<path d="${roundRect(-222, -322, 444, 612, 8)}" fill="${paper}"/>`,
    `<path d="${roundRect(-222, -322, 444, 612, 8)}" fill="none" stroke="#1a1420" stroke-width="5" opacity="0.3"/>`,
    line('M-182 -268L40 -268', { color: '#2f2b29', width: 13, opacity: 0.85 }),
    line('M-182 -236L-60 -236', { color: '#2f2b29', width: 6, opacity: 0.5 }),
    rows,
    line('M-10 268L10 268', { color: '#57514a', width: 5, opacity: 0.6 }),
    key(-250, -130) + key(236, -130) + key(-250, 20) + key(236, 20),
    `<circle cx="0" cy="332" r="13" fill="none" stroke="${trim}" stroke-width="3" opacity="0.6"/>`,
  ].join('');
  return { markup, box: { x: -264, y: -368, width: 528, height: 744 } };
}
