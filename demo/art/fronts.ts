import { cloth, line, seam, stitch } from './cloth.ts';
import { isLight, mix, shade } from './color.ts';
import { d, mirror } from './path.ts';
import type { Pen } from './pen.ts';
import type { TopArt } from './spec.ts';
import type { TopCut } from './top-cut.ts';

/** Closures and pockets on the front of an upper garment. */

export function button(x: number, y: number, radius: number, fill: string): string {
  const face = isLight(fill) ? mix(fill, '#ffffff', 0.35) : mix(fill, '#d9c9ad', 0.28);
  const slot = shade(face, -0.34);
  const gap = radius * 0.26;
  const slots = [
    [-gap, -gap],
    [gap, -gap],
    [-gap, gap],
    [gap, gap],
  ]
    .map(
      ([dx = 0, dy = 0]) =>
        `<circle cx="${x + dx}" cy="${y + dy}" r="${radius * 0.14}" fill="${slot}"/>`,
    )
    .join('');
  return (
    `<circle cx="${x + 1.6}" cy="${y + 2.4}" r="${radius}" fill="#1a1420" opacity="0.32"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${face}" stroke="${shade(face, -0.24)}" stroke-width="1"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.66}" fill="none" stroke="${shade(face, -0.14)}" stroke-width="1" opacity="0.8"/>${slots}`
  );
}

function zip(from: number, to: number, fill: string): string {
  const metal = isLight(fill) ? '#8f8a84' : '#c9c5bd';
  const pull = `<rect x="-4.5" y="${from + 8}" width="9" height="30" rx="4" fill="${metal}" stroke="#4b474a" stroke-width="1"/>`;
  return (
    seam(d`M-13 ${from}L-13 ${to}`, fill) +
    seam(d`M13 ${from}L13 ${to}`, fill) +
    line(d`M0 ${from}L0 ${to}`, { color: shade(fill, -0.2), width: 10, opacity: 0.55 }) +
    line(d`M0 ${from}L0 ${to}`, { color: metal, width: 6, opacity: 0.9, dash: '2.6 3' }) +
    stitch(d`M-19 ${from + 10}L-19 ${to}`, fill) +
    stitch(d`M19 ${from + 10}L19 ${to}`, fill) +
    pull
  );
}

function placket(pen: Pen, from: number, to: number, fill: string, overlays: readonly string[]) {
  const path = d`M-19 ${from}L19 ${from}L19 ${to}L-19 ${to}Z`;
  return (
    cloth(pen, path, { fill, volume: 7, crease: 0, overlays }) +
    stitch(d`M14 ${from}L14 ${to - 4}`, fill) +
    stitch(d`M-14 ${from}L-14 ${to - 4}`, fill)
  );
}

interface FrontPaint {
  fill: string;
  trim: string;
  overlays: readonly string[];
}

export function front(pen: Pen, art: TopArt, cut: TopCut, paint: FrontPaint): string {
  const { fill, trim, overlays } = paint;
  const bottom = cut.length + (art.hem === 'curved' ? 54 : 8);
  const start = cut.neckDepth;
  const edge = shade(fill, 0.02);
  const column = (x: number, from: number, to: number, count: number, size: number, color = fill) =>
    Array.from({ length: count }, (_, i) =>
      button(x, from + ((to - from) * i) / (count - 1), size, color),
    ).join('');
  switch (art.front) {
    case 'buttons': {
      const strong = art.neck === 'cardigan' || art.pocket === 'patch';
      const band = art.neck === 'band' ? trim : edge;
      const count = strong ? 5 : 6;
      return (
        placket(pen, start - 4, bottom - 2, band, art.neck === 'band' ? [] : overlays) +
        column(
          0,
          start + (art.neck === 'cardigan' ? 20 : 44),
          bottom - 74,
          count,
          strong ? 11 : 7.5,
        )
      );
    }
    case 'placket':
      return (
        placket(pen, start, start + 152, edge, overlays) +
        column(0, start + 34, start + 126, 3, 7, trim)
      );
    case 'zip':
      return zip(art.neck === 'mock' ? -24 : start - 4, bottom - 4, fill);
    case 'half-zip':
      return zip(-24, 190, fill);
    case 'double': {
      const from = start + 58;
      return (
        seam(
          d`M${-70} ${start + 4}C${-74} ${start + 120} ${-74} ${bottom - 200} ${-72} ${bottom - 8}`,
          fill,
        ) +
        column(-52, from, from + 230, 3, 15) +
        column(70, from, from + 230, 3, 15)
      );
    }
    default:
      return '';
  }
}

function patch(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  paint: FrontPaint,
  flap = false,
) {
  const [l, r, t, b] = [x - w / 2, x + w / 2, y, y + h];
  const path = d`M${l} ${t}L${r} ${t}L${r} ${b - 14}L${r - 14} ${b}L${l + 14} ${b}L${l} ${b - 14}Z`;
  const inner = d`M${l + 5} ${t + 4}L${l + 5} ${b - 16}L${l + 16} ${b - 5}L${r - 16} ${b - 5}L${r - 5} ${b - 16}L${r - 5} ${t + 4}`;
  const lid = d`M${l - 3} ${t - 4}L${r + 3} ${t - 4}L${r + 3} ${t + h * 0.2}L${x} ${t + h * 0.36}L${l - 3} ${t + h * 0.2}Z`;
  const { fill, overlays } = paint;
  return (
    cloth(pen, path, { fill, overlays, volume: 9, crease: 0 }) +
    stitch(inner, fill) +
    (flap
      ? cloth(pen, lid, { fill, overlays, volume: 8, crease: 0 }) + button(x, t + h * 0.22, 6, fill)
      : stitch(d`M${l + 4} ${t + 14}L${r - 4} ${t + 14}`, fill))
  );
}

export function pockets(pen: Pen, art: TopArt, cut: TopCut, paint: FrontPaint): string {
  const { chest, armY, length } = cut;
  const { fill } = paint;
  switch (art.pocket) {
    case 'chest':
      return patch(pen, chest * 0.47, armY - 16, 104, 118, paint);
    case 'two-chest':
      return (
        patch(pen, chest * 0.48, armY - 16, 106, 124, paint, true) +
        patch(pen, -chest * 0.48, armY - 16, 106, 124, paint, true)
      );
    case 'patch': {
      const low = Math.min(length - 214, armY + 290);
      const chestPatch =
        art.neck === 'shirt' ? patch(pen, chest * 0.5, armY - 20, 100, 112, paint) : '';
      const flaps = art.neck === 'hood';
      return (
        chestPatch +
        patch(pen, chest * 0.53, low, 152, 172, paint, flaps) +
        patch(pen, -chest * 0.53, low, 152, 172, paint, flaps)
      );
    }
    case 'kangaroo': {
      const [top, base] = [length - 250, length - 56];
      const path = d`M-88 ${top}L88 ${top}C${98} ${top + 40} ${120} ${top + 78} ${156} ${top + 104}L${152} ${base}L-152 ${base}L-156 ${top + 104}C${-120} ${top + 78} ${-98} ${top + 40} -88 ${top}Z`;
      const mouth = d`M80 ${top + 6}C${92} ${top + 46} ${114} ${top + 84} ${148} ${top + 110}`;
      return (
        cloth(pen, path, { fill, volume: 14, crease: 4 }) +
        stitch(mouth, fill) +
        stitch(mirror(mouth), fill)
      );
    }
    case 'welt': {
      const y = Math.min(length - 200, armY + 250);
      const slit = d`M${chest * 0.44} ${y + 92}L${chest * 0.66} ${y}L${chest * 0.66 + 18} ${y + 8}L${chest * 0.44 + 18} ${y + 100}Z`;
      return [slit, mirror(slit)]
        .map((path) => cloth(pen, path, { fill: shade(fill, -0.02), volume: 6, crease: 0 }))
        .join('');
    }
    default:
      return '';
  }
}
