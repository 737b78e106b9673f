/** The initial size of the buffer, in bytes. */
const FIRST = 2 * 1024;

/**
 * Copies the chunks of a body into one buffer as they arrive. Stored separately, each chunk takes
 * memory of its own: 60,000 chunks of one byte take as much as 10 MB.
 */
export class CollectedBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;
  readonly #most: number;

  /** `most` is the largest number of bytes that will be added. */
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

  /** All bytes that were added so far. */
  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
