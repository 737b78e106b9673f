/** Calculates with `#rrggbb` colors. Uses OKLCH where steps should look even. */

type Triple = [number, number, number];

function channels(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Triple): string {
  const part = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(part).join('')}`;
}

export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return toHex([0, 1, 2].map((i) => (a[i] ?? 0) * (1 - share) + (b[i] ?? 0) * share) as Triple);
}

interface Oklch {
  light: number;
  chroma: number;
  hue: number;
}

function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map((value) => {
    const unit = value / 255;
    return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
  }) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    light: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: Math.atan2(y, x),
  };
}

function fromOklch({ light, chroma, hue }: Oklch): string {
  const [x, y] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (light + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (light - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (light - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const encode = (value: number) =>
    255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return toHex(linear.map(encode) as Triple);
}

/** Changes the lightness by `step` (-1 to 1) and keeps the hue, so shades never turn grey. */
export function shade(hex: string, step: number): string {
  const color = toOklch(hex);
  const light = Math.min(0.985, Math.max(0.06, color.light + step));
  return fromOklch({ ...color, light, chroma: color.chroma * (step > 0 ? 0.9 : 0.96) });
}

export function isLight(hex: string): boolean {
  return toOklch(hex).light > 0.78;
}

/** The perceived distance of two colors; below 0.1 they are hard to distinguish. */
export function distance(one: string, other: string): number {
  const [a, b] = [toOklch(one), toOklch(other)];
  const dx = a.chroma * Math.cos(a.hue) - b.chroma * Math.cos(b.hue);
  const dy = a.chroma * Math.sin(a.hue) - b.chroma * Math.sin(b.hue);
  return Math.hypot(a.light - b.light, dx, dy);
}

/** A background with a hint of the product's hue that always contrasts with it. */
export function groundOf(hex: string): string {
  const { light, chroma, hue } = toOklch(hex);
  return fromOklch({
    light: light > 0.86 ? 0.87 : light > 0.72 ? 0.93 : 0.918,
    chroma: Math.min(0.013, 0.006 + chroma * 0.07),
    // Greys have no hue; they get a warm background.
    hue: chroma < 0.025 ? 1.35 : hue,
  });
}
