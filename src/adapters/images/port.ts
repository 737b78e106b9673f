/**
 * What the shop needs of a place that stores and serves images. Every adapter passes the suite in
 * `test/adapters/images.ts`.
 */
export interface ImagesPort {
  readonly name: 'disk' | 's3' | 'imgbb';
  /** The folder, bucket or host, for people. */
  readonly where: string;
  /** The common start of all addresses of files here. */
  readonly servedAt: string;
  /**
   * Stores a file completely or not at all. Returns its address. Throws AppError `unavailable` for
   * an outage of the store, and another error for what needs a person, such as refused keys.
   */
  store(file: ImageFile): Promise<{ url: string }>;
  /**
   * Operations on files by name: addresses end in the name, and storing the same file again changes
   * nothing. Null for hosts that choose every file's address and can't delete files by a call.
   */
  readonly byName: ImagesByName | null;
}

export interface ImagesByName {
  /** Makes sure that no file of this name is served any more. */
  remove(name: string): Promise<void>;
  /** The names of the files stored before then, in batches. */
  list(before: Date): AsyncIterable<string[]>;
  /** Removes incomplete files of processes that were killed before then. */
  tidy(before: Date): Promise<void>;
}

export interface ImageFile {
  /** Letters, digits and hyphens, a dot, and the kind: `0a1b-800.webp`. */
  name: string;
  bytes: Uint8Array;
  /** Its media type, such as `image/webp`. */
  type: string;
}
