// For browsers, so it imports no zod: the upload control is small.

/** The largest accepted image file. */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** `MAX_IMAGE_BYTES` in words. */
export const MOST_OF_IMAGE = `${MAX_IMAGE_BYTES / 1024 / 1024} MB`;

const names = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', avif: 'AVIF', gif: 'GIF' };
/** The accepted kinds of images. */
export type ImageType = keyof typeof names;
/** The accepted kinds in words, and for `accept` of a field. */
export const IMAGE_TYPES = Object.values(names)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');
export const ACCEPTED_IMAGES = Object.keys(names)
  .map((type) => `image/${type}`)
  .join(',');

export const IMAGE_TOO_LARGE = `That file is larger than ${MOST_OF_IMAGE}. Please choose a smaller image.`;
/** The whole form is discarded unread when its image is too large. */
export const IMAGE_TOOK_FORM = `${IMAGE_TOO_LARGE} What you typed could not be kept. Please enter it again.`;

/** An uploaded image: its address and its size. */
export interface UploadedImage {
  url: string;
  width: number;
  height: number;
}
