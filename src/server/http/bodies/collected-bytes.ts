/** The least that is taken for a body, in bytes. */
const FIRST = 2 * 1024;

/**
 * Chunks of a body, copied into one piece of memory as they come. Kept as they are, each would take
 * memory of its own: 60,000 chunks of a byte as much as 10 MB.
 */
export class CollectedBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;
  readonly #most: number;

  /** `most` is how many bytes will ever be added. */
  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength;
    if (length > this.#bytes.byteLength) {
      const larger = Buffer.alloc(
        Math.min(this.#most, Math.max(FIRST, length, 2 * this.#bytes.byteLength)),
      );
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** What has been added so far. */
  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
