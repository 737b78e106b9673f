/**
 * What the shop needs of a place that keeps pictures and serves them. Every adapter passes the
 * suite in `test/adapters/pictures.ts`.
 */
export interface PicturesPort {
  readonly name: 'disk' | 's3' | 'imgbb';
  /** How the address of every file begins that is served from here. */
  readonly servedAt: string;
  /** Keeps a file whole or not at all; the same file again changes nothing. Answers its address. */
  store(file: PictureFile): Promise<{ url: string }>;
  /** Makes sure that no file of this name is served any more. */
  remove(name: string): Promise<void>;
}

export interface PictureFile {
  /** Letters, digits and hyphens, a dot, and the kind: `0a1b-800.webp`. */
  name: string;
  bytes: Uint8Array;
  /** Its media type, such as `image/webp`. */
  type: string;
}
