import { mix, shade } from './color.ts';
import type { Pen } from './pen.ts';
import type { Pattern } from './spec.ts';

/** A woven or printed repeat as a fill; placed patterns (sash, halves …) are in `placed.ts`. */

interface Tile {
  width: number;
  height: number;
  content: string;
}

function rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" opacity="${opacity}"/>`;
}

function check(base: string, ink: string, size: number): Tile {
  const line = mix(base, '#f3ead8', 0.6);
  const [wide, at] = [size * 0.36, size * 0.72];
  return {
    width: size,
    height: size,
    content:
      rect(0, 0, wide, size, ink, 0.62) +
      rect(0, 0, size, wide, ink, 0.62) +
      rect(at, 0, size * 0.05, size, line, 0.75) +
      rect(0, at, size, size * 0.05, line, 0.75),
  };
}

function gingham(ink: string, size: number): Tile {
  const half = size / 2;
  return {
    width: size,
    height: size,
    content: rect(0, 0, half, size, ink, 0.4) + rect(0, 0, size, half, ink, 0.4),
  };
}

function herringbone(base: string, size: number): Tile {
  const stroke = `stroke="${shade(base, -0.09)}" stroke-width="${size * 0.16}" fill="none"`;
  const lines = [-1, 0, 1, 2].map((row) => {
    const y = row * size * 0.5;
    return `<path d="M0 ${y + size * 0.5}L${size} ${y}L${size * 2} ${y + size * 0.5}" ${stroke}/>`;
  });
  return { width: size * 2, height: size * 0.5, content: lines.join('') };
}

/** A small sprig with two leaves and a bud, turned differently in the two halves of the tile. */
function sprig(ink: string, size: number): Tile {
  const motif =
    `<path d="M0 9C1 3 1 -2 0 -8" stroke="${ink}" stroke-width="1.3" fill="none"/>` +
    `<path d="M0 4C4 3 7 0 8 -4C4 -4 1 -1 0 4Z M0 1C-4 0 -7 -3 -8 -7C-4 -7 -1 -4 0 1Z" fill="${ink}"/>` +
    `<circle cx="0" cy="-10" r="3" fill="${shade(ink, 0.08)}"/>`;
  return {
    width: size,
    height: size,
    content:
      `<g transform="translate(${size * 0.26} ${size * 0.28}) rotate(24)">${motif}</g>` +
      `<g transform="translate(${size * 0.76} ${size * 0.78}) rotate(-38)">${motif}</g>`,
  };
}

function dots(ink: string, size: number): Tile {
  const dot = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="${size * 0.13}" fill="${ink}"/>`;
  return {
    width: size,
    height: size,
    content: dot(size / 4, size / 4) + dot(size * 0.75, size * 0.75),
  };
}

function tileOf(pattern: Pattern, base: string, ink: string): Tile | undefined {
  const { name, size } = pattern;
  const across = (gap: number, width: number, opacity = 1): Tile => ({
    width: gap,
    height: gap,
    content: rect(0, gap / 2 - width / 2, gap, width, ink, opacity),
  });
  const down = (gap: number, width: number, opacity = 1): Tile => ({
    width: gap,
    height: gap,
    content: rect(gap / 2 - width / 2, 0, width, gap, ink, opacity),
  });
  switch (name) {
    case 'stripe':
      return across(size ?? 44, (size ?? 44) * 0.32, 0.92);
    case 'hoops':
      return across(size ?? 156, (size ?? 156) / 2);
    case 'bars':
      return down(size ?? 132, (size ?? 132) / 2);
    case 'pinstripe':
      return down(size ?? 15, size ? 2.2 : 2.6, 0.6);
    case 'check':
      return check(base, ink, size ?? 92);
    case 'gingham':
      return gingham(ink, size ?? 40);
    case 'herringbone':
      return herringbone(base, size ?? 13);
    case 'dots':
      return dots(ink, size ?? 36);
    case 'sprig':
      return sprig(ink, size ?? 62);
    default:
      return undefined;
  }
}

/** The repeat as a fill, turned by `angle` degrees so that it follows a sleeve. */
export function repeat(
  pen: Pen,
  pattern: Pattern | undefined,
  base: string,
  ink: string,
  angle = 0,
): string | undefined {
  const tile = pattern && tileOf(pattern, base, ink);
  if (!tile) return undefined;
  const { width, height, content } = tile;
  // Repeats are centred on x = 0, so both halves of a garment match at the middle seam.
  const place = `patternTransform="rotate(${Math.round(angle)}) translate(${-width / 2} 0)"`;
  const attributes = `width="${width}" height="${height}" patternUnits="userSpaceOnUse" ${place}`;
  return `url(#${pen.define('pattern', attributes, content)})`;
}
