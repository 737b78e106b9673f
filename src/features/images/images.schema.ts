// Browser-safe and without zod: the upload control is small.

/** The largest file that is taken for an image. */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

export const IMAGE_TOO_LARGE = 'That file has more than 8 MB. Please choose a smaller image.';
/** What a form says that came with it: all of it is thrown away, unread. */
export const IMAGE_TOOK_FORM = `${IMAGE_TOO_LARGE} What you typed could not be kept. Please enter it again.`;

/** An image that has been uploaded: where it is served, and how large it is there. */
export interface UploadedImage {
  url: string;
  width: number;
  height: number;
}
