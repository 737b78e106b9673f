import { cloth } from './cloth.ts';
import { mix, shade } from './color.ts';
import { d } from './path.ts';
import type { Pen } from './pen.ts';
import type { Paint } from './tint.ts';

export interface GadgetPaint {
  fill: string;
  trim: string;
  paint: Paint;
}

export function roundRect(x: number, y: number, w: number, h: number, r: number): string {
  const k = r * 0.45;
  return d`M${x + r} ${y}L${x + w - r} ${y}C${x + w - k} ${y} ${x + w} ${y + k} ${x + w} ${y + r}L${x + w} ${y + h - r}C${x + w} ${y + h - k} ${x + w - k} ${y + h} ${x + w - r} ${y + h}L${x + r} ${y + h}C${x + k} ${y + h} ${x} ${y + h - k} ${x} ${y + h - r}L${x} ${y + r}C${x} ${y + k} ${x + k} ${y} ${x + r} ${y}Z`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * 0.5523, ry * 0.5523];
  return d`M${cx} ${cy - ry}C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy}C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry}C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry}Z`;
}

/** A moulded or machined part: like cloth without creases, with a crisper edge. */
export function solid(pen: Pen, path: string, fill: string, volume = 20): string {
  return cloth(pen, path, { fill, volume, crease: 0, sheen: 1.2 });
}

export function metal(pen: Pen, path: string, base = '#c3c2bf'): string {
  const fill = pen.linear([
    [0, shade(base, 0.12)],
    [0.35, base],
    [0.6, shade(base, -0.16)],
    [0.8, shade(base, 0.04)],
    [1, shade(base, -0.2)],
  ]);
  return `<path d="${path}" fill="${fill}" stroke="${shade(base, -0.36)}" stroke-width="1.4"/>`;
}

/** Dark glass with a reflection across its upper left. */
export function glass(pen: Pen, path: string, fill = '#16181d', shine = 0.22): string {
  const gleam = pen.linear([
    [0, '#ffffff', shine],
    [0.42, '#ffffff', shine * 0.16],
    [0.425, '#ffffff', 0],
    [1, '#ffffff', 0.04],
  ]);
  return `<path d="${path}" fill="${fill}"/><path d="${path}" fill="${gleam}"/><path d="${path}" fill="none" stroke="${mix(fill, '#000000', 0.5)}" stroke-width="1.6"/>`;
}

export function floorShadow(pen: Pen, cx: number, y: number, rx: number): string {
  return (
    `<g filter="${pen.blur(26)}"><ellipse cx="${cx + 26}" cy="${y + 12}" rx="${rx * 1.08}" ry="24" fill="#2a1f28" opacity="0.2"/></g>` +
    `<g filter="${pen.blur(9)}"><ellipse cx="${cx + 8}" cy="${y + 2}" rx="${rx}" ry="10" fill="#2a1f28" opacity="0.4"/></g>`
  );
}
