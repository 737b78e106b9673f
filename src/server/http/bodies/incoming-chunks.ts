import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';

/**
 * The chunks of a body as they come. Each is there until the next one is asked for: then its memory is
 * freed. By itself V8 frees it rarely, and by then it is hundreds of MB. The iterator of the stream
 * would also copy chunks that wait, to join them.
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
    // The rest stays in the connection: a response is still to be sent.
    async return() {
      incoming.pause();
      await chunks.return?.();
      return over;
    },
  };
}

/** Throws away what still comes of a body that nobody will read. */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Others may count the same chunk.
  incoming.on('data', (chunk: Uint8Array) => process.nextTick(free, chunk));
}

/** Node copies each chunk of a body into memory of its own. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
