import { d } from './path.ts';
import type { Pattern } from './spec.ts';

/** Patterns that have one place on a garment instead of repeating. */

interface Frame {
  chest: number;
  armY: number;
  length: number;
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

export function placedOnBody(
  pattern: Pattern | undefined,
  ink: string,
  { chest, armY, length }: Frame,
): string | undefined {
  const edge = chest + 60;
  const middle = armY + 110;
  switch (pattern?.name) {
    case 'band':
      return box(-edge, armY + 6, edge * 2, 96, ink) + box(-edge, armY + 116, edge * 2, 12, ink);
    case 'block':
      return (
        box(-edge, length - 150, edge * 2, 62, ink) + box(-edge, length - 70, edge * 2, 20, ink)
      );
    case 'halves':
      return box(0, -80, edge, length + 200, ink);
    case 'quarters':
      return box(0, -80, edge, middle + 80, ink) + box(-edge, middle, edge, length, ink);
    case 'sash':
      // It starts at the left shoulder, which is on the right of the image.
      return `<path d="${d`M${chest * 0.42} ${-30}L${chest * 1.02} ${20}L${-chest * 0.62} ${length + 60}L${-chest * 1.3} ${length - 20}Z`}" fill="${ink}"/>`;
    case 'chevron':
      return [0, 1]
        .map((row) => {
          const [top, tall] = row === 0 ? [armY - 26, 86] : [armY + 84, 26];
          return `<path d="${d`M${-edge} ${top}L0 ${top + 128}L${edge} ${top}L${edge} ${top + tall}L0 ${top + 128 + tall}L${-edge} ${top + tall}Z`}" fill="${ink}"/>`;
        })
        .join('');
    case 'yoke':
      return `<path d="${d`M${-edge} ${-60}L${edge} ${-60}L${edge} ${armY - 44}C${chest * 0.5} ${armY - 4} ${-chest * 0.5} ${armY - 4} ${-edge} ${armY - 44}Z`}" fill="${ink}"/>`;
    default:
      return undefined;
  }
}

/** The bands of a sleeve, in the direction of the arm, measured back from the cuff. */
export function placedOnSleeve(
  pattern: Pattern | undefined,
  ink: string,
  side: 'left' | 'right',
): string | undefined {
  switch (pattern?.name) {
    case 'halves':
      return side === 'left' ? box(-700, -200, 1400, 1400, ink) : undefined;
    case 'quarters':
      return side === 'left' ? box(-700, -200, 1400, 1400, ink) : undefined;
    default:
      return undefined;
  }
}
