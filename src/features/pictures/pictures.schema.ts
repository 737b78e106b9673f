// Browser-safe and without zod: the upload control is small.

/** The largest file that is taken for a picture. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

export const PICTURE_TOO_LARGE = 'That file has more than 8 MB. Please choose a smaller picture.';
/** What a form says that came with it: all of it is thrown away, unread. */
export const PICTURE_TOOK_FORM = `${PICTURE_TOO_LARGE} What you typed could not be kept. Please enter it again.`;

/** A picture that has been uploaded: where it is served, and how large it is there. */
export interface UploadedPicture {
  url: string;
  width: number;
  height: number;
}
