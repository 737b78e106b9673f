import type { IncomingMessage } from 'node:http';

type Chunk = IteratorResult<Uint8Array, undefined>;

const OVER: Chunk = { done: true, value: undefined };

/**
 * The chunks of a body as they arrive, for one reader that asks for one at a time. Each is valid
 * until the next one is asked for; then its memory is freed. V8 alone frees it rarely, and can hold
 * hundreds of MB by then. The iterator of the stream would also join waiting chunks by copying
 * them, and the one of `events.on` takes 35 KB for each body.
 */
export function incomingChunks(incoming: IncomingMessage): AsyncIterator<Uint8Array, undefined> {
  let last: Uint8Array | undefined;
  let asked: PromiseWithResolvers<Chunk> | undefined;
  const onData = (value: Uint8Array) => {
    incoming.pause();
    last = value;
    asked?.resolve({ done: false, value });
  };
  const onEnd = () => asked?.resolve(OVER);
  const onError = (error: Error) => asked?.reject(error);
  // After the end this changes nothing.
  const onClose = () => onError(new Error('aborted'));
  const listen = () =>
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  return {
    next() {
      if (last) free(last);
      last = undefined;
      if (incoming.readableEnded) return Promise.resolve(OVER);
      if (incoming.destroyed) return Promise.reject(new Error('aborted'));
      // Not earlier: a body that is refused before it is read must not be paused.
      if (!asked) listen();
      asked = Promise.withResolvers();
      incoming.resume();
      return asked.promise;
    },
    // Leaves the rest in the connection, because a response is still to be sent.
    return() {
      incoming.pause();
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      asked?.resolve(OVER);
      return Promise.resolve(OVER);
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
