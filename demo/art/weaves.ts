import { shade } from './color.ts';
import type { Pen } from './pen.ts';

/**
 * Fine repeating surfaces: ribs, mesh, quilting, fleece. They change the shade and not the color.
 */

function tile(pen: Pen, width: number, height: number, angle: number, content: string): string {
  const place = `patternTransform="rotate(${Math.round(angle)}) translate(${-width / 2} 0)"`;
  const attributes = `width="${width}" height="${height}" patternUnits="userSpaceOnUse" ${place}`;
  return `url(#${pen.define('pattern', attributes, content)})`;
}

export function weaveFill(pen: Pen, weave: string, fill: string, angle: number): string {
  const dark = shade(fill, -0.16);
  const light = shade(fill, 0.1);
  switch (weave) {
    case 'rib':
      return tile(
        pen,
        11,
        11,
        angle,
        `<rect width="3.4" height="11" fill="${dark}" opacity="0.42"/>` +
          `<rect x="5.4" width="3" height="11" fill="${light}" opacity="0.4"/>`,
      );
    case 'mesh':
      return tile(
        pen,
        10,
        10,
        angle,
        `<circle cx="2.5" cy="2.5" r="1.35" fill="${dark}" opacity="0.5"/>` +
          `<circle cx="7.5" cy="7.5" r="1.35" fill="${dark}" opacity="0.5"/>`,
      );
    case 'quilt':
      return tile(
        pen,
        58,
        58,
        angle,
        `<rect width="58" height="15" y="43" fill="${pen.linear(
          [
            [0, dark, 0],
            [1, dark, 0.75],
          ],
          [0, 0, 0, 1],
        )}"/>` +
          `<rect width="58" height="2" y="56" fill="${shade(fill, -0.24)}" opacity="0.7"/>` +
          `<rect width="58" height="20" fill="${pen.linear(
            [
              [0, light, 0.15],
              [0.5, light, 0.6],
              [1, light, 0],
            ],
            [0, 0, 0, 1],
          )}"/>`,
      );
    case 'fleece':
      return tile(
        pen,
        26,
        24,
        angle,
        `<path d="M3 6C6 3 9 4 9 7M15 3C18 2 20 5 18 8M22 14C25 13 26 17 23 18M6 16C9 14 12 17 9 19M14 20C17 18 19 21 17 23" ` +
          `stroke="${dark}" stroke-width="1.8" fill="none" opacity="0.4" stroke-linecap="round"/>`,
      );
    default:
      return tile(pen, 8, 8, angle, '');
  }
}
