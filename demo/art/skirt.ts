import { cloth, seam, stitch } from './cloth.ts';
import { mix, shade } from './color.ts';
import { button } from './fronts.ts';
import { d, mirror, symmetric } from './path.ts';
import { repeat } from './patterns.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import type { SkirtArt } from './spec.ts';
import { paintOf } from './tint.ts';

function band(pen: Pen, waist: number, fill: string): string {
  const inside = mix(shade(fill, -0.14), '#1a1420', 0.2);
  const back = symmetric(
    d`M0 ${-14}C${waist * 0.5} ${-14} ${waist * 0.9} ${-8} ${waist} 0L${waist} 22L0 30`,
  );
  const front = symmetric(
    d`M0 ${10}C${waist * 0.5} ${10} ${waist * 0.9} ${4} ${waist} ${-2}L${waist + 5} ${38}C${waist * 0.9} 44 ${waist * 0.5} 48 0 48`,
  );
  return `<path d="${back}" fill="${inside}"/>${cloth(pen, front, { fill, volume: 11, crease: 0 })}`;
}

/** Knife pleats: each panel is light at its edge and darker below the next one. */
function pleats(pen: Pen, waist: number, hem: number, length: number, fill: string): string {
  const count = 15;
  const at = (row: number, half: number) => -half + (2 * half * row) / count;
  const fall = pen.linear(
    [
      [0, shade(fill, 0.15), 0.75],
      [0.3, shade(fill, 0.06), 0.3],
      [0.7, shade(fill, -0.08), 0.2],
      [1, mix(shade(fill, -0.2), '#1a1420', 0.3), 0.85],
    ],
    [0, 0, 1, 0],
  );
  return Array.from({ length: count }, (_, row) => {
    const [a, b] = [at(row, waist), at(row + 1, waist)];
    const [e, f] = [at(row, hem), at(row + 1, hem)];
    const bend = (x: number, y: number) => x + (y - x) * 0.36;
    return `<path d="${d`M${a} 20C${bend(a, e) - (e - a) * 0.08} ${length * 0.4} ${e - (e - a) * 0.06} ${length * 0.7} ${e} ${length + 30}L${f} ${length + 30}C${f - (f - b) * 0.06} ${length * 0.7} ${bend(b, f) - (f - b) * 0.08} ${length * 0.4} ${b} 20Z`}" fill="${fall}"/>`;
  }).join('');
}

export function drawSkirt(pen: Pen, art: SkirtArt, color: string): Piece {
  const paint = paintOf(color);
  const pleated = art.cut === 'pleated';
  const [waist, hem, length] = pleated ? [138, 330, 790] : [158, 268, 500];
  const half = pleated
    ? d`M0 20L${waist} 14C${waist + 66} ${length * 0.38} ${hem - 18} ${length * 0.7} ${hem} ${length - 22}C${hem * 0.7} ${length + 10} ${hem * 0.3} ${length + 18} 0 ${length + 18}`
    : d`M0 20L${waist} 14C${waist + 50} ${140} ${hem - 26} ${length * 0.62} ${hem} ${length - 16}C${hem * 0.66} ${length + 8} ${hem * 0.3} ${length + 12} 0 ${length + 12}`;
  const body = symmetric(half);
  const tile = repeat(pen, art.pattern, color, paint(art.pattern?.color ?? 'tone'));
  const overlays = [tile, pleated ? pleats(pen, waist, hem, length, color) : undefined];
  const thread = art.trim ? paint(art.trim) : undefined;
  const parts = [
    cloth(pen, body, {
      fill: color,
      overlays: overlays.filter((part) => part !== undefined),
      folds: pleated
        ? ''
        : d`M${-hem * 0.5} ${length - 20}Q${-hem * 0.36} ${length * 0.6} ${-waist * 0.5} ${160}M${hem * 0.56} ${length - 20}Q${hem * 0.4} ${length * 0.6} ${waist * 0.55} ${190}`,
      ridges: pleated
        ? ''
        : d`M${-hem * 0.25} ${length - 30}Q${-hem * 0.2} ${length * 0.5} ${-waist * 0.3} ${110}`,
      volume: pleated ? 44 : 36,
      crease: pleated ? 0 : 5,
    }),
  ];
  if (!pleated) {
    const front = d`M-20 40L20 40L20 ${length + 12}L-20 ${length + 12}Z`;
    const pocket = d`M${waist * 0.42} 48C${waist * 0.46} ${104} ${waist * 0.8} ${128} ${waist * 1.22} ${124}`;
    const double = d`M${waist * 0.36} 48C${waist * 0.4} ${112} ${waist * 0.78} ${138} ${waist * 1.24} ${134}`;
    const hemline = d`M${-hem + 12} ${length - 36}C${-hem * 0.5} ${length - 16} ${hem * 0.5} ${length - 16} ${hem - 12} ${length - 36}`;
    parts.push(
      cloth(pen, front, { fill: color, volume: 8, crease: 0 }),
      stitch(d`M-14 48L-14 ${length}`, color, thread),
      stitch(d`M14 48L14 ${length}`, color, thread),
      seam(pocket, color),
      seam(mirror(pocket), color),
      stitch(double, color, thread),
      stitch(mirror(double), color, thread),
      stitch(hemline, color, thread),
      Array.from({ length: 5 }, (_, i) => button(0, 92 + i * 84, 9, thread ?? color)).join(''),
    );
  }
  parts.push(band(pen, waist, color));
  if (!pleated) parts.push(button(0, 29, 9, thread ?? color));
  return { markup: parts.join(''), box: { x: -hem, y: -14, width: hem * 2, height: length + 32 } };
}
