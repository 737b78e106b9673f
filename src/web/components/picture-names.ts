/**
 * How the shop's own pictures are named: `/pictures/NAME-WIDTH.webp`, and `/uploads/…` for those
 * that people uploaded. Each has renditions of the given widths as AVIF and WebP under the same
 * name.
 */
const own = /^(\/(?:pictures|uploads)\/[\w./-]+)-(\d+)\.(?:webp|avif)$/;

export interface Renditions {
  avif: string;
  webp: string;
  /** For browsers that know neither `srcset` nor AVIF. */
  fallback: string;
}

/** The renditions of a picture of ours in these widths; null for a picture from elsewhere. */
export function renditionsOf(url: string, widths: number[] = [400, 800]): Renditions | null {
  const name = own.exec(url)?.[1];
  if (!name) return null;
  const srcSet = (format: string) =>
    widths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ');
  return {
    avif: srcSet('avif'),
    webp: srcSet('webp'),
    fallback: `${name}-${widths.at(-1)}.webp`,
  };
}
