// For browsers, so it imports no zod: the upload control is small.

/** The largest accepted image file. */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

export const IMAGE_TOO_LARGE = 'That file is larger than 8 MB. Please choose a smaller image.';
/** The whole form is discarded unread when its image is too large. */
export const IMAGE_TOOK_FORM = `${IMAGE_TOO_LARGE} What you typed could not be kept. Please enter it again.`;

/** An uploaded image: its address and its size. */
export interface UploadedImage {
  url: string;
  width: number;
  height: number;
}
