import { cloth, line, stitch } from './cloth.ts';
import { isLight, mix, shade } from './color.ts';
import { ellipse, floorShadow, type GadgetPaint, metal, roundRect, solid } from './gadget-parts.ts';
import { d, mirror } from './path.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';

/** Devices that play sound. */

export function headphones(pen: Pen, { fill }: GadgetPaint): Piece {
  const arc = 'M-216 60C-236 -190 -130 -330 0 -330C130 -330 236 -190 216 60';
  const pad =
    'M-150 -226C-110 -276 -56 -298 0 -298C56 -298 110 -276 150 -226C108 -262 58 -278 0 -278C-58 -278 -108 -262 -150 -226Z';
  const thick =
    'M-226 40C-250 -210 -136 -352 0 -352C136 -352 250 -210 226 40L206 40C216 -180 120 -312 0 -312C-120 -312 -216 -180 -206 40Z';
  const dark = mix(shade(fill, isLight(fill) ? -0.42 : -0.1), '#241f22', 0.5);
  const cup = (flip: (path: string) => string) => {
    const cushion = flip(
      d`M${150} ${10}C${112} ${14} ${96} ${90} ${104} ${170}C${110} ${250} ${136} ${296} ${172} ${290}L${210} ${280}L${206} ${14}Z`,
    );
    const shell = flip(
      d`M${196} ${0}C${252} ${-6} ${292} ${60} ${296} ${144}C${300} ${236} ${262} ${306} ${206} ${304}C${168} ${300} ${158} ${230} ${156} ${150}C${154} ${70} ${160} ${4} ${196} 0Z`,
    );
    const face = flip(
      d`M${236} ${36}C${268} ${46} ${284} ${92} ${286} ${146}C${288} ${206} ${272} ${252} ${242} ${266}C${220} ${250} ${212} ${206} ${210} ${150}C${208} ${98} ${214} ${54} ${236} 36Z`,
    );
    return (
      cloth(pen, cushion, {
        fill: dark,
        volume: 34,
        crease: 0,
        folds: flip(d`M120 90Q140 100 150 84M112 180Q134 186 148 176`),
      }) +
      solid(pen, shell, fill, 40) +
      `<path d="${face}" fill="none" stroke="${shade(fill, -0.14)}" stroke-width="2" opacity="0.8"/>`
    );
  };
  const arm = roundRect(206, -70, 26, 116, 12);
  const markup = [
    solid(pen, thick, fill, 18),
    cloth(pen, pad, { fill: dark, volume: 14, crease: 0 }),
    line(arc.replace('60C', '-60C').replace('216 60', '216 -60'), {
      color: shade(fill, 0.12),
      width: 2,
      opacity: 0.3,
    }),
    metal(pen, arm) + metal(pen, mirror(arm)),
    cup((path) => path) + cup(mirror),
    '<circle cx="252" cy="150" r="17" fill="#00000018"/>',
  ].join('');
  return { markup, box: { x: -300, y: -352, width: 600, height: 660 } };
}

export function speaker(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const body =
    'M-170 -330C-170 -392 -110 -420 0 -420C110 -420 170 -392 170 -330C178 -200 196 -120 200 -40C200 -6 120 10 0 10C-120 10 -200 -6 -200 -40C-196 -120 -178 -200 -170 -330Z';
  const weave = pen.define(
    'pattern',
    'width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"',
    `<rect width="4.5" height="4.5" fill="${shade(fill, -0.1)}" opacity="0.6"/><rect x="4.5" y="4.5" width="4.5" height="4.5" fill="${shade(fill, 0.08)}" opacity="0.6"/>`,
  );
  const plate = ellipse(0, -366, 132, 30);
  const base =
    'M-198 -52C-196 -4 -110 12 0 12C110 12 196 -4 198 -52C204 -30 202 -8 186 8C150 30 60 36 0 36C-60 36 -150 30 -186 8C-202 -8 -204 -30 -198 -52Z';
  const loop =
    'M-112 -372C-128 -470 -70 -524 0 -524C70 -524 128 -470 112 -372L84 -372C98 -452 54 -494 0 -494C-54 -494 -98 -452 -84 -372Z';
  const symbol = (x: number, path: string) =>
    `<g transform="translate(${x} -366) scale(1 0.5)">${line(path, { color: shade(fill, -0.34), width: 5, opacity: 0.85 })}</g>`;
  const markup = [
    floorShadow(pen, 0, 32, 196),
    solid(pen, loop, trim, 12),
    stitch('M-98 -380C-112 -460 -62 -509 0 -509C62 -509 112 -460 98 -380', trim),
    cloth(pen, body, { fill, overlays: [`url(#${weave})`], volume: 84, crease: 0, sheen: 1.3 }),
    solid(pen, plate, shade(fill, -0.05), 14),
    symbol(-62, 'M-14 0L14 0') +
      symbol(0, 'M-10 -14L14 0L-10 14Z') +
      symbol(62, 'M-14 0L14 0M0 -14L0 14'),
    solid(pen, base, shade(trim, -0.02), 14),
    solid(pen, roundRect(-34, -92, 68, 22, 4), trim, 6),
  ].join('');
  return { markup, box: { x: -204, y: -524, width: 408, height: 564 }, stands: true };
}

export function earbuds(pen: Pen, { fill }: GadgetPaint): Piece {
  const pebble =
    'M-210 -20C-214 -130 -120 -190 0 -190C120 -190 214 -130 210 -20C206 84 120 130 0 130C-120 130 -206 84 -210 -20Z';
  const bud = (x: number, y: number, turn: number) => {
    const stem = 'M-18 10C-16 70 -14 110 -12 150C-10 164 16 164 18 150C22 110 26 60 26 14Z';
    const head =
      'M-52 -6C-56 -46 -24 -72 14 -66C48 -60 62 -30 52 2C44 30 16 40 -12 34C-36 28 -50 14 -52 -6Z';
    const tip = 'M-44 -40C-70 -42 -88 -22 -84 2C-80 22 -60 28 -46 22C-56 4 -56 -20 -44 -40Z';
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${solid(pen, tip, '#55525a', 12)}${solid(pen, stem, fill, 14)}${solid(pen, head, fill, 22)}<ellipse cx="20" cy="-22" rx="9" ry="15" transform="rotate(24 20 -22)" fill="#2c292e" opacity="0.8"/></g>`;
  };
  const markup = [
    solid(pen, pebble, fill, 66),
    `<g clip-path="${pen.clip(pebble)}">${line('M-214 -46C-110 -22 110 -22 214 -46', { color: shade(fill, -0.3), width: 4, opacity: 0.75 })}${line('M-214 -42C-110 -18 110 -18 214 -42', { color: shade(fill, 0.1), width: 2.4, opacity: 0.8 })}</g>`,
    solid(pen, roundRect(-30, -40, 60, 22, 10), shade(fill, -0.04), 6),
    '<circle cx="0" cy="34" r="5" fill="#e9d9a6"/>',
    `<path d="M-160 -90C-120 -146 -50 -164 10 -164C-40 -144 -100 -120 -134 -66C-150 -64 -160 -74 -160 -90Z" fill="#fff" opacity="${isLight(fill) ? 0.5 : 0.16}"/>`,
    bud(-104, 246, -18),
    bud(116, 260, 24),
  ].join('');
  return { markup, box: { x: -214, y: -190, width: 428, height: 610 } };
}

export function radio(pen: Pen, { fill, trim }: GadgetPaint): Piece {
  const slots = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 12 }, (_, column) => {
      const [x, y] = [-170 + column * 17, -92 + row * 17];
      return Math.hypot(column - 5.5, row - 5.5) < 6.2
        ? `<circle cx="${x}" cy="${y}" r="4.2" fill="${mix(shade(trim, -0.45), '#1a1420', 0.3)}"/>`
        : '';
    }).join(''),
  ).join('');
  const scale = Array.from({ length: 25 }, (_, i) =>
    line(`M${-180 + i * 15} -160L${-180 + i * 15} ${i % 4 === 0 ? -142 : -150}`, {
      color: '#4a4038',
      width: 2,
      opacity: 0.85,
    }),
  ).join('');
  const dial = Array.from(
    { length: 36 },
    (_, i) =>
      `<path transform="translate(130 8) rotate(${i * 10})" d="M0 -66L0 -56" stroke="${shade(fill, -0.24)}" stroke-width="2.4"/>`,
  ).join('');
  const markup = [
    line('M150 -230L236 -452', { color: '#77736e', width: 9, opacity: 1 }) +
      line('M149 -232L235 -454', { color: '#d8d5cf', width: 4, opacity: 1 }) +
      '<circle cx="237" cy="-455" r="8" fill="#a5a19b"/>',
    solid(pen, roundRect(-240, -226, 480, 400, 52), fill, 40),
    solid(pen, roundRect(-214, -200, 428, 76, 18), '#efe5cf', 12),
    scale,
    line('M28 -192L28 -132', { color: '#ad3f2e', width: 4.5, opacity: 1 }),
    solid(pen, roundRect(-200, -112, 242, 244, 26), trim, 12),
    slots,
    `<circle cx="134" cy="14" r="70" fill="#1a1420" opacity="0.28" filter="${pen.blur(7)}"/>`,
    solid(pen, ellipse(130, 8, 68, 68), shade(fill, -0.02), 18),
    dial,
    solid(pen, ellipse(130, 8, 50, 50), fill, 16),
    line('M130 -34L130 -18', { color: '#f7efdf', width: 6, opacity: 1 }),
    metal(pen, ellipse(98, 122, 12, 12)) + metal(pen, ellipse(162, 122, 12, 12)),
  ].join('');
  return { markup, box: { x: -244, y: -464, width: 488, height: 640 } };
}
