import {
  IMAGE_WIDTHS,
  UPLOAD_FORMATS,
  type UploadSuffix,
  ZOOM_SUFFIX,
} from '#shared/renditions.ts';

/** The file names of an upload: `NAME-SUFFIX`, where NAME is a hash. */
export const SUFFIXES: readonly UploadSuffix[] = [
  ...IMAGE_WIDTHS.flatMap((width) =>
    UPLOAD_FORMATS.map((format): UploadSuffix => `${width}.${format}`),
  ),
  ZOOM_SUFFIX,
];

/** The main rendition, and the only one at hosts that choose their own file names. */
export const MAIN: UploadSuffix = '800.webp';

/** A file with a name as long as that of every upload's main rendition. */
export const SOME_MAIN = `${'0'.repeat(32)}-${MAIN}`;

/** The upload that a file belongs to; null when it is no rendition. */
export function uploadOf(file: string): string | null {
  const [name = '', suffix] = file.split(/-(.*)/s);
  return /^[0-9a-f]{32}$/.test(name) && SUFFIXES.some((one) => one === suffix) ? name : null;
}
