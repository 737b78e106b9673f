/**
 * How the shop's own images are named: `/pictures/NAME-WIDTH.webp`, and `/uploads/HASH-WIDTH.webp`
 * for those that people uploaded, here or at the address of a bucket. Each has renditions of the
 * given widths as AVIF and WebP under the same name; uploads are there as JPEG too.
 */
const own = /^(\/pictures\/[\w./-]+)-\d+\.(?:webp|avif)$/;
const uploaded = /^((?:https?:\/\/[^?#]+)?\/uploads\/[0-9a-f]{32})-\d+\.(?:webp|avif|jpg)$/;

export interface Renditions {
  avif: string;
  webp: string;
  /** For browsers that know neither `srcset` nor AVIF. */
  fallback: string;
}

/** The renditions of an image of ours in these widths; null for an image from elsewhere. */
export function renditionsOf(url: string, widths: number[] = [400, 800]): Renditions | null {
  const name = nameOf(url);
  if (!name) return null;
  const srcSet = (format: string) =>
    widths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ');
  return {
    avif: srcSet('avif'),
    webp: srcSet('webp'),
    fallback: `${name}-${widths.at(-1)}.${uploaded.test(url) ? 'jpg' : 'webp'}`,
  };
}

/** The smallest rendition, for an image of the size of a thumb; of one from elsewhere, the only. */
export function thumbOf(url: string): string {
  const name = nameOf(url);
  return name ? `${name}-400.webp` : url;
}

function nameOf(url: string): string | undefined {
  return (own.exec(url) ?? uploaded.exec(url))?.[1];
}
