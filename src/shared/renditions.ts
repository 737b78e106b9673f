/**
 * The names of the shop's own images: `/pictures/NAME-WIDTH.webp`, and `/uploads/HASH-WIDTH.webp`
 * for uploads, here or at the address of a bucket. Each has renditions of the given widths as AVIF
 * and WebP under the same name; uploads have JPEG too.
 */

/** The widths of images of products and profiles. */
export const IMAGE_WIDTHS = [400, 800] as const;
/**
 * The longest side of the rendition that zooming shows. Only products' images that are larger than
 * their other renditions have it.
 */
export const ZOOM_SIDE = 2000;
/** The widths of the large image of the home page. */
export const HERO_WIDTHS = [720, 1200, 1600] as const;
/** The formats of an upload. */
export const UPLOAD_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];
/** The part of a file name after the upload's name and a hyphen. */
export type UploadSuffix = `${ImageWidth}.${UploadFormat}` | typeof ZOOM_SUFFIX;
/** The rendition that zooming shows. */
export const ZOOM_SUFFIX = `${ZOOM_SIDE}.webp` as const;

/** Where the shop serves uploads. */
export const UPLOADS = '/uploads/';
/** A pattern for their file names. */
export const UPLOAD_FILE = '[0-9a-f]{32}-\\d+\\.(?:avif|webp|jpg)';

const own = /^(\/pictures\/[\w./-]+)-\d+\.(?:webp|avif)$/;
const uploaded = new RegExp(`^(?:https?://[^?#]+)?${UPLOADS}${UPLOAD_FILE}$`);

export interface Renditions {
  avif: string;
  webp: string;
  /** For browsers that support neither `srcset` nor AVIF. */
  fallback: string;
}

/** The renditions of an image of ours in these widths; null for an image from elsewhere. */
export function renditionsOf(
  url: string,
  widths: readonly number[] = IMAGE_WIDTHS,
): Renditions | null {
  const name = nameOf(url);
  if (!name) return null;
  const srcSet = (format: string) =>
    widths.map((width) => `${fileOf(name, `${width}.${format}`)} ${width}w`).join(', ');
  return {
    avif: srcSet('avif'),
    webp: srcSet('webp'),
    fallback: fileOf(name, `${widths.at(-1)}.${uploaded.test(url) ? 'jpg' : 'webp'}`),
  };
}

/** The smallest rendition, for thumbnails; an image from elsewhere has only one. */
export function thumbOf(url: string): string {
  const name = nameOf(url);
  return name ? fileOf(name, `${IMAGE_WIDTHS[0]}.webp`) : url;
}

/** The rendition that zooming shows, of an upload that has one. */
export const zoomOf = (url: string): string => fileOf(nameOf(url) ?? url, ZOOM_SUFFIX);

/** The file of a rendition: the name of its image, and its width and format. */
export const fileOf = (name: string, suffix: string): string => `${name}-${suffix}`;

function nameOf(url: string): string | null {
  return own.test(url) || uploaded.test(url) ? url.slice(0, url.lastIndexOf('-')) : null;
}
