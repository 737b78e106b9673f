/**
 * What the shop needs of a place that keeps images and serves them. Every adapter passes the
 * suite in `test/adapters/images.ts`.
 */
export interface ImagesPort {
  readonly name: 'disk' | 's3' | 'imgbb';
  /** Which folder, bucket or host that is, for people. */
  readonly where: string;
  /** How the address of every file begins that is served from here. */
  readonly servedAt: string;
  /** Keeps a file whole or not at all. Answers its address. */
  store(file: ImageFile): Promise<{ url: string }>;
  /**
   * What can be done with files by their names: their addresses end in them, and the same file
   * again changes nothing. Null where the place gives every file an address of its own, and lets
   * no program take it away.
   */
  readonly byName: ImagesByName | null;
}

export interface ImagesByName {
  /** Makes sure that no file of this name is served any more. */
  remove(name: string): Promise<void>;
  /** The names of the files that were stored before then, some at a time. */
  list(before: Date): AsyncIterable<string[]>;
  /** Takes away what processes that were killed before then left unfinished. */
  tidy(before: Date): Promise<void>;
}

export interface ImageFile {
  /** Letters, digits and hyphens, a dot, and the kind: `0a1b-800.webp`. */
  name: string;
  bytes: Uint8Array;
  /** Its media type, such as `image/webp`. */
  type: string;
}
