import { groundOf, mix, shade } from './color.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';

interface Spot {
  x: number;
  y: number;
  scale: number;
  rotate?: number;
}

/** The floor under everything: a tint of the product, lit from the upper left. */
export function ground(pen: Pen, width: number, height: number, tint: string): string {
  const base = groundOf(tint);
  const fall = pen.linear([
    [0, shade(base, 0.028)],
    [0.5, base],
    [1, shade(base, -0.032)],
  ]);
  return `<rect width="${width}" height="${height}" fill="${fall}"/>`;
}

/** Cloth that lies flat has a soft shadow to the lower right and a narrow one at its edge. */
function lying(pen: Pen, { markup, box }: Piece, tint: string, scale: number): string {
  const dark = mix(shade(groundOf(tint), -0.5), '#2a1f28', 0.4);
  const reach = 90 / scale;
  const region =
    `filterUnits="userSpaceOnUse" x="${box.x - reach}" y="${box.y - reach}" ` +
    `width="${box.width + 2 * reach}" height="${box.height + 2 * reach}"`;
  const shadow = (dx: number, dy: number, soft: number, opacity: number) => {
    const drop =
      `<feDropShadow dx="${dx / scale}" dy="${dy / scale}" stdDeviation="${soft / scale}" ` +
      `flood-color="${dark}" flood-opacity="${opacity}"/>`;
    return `url(#${pen.define('filter', region, drop)})`;
  };
  return (
    `<g filter="${shadow(16, 22, 20, 0.3)}">` +
    `<g filter="${shadow(3, 4.5, 4, 0.36)}">${markup}</g></g>`
  );
}

/** Puts the middle of a piece at a spot. */
export function place(pen: Pen, piece: Piece, spot: Spot, tint: string): string {
  const { x, y, width, height } = piece.box;
  const turn = spot.rotate ? ` rotate(${spot.rotate})` : '';
  const body = piece.stands ? piece.markup : lying(pen, piece, tint, spot.scale);
  return (
    `<g transform="translate(${spot.x} ${spot.y})${turn} scale(${spot.scale}) ` +
    `translate(${-(x + width / 2)} ${-(y + height / 2)})">${body}</g>`
  );
}

/** The scale at which a piece fills its share of an image without touching the edges. */
export function scaleToFit(piece: Piece, width: number, height: number): number {
  return Math.min(width / piece.box.width, height / piece.box.height);
}

export function image(width: number, height: number, pen: Pen, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}"><defs>${pen.markup()}</defs>${content}</svg>`
  );
}
