/** How the files of an upload are named: `NAME-WIDTH.KIND`, where NAME is a hash. */
export const SUFFIXES = [
  '800.avif',
  '800.webp',
  '800.jpg',
  '400.avif',
  '400.webp',
  '400.jpg',
] as const;

export type Suffix = (typeof SUFFIXES)[number];

/** The rendition that stands for the image, and the only one where files are not kept by name. */
export const LARGEST: Suffix = '800.webp';

/** The upload that a file belongs to; null for what is no rendition of one. */
export function uploadOf(file: string): string | null {
  return /^([0-9a-f]{32})-(?:400|800)\.(?:avif|webp|jpg)$/.exec(file)?.[1] ?? null;
}
