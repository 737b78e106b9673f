import { line, stitch } from './cloth.ts';
import { isLight, mix, shade } from './color.ts';
import { ellipse, type GadgetPaint, glass, metal, roundRect, solid } from './gadget-parts.ts';
import { d } from './path.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';

/** Things worn on the wrist, laid flat with the strap open. */

function straps(pen: Pen, fill: string, width: number, gap: number, sewn: boolean): string {
  const w = width / 2;
  const upper = d`M${-w} ${-gap}C${-w + 2} ${-gap - 90} ${-w + 14} ${-gap - 180} ${-w + 18} ${-gap - 262}C${-w + 20} ${-gap - 284} ${w - 20} ${-gap - 284} ${w - 18} ${-gap - 262}C${w - 14} ${-gap - 180} ${w - 2} ${-gap - 90} ${w} ${-gap}Z`;
  const lower = d`M${-w} ${gap}C${-w + 2} ${gap + 110} ${-w + 14} ${gap + 240} ${-w + 20} ${gap + 324}C${-w + 26} ${gap + 372} ${w - 26} ${gap + 372} ${w - 20} ${gap + 324}C${w - 14} ${gap + 240} ${w - 2} ${gap + 110} ${w} ${gap}Z`;
  const slots = Array.from(
    { length: 6 },
    (_, i) =>
      `<ellipse cx="0" cy="${gap + 170 + i * 28}" rx="5" ry="6" fill="${mix(shade(fill, -0.2), '#1a1420', 0.5)}"/>`,
  ).join('');
  const seams = sewn
    ? stitch(
        d`M${-w + 10} ${-gap - 20}C${-w + 12} ${-gap - 100} ${-w + 24} ${-gap - 180} ${-w + 27} ${-gap - 256}M${w - 10} ${-gap - 20}C${w - 12} ${-gap - 100} ${w - 24} ${-gap - 180} ${w - 27} ${-gap - 256}M${-w + 10} ${gap + 20}C${-w + 12} ${gap + 120} ${-w + 24} ${gap + 240} ${-w + 30} ${gap + 322}M${w - 10} ${gap + 20}C${w - 12} ${gap + 120} ${w - 24} ${gap + 240} ${w - 30} ${gap + 322}`,
        fill,
      )
    : '';
  const frame = roundRect(-w + 6, -gap - 306, width - 12, 46, 12);
  const keeper = roundRect(-w + 10, -gap - 230, width - 20, 24, 6);
  return (
    solid(pen, upper, fill, 26) +
    solid(pen, lower, fill, 26) +
    seams +
    slots +
    solid(pen, keeper, shade(fill, -0.04), 8) +
    line(frame, { color: '#5d5a58', width: 13, opacity: 1 }) +
    line(frame, { color: '#cfcdc8', width: 9, opacity: 1 }) +
    line(d`M0 ${-gap - 304}L0 ${-gap - 252}`, { color: '#bdbab5', width: 7, opacity: 1 })
  );
}

export function watch(pen: Pen, { fill }: GadgetPaint): Piece {
  const lug = (x: number, y: number) => metal(pen, roundRect(x - 15, y - 26, 30, 60, 12));
  const ticks = Array.from({ length: 60 }, (_, i) => {
    const hour = i % 5 === 0;
    const angle = (i * 6 * Math.PI) / 180;
    const at = (r: number) =>
      `${(Math.sin(angle) * r).toFixed(1)} ${(-Math.cos(angle) * r).toFixed(1)}`;
    return line(`M${at(hour ? 96 : 111)}L${at(117)}`, {
      color: hour ? '#3b3634' : '#8c857c',
      width: hour ? 5.4 : 1.6,
      opacity: 0.95,
    });
  }).join('');
  const hand = (angle: number, length: number, width: number, color: string) =>
    `<g transform="rotate(${angle})">${line(`M2.5 14L2.5 ${-length + 3}`, { color: '#1a1420', width, opacity: 0.18 })}${line(`M0 18L0 ${-length}`, { color, width, opacity: 1 })}</g>`;
  const dial = pen.radial([
    [0, '#faf6ee'],
    [0.7, '#f1ebdf'],
    [1, '#dcd3c3'],
  ]);
  const markup = [
    straps(pen, fill, 118, 118, true),
    lug(-58, -132) + lug(58, -132) + lug(-58, 124) + lug(58, 124),
    metal(pen, roundRect(146, -19, 32, 38, 8)),
    metal(pen, ellipse(0, 0, 154, 154)),
    metal(pen, ellipse(0, 0, 141, 141), '#a9a7a3'),
    `<circle r="131" fill="${dial}"/>`,
    ticks,
    `<circle cy="56" r="30" fill="#e6decf" stroke="#b3a999" stroke-width="1.4"/>`,
    `<g transform="translate(0 56)">${line('M0 4L-12 -16', { color: '#3b3634', width: 2, opacity: 1 })}<circle r="2.6" fill="#3b3634"/></g>`,
    hand(-58, 66, 8.5, '#2f2b2c'),
    hand(52, 96, 6.4, '#2f2b2c'),
    '<circle r="8" fill="#2f2b2c"/><circle r="3" fill="#cfcac2"/>',
    `<circle r="131" fill="none" stroke="#1a1420" stroke-width="9" opacity="0.14" filter="${pen.blur(5)}"/>`,
    `<path d="M-118 -40C-100 -96 -50 -122 6 -124C-40 -96 -80 -50 -96 14C-112 0 -118 -20 -118 -40Z" fill="#fff" opacity="0.26"/>`,
  ].join('');
  return { markup, box: { x: -170, y: -430, width: 340, height: 910 } };
}

function bars(values: readonly number[], x: number, y: number, color: string): string {
  return values
    .map(
      (value, i) =>
        `<rect x="${x + i * 20}" y="${y - value}" width="11" height="${value}" rx="5.5" fill="${color}" opacity="${0.55 + (i % 3) * 0.2}"/>`,
    )
    .join('');
}

export function smartWatch(pen: Pen, { fill }: GadgetPaint): Piece {
  const accent = isLight(fill) ? fill : shade(fill, 0.22);
  const ring = (r: number, share: number, color: string) =>
    `<circle r="${r}" fill="none" stroke="#ffffff" stroke-width="13" opacity="0.1"/>` +
    `<circle r="${r}" fill="none" stroke="${color}" stroke-width="13" stroke-linecap="round" stroke-dasharray="${2 * Math.PI * r * share} 999" transform="rotate(-90)"/>`;
  const markup = [
    straps(pen, fill, 150, 140, false),
    metal(pen, roundRect(138, -46, 22, 66, 8)),
    metal(pen, roundRect(-144, -170, 288, 340, 78), '#8f8e8d'),
    `<path d="${roundRect(-136, -162, 272, 324, 72)}" fill="#2b2b2e"/>`,
    glass(pen, roundRect(-126, -152, 252, 304, 64), '#121317', 0.16),
    `<g transform="translate(0 -36)">${ring(74, 0.74, accent)}${ring(54, 0.52, '#e9dcc0')}</g>`,
    `<g transform="translate(0 -36)">${line('M0 0L0 -30M0 0L20 12', { color: '#f4efe6', width: 6, opacity: 1 })}</g>`,
    bars([22, 38, 30, 52, 44, 60, 34, 26, 46], -84, 122, accent),
  ].join('');
  return { markup, box: { x: -160, y: -446, width: 320, height: 950 } };
}

export function band(pen: Pen, { fill }: GadgetPaint): Piece {
  const accent = isLight(fill) ? fill : shade(fill, 0.3);
  const markup = [
    straps(pen, fill, 104, 150, false),
    solid(pen, roundRect(-60, -182, 120, 364, 58), shade(fill, -0.05), 22),
    glass(pen, roundRect(-45, -162, 90, 324, 44), '#131418', 0.18),
    `<g transform="translate(0 -64)"><circle r="24" fill="none" stroke="#fff" stroke-width="7" opacity="0.12"/><circle r="24" fill="none" stroke="${accent}" stroke-width="7" stroke-linecap="round" stroke-dasharray="104 999" transform="rotate(-90)"/></g>`,
    line('M-26 12L-12 12L-5 -8L5 30L12 12L26 12', { color: '#f0e9dd', width: 4, opacity: 0.95 }),
    `<g transform="translate(-22 92) scale(1.1)">${bars([12, 22, 16], 0, 0, accent)}</g>`,
  ].join('');
  return { markup, box: { x: -66, y: -456, width: 132, height: 978 } };
}
