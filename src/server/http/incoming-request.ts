import { IncomingMessage } from 'node:http';

/** This many chunks may be of any size. */
const FREE_CHUNKS = 64;
/**
 * Beyond those, the average chunk must have so many bytes. The smallest packets have twice as many.
 */
const LEAST_BYTES = 256;

/**
 * A request that refuses bodies sent in very small chunks. Each chunk takes some 250 bytes of
 * memory until it is read, and Node counts only its content. The connection of such a sender is
 * closed.
 */
export class IncomingRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return super.push(chunk, encoding);
    // The parser still hands over what it received earlier.
    if (this.socket.destroyed) return false;
    this.#chunks += 1;
    this.#bytes += chunk.byteLength;
    if (this.#chunks > FREE_CHUNKS && this.#bytes < this.#chunks * LEAST_BYTES) {
      this.socket.destroy();
      return false;
    }
    return super.push(chunk, encoding);
  }
}
