import { cloth, line } from './cloth.ts';
import { mix, shade } from './color.ts';
import { d } from './path.ts';
import type { Pen } from './pen.ts';
import type { Paint } from './tint.ts';

/** Shared by all shoes: they stand on y = 0, heel at x = 0, toe near x = 620. */

export interface ShoePaint {
  fill: string;
  sole: string;
  trim: string;
  paint: Paint;
}

export interface Drawn {
  markup: string;
  height: number;
}

export function leather(pen: Pen, path: string, fill: string, folds = '', ridges = ''): string {
  return cloth(pen, path, { fill, folds, ridges, volume: 30, crease: 0, sheen: 1.25 });
}

export function panel(pen: Pen, path: string, fill: string): string {
  return cloth(pen, path, { fill, volume: 12, crease: 0 });
}

export function rubber(pen: Pen, path: string, fill: string): string {
  return cloth(pen, path, { fill, volume: 16, crease: 0, sheen: 0.6 });
}

export function inside(path: string, fill: string): string {
  return `<path d="${path}" fill="${mix(shade(fill, -0.2), '#1a1420', 0.45)}"/>`;
}

type Point = readonly [number, number];

/** Laces seen from the side: short cords from the eyelet over the edge of the throat. */
export function laces(from: Point, to: Point, count: number, fill: string, bow = true): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [dy / length, -dx / length];
  const cords = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.35) / count;
    // The throat sags a little in the middle.
    const sag = 12 * Math.sin(Math.PI * t);
    const [x, y] = [from[0] + dx * t - sag * 0.4, from[1] + dy * t + sag];
    const path = d`M${x - nx * 24 - 5} ${y - ny * 24}L${x + nx * 13} ${y + ny * 13 - 3}`;
    return (
      `<circle cx="${x - nx * 25 - 5}" cy="${y - ny * 25}" r="5.4" fill="#221d22" opacity="0.5"/>` +
      line(path, { color: '#1a1420', width: 13, opacity: 0.28 }) +
      line(path, { color: shade(fill, -0.1), width: 11, opacity: 1 }) +
      line(path, { color: fill, width: 7.5, opacity: 1 })
    );
  }).join('');
  const [x, y] = [from[0] + dx * 0.04, from[1] + dy * 0.04];
  const loops = [
    d`M${x} ${y}C${x - 40} ${y - 26} ${x - 74} ${y + 14} ${x - 22} ${y + 26}C${x - 8} ${y + 26} ${x} ${y + 12} ${x} ${y}`,
    d`M${x} ${y}C${x + 6} ${y + 30} ${x + 4} ${y + 64} ${x - 20} ${y + 86}`,
    d`M${x + 2} ${y}C${x + 34} ${y + 14} ${x + 44} ${y + 46} ${x + 30} ${y + 78}`,
  ];
  const tied = loops
    .map(
      (path) =>
        line(path, { color: '#1a1420', width: 11, opacity: 0.25 }) +
        line(path, { color: shade(fill, -0.1), width: 9, opacity: 1 }) +
        line(path, { color: fill, width: 6, opacity: 1 }),
    )
    .join('');
  return cords + (bow ? tied : '');
}

export function eyelets(points: readonly Point[], metal = '#b9a88a'): string {
  return points
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="6.4" fill="#2a2326"/><circle cx="${x}" cy="${y}" r="5" fill="none" stroke="${metal}" stroke-width="2.6"/>`,
    )
    .join('');
}

/** A straight run of points, for holes, hooks and lugs. */
export function row(from: Point, to: Point, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const t = count === 1 ? 0 : i / (count - 1);
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  });
}

export function buckle(x: number, y: number, turn: number): string {
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})" fill="none">` +
    '<rect x="-15" y="-19" width="34" height="42" rx="6" stroke="#1a1420" stroke-width="6" opacity="0.3"/>' +
    '<rect x="-17" y="-21" width="34" height="42" rx="6" stroke="#a98f66" stroke-width="6"/>' +
    '<rect x="-18" y="-22" width="34" height="42" rx="6" stroke="#e2cfa8" stroke-width="1.8"/>' +
    '<path d="M0 -22L0 14" stroke="#b9a076" stroke-width="4.4" stroke-linecap="round"/></g>'
  );
}
