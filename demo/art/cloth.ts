import { isLight, mix, shade } from './color.ts';
import type { Pen } from './pen.ts';
import { weaveFill } from './weaves.ts';

interface ClothOptions {
  fill: string;
  /** Fills over the base color, in order: repeats and placed shapes. */
  overlays?: readonly string[];
  /** Soft valleys and ridges: open paths, drawn blurred. */
  folds?: string;
  ridges?: string;
  /** Width of the rounding at the edges. */
  volume?: number;
  weave?: string;
  angle?: number;
  /** Seed of the fine creasing; 0 leaves the piece smooth. */
  crease?: number;
  sheen?: number;
}

const everywhere = 'x="-460" y="-620" width="1180" height="1760"';

function crease(pen: Pen, seed: number): string {
  const region = `filterUnits="userSpaceOnUse" ${everywhere} color-interpolation-filters="sRGB"`;
  const id = pen.define(
    'filter',
    region,
    `<feTurbulence type="fractalNoise" baseFrequency="0.0075 0.0034" numOctaves="2" seed="${seed}"/>` +
      '<feDiffuseLighting surfaceScale="26" diffuseConstant="0.59" lighting-color="#fff">' +
      '<feDistantLight azimuth="225" elevation="58"/></feDiffuseLighting>',
  );
  return `<rect ${everywhere} filter="url(#${id})" style="mix-blend-mode:soft-light" opacity="0.5"/>`;
}

/** One piece of cloth: color, pattern, folds, rounding at the edge and a fine outline. */
export function cloth(pen: Pen, path: string, options: ClothOptions): string {
  const { fill, overlays = [], volume = 26, angle = 0, sheen = 1 } = options;
  const dark = mix(shade(fill, isLight(fill) ? -0.3 : -0.16), '#1a1420', 0.25);
  const glow = shade(fill, isLight(fill) ? 0.12 : 0.16);
  const depth = isLight(fill) ? 0.34 : 0.55;
  const layers = [`<path d="${path}" fill="${fill}"/>`];
  for (const overlay of overlays) {
    layers.push(overlay.startsWith('url') ? `<rect ${everywhere} fill="${overlay}"/>` : overlay);
  }
  if (options.weave) {
    layers.push(`<rect ${everywhere} fill="${weaveFill(pen, options.weave, fill, angle)}"/>`);
  }
  const light = pen.linear([
    [0, glow, 0.42 * sheen],
    [0.45, glow, 0],
    [0.55, dark, 0],
    [1, dark, 0.34],
  ]);
  layers.push(`<path d="${path}" fill="${light}"/>`);
  if (options.crease !== 0) layers.push(crease(pen, options.crease ?? 3));
  if (options.folds) {
    const valley = `fill="none" stroke="${dark}" stroke-linecap="round"`;
    layers.push(
      `<g filter="${pen.blur(9)}"><path d="${options.folds}" ${valley} stroke-width="17" opacity="${depth * 0.62}"/></g>`,
    );
  }
  if (options.ridges) {
    layers.push(
      `<g filter="${pen.blur(8)}" style="mix-blend-mode:soft-light"><path d="${options.ridges}" ` +
        `fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity="${0.38 * sheen}"/></g>`,
    );
  }
  layers.push(
    `<g filter="${pen.blur(volume / 2.4)}"><path d="${path}" transform="translate(${-volume * 0.14} ${-volume * 0.16})" ` +
      `fill="none" stroke="${dark}" stroke-width="${volume}" opacity="${depth * 0.7}"/></g>`,
    `<g filter="${pen.blur(3)}"><path d="${path}" transform="translate(2.6 3.2)" fill="none" ` +
      `stroke="${glow}" stroke-width="4" opacity="0.5"/></g>`,
  );
  return (
    `<g clip-path="${pen.clip(path)}">${layers.join('')}</g>` +
    `<path d="${path}" fill="none" stroke="${dark}" stroke-width="1.6" opacity="0.55" stroke-linejoin="round"/>`
  );
}

interface LineOptions {
  color: string;
  width?: number;
  opacity?: number;
  dash?: string;
}

export function line(
  path: string,
  { color, width = 1.6, opacity = 0.6, dash }: LineOptions,
): string {
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  return (
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" ` +
    `stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"${dashes}/>`
  );
}

/** A seam is a fine groove: a dark line with a light one on its lower right. */
export function seam(path: string, fill: string, opacity = 0.6): string {
  const dark = mix(shade(fill, -0.22), '#1a1420', 0.2);
  return (
    `<g transform="translate(1.1 1.3)">${line(path, { color: shade(fill, 0.14), width: 1.4, opacity: opacity * 0.6 })}</g>` +
    line(path, { color: dark, width: 1.7, opacity })
  );
}

export function stitch(path: string, fill: string, color?: string): string {
  const thread = color ?? (isLight(fill) ? shade(fill, -0.18) : shade(fill, 0.14));
  return line(path, { color: thread, width: 1.5, opacity: 0.75, dash: '5 3.6' });
}
