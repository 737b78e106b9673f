import { IMAGE_WIDTHS, UPLOAD_FORMATS, type UploadSuffix } from '#shared/image-names.ts';

/** How the files of an upload are named: `NAME-SUFFIX`, where NAME is a hash. */
export const SUFFIXES: readonly UploadSuffix[] = IMAGE_WIDTHS.flatMap((width) =>
  UPLOAD_FORMATS.map((format): UploadSuffix => `${width}.${format}`),
);

/** The rendition that stands for the image, and the only one where files are not kept by name. */
export const LARGEST: UploadSuffix = '800.webp';

/** The upload that a file belongs to; null for what is no rendition of one. */
export function uploadOf(file: string): string | null {
  const [name = '', suffix] = file.split(/-(.*)/s);
  return /^[0-9a-f]{32}$/.test(name) && SUFFIXES.some((one) => one === suffix) ? name : null;
}
