import { IncomingMessage } from 'node:http';

/** So many chunks may be of any size. */
const FREE_CHUNKS = 64;
/** More of them must have so many bytes each, on average: the smallest packets have twice as many. */
const LEAST_BYTES = 256;

/**
 * A request whose body may not come in crumbs: each chunk costs some 250 bytes of memory until it is
 * read, whatever is in it, and Node counts only its bytes. Whoever sends such a body is cut off.
 */
export class IncomingRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return super.push(chunk, encoding);
    // The parser still hands over what it had received before.
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
