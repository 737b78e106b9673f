import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';

/**
 * The chunks of a body as they arrive. Each is valid until the next one is asked for; then its
 * memory is freed. V8 alone frees it rarely, and can hold hundreds of MB by then. The iterator of
 * the stream would also join waiting chunks by copying them.
 */
export function incomingChunks(incoming: IncomingMessage): AsyncIterator<Uint8Array, undefined> {
  const over = { done: true, value: undefined } as const;
  if (incoming.readableEnded) return { next: () => Promise.resolve(over) };
  if (incoming.destroyed) return { next: () => Promise.reject(new Error('aborted')) };
  const chunks = on(incoming, 'data', { close: ['end'], highWaterMark: 1, lowWaterMark: 1 });
  incoming.resume();
  let last: Uint8Array | undefined;
  return {
    async next() {
      if (last) free(last);
      const { done, value } = await chunks.next();
      if (done) return over;
      [last] = value as [Uint8Array];
      return { done: false, value: last };
    },
    // Leaves the rest in the connection, because a response is still to be sent.
    async return() {
      incoming.pause();
      await chunks.return?.();
      return over;
    },
  };
}

/** Discards the rest of a body that nobody will read. */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Other listeners may still use the same chunk.
  incoming.on('data', (chunk: Uint8Array) => process.nextTick(free, chunk));
}

/** Frees the memory that Node allocates for each chunk of a body. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
