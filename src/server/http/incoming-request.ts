import { IncomingMessage } from 'node:http';
import { closeConnection } from './close-connection.ts';

/** So many chunks of a body may be of any size. */
const FREE_CHUNKS = 64;
/**
 * After `FREE_CHUNKS`, the average chunk must have this many bytes. The smallest packets have twice
 * as many.
 */
const MIN_BYTES = 256;
/**
 * Node reads up to 64 KB of a connection at a time. A read may hold this many chunks, so in a full
 * read they have 1 KB each. A proxy that forwards packets as they arrive sends larger ones.
 */
const CHUNKS_OF_READ = 64;

/**
 * A request that refuses bodies sent in very small chunks. Each chunk takes some 10 µs. Until it is
 * read, it also takes some 250 bytes of memory, of which Node counts only the content. The
 * connection of such a sender is closed.
 */
export class IncomingRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #ofRead = 0;
  /** How many bytes the connection had received with its latest read. */
  #bytesRead = 0;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return super.push(chunk, encoding);
    // The parser still hands over what it received earlier.
    if (this.socket.destroyed) return false;
    this.#chunks += 1;
    this.#bytes += chunk.byteLength;
    if (this.#countOfRead() > CHUNKS_OF_READ || this.#areSmall()) {
      closeConnection(this.socket);
      return false;
    }
    return super.push(chunk, encoding);
  }

  #areSmall(): boolean {
    return this.#chunks > FREE_CHUNKS && this.#bytes < this.#chunks * MIN_BYTES;
  }

  /** Counts one more chunk. The received bytes stay the same while Node parses what it read. */
  #countOfRead(): number {
    const { bytesRead } = this.socket;
    this.#ofRead = bytesRead === this.#bytesRead ? this.#ofRead + 1 : 1;
    this.#bytesRead = bytesRead;
    return this.#ofRead;
  }
}
