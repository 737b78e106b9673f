import type { IncomingMessage } from 'node:http';
import { eventLoopTurns } from '../event-loop-turns.ts';

type Chunk = IteratorResult<Uint8Array, undefined>;

const OVER: Chunk = { done: true, value: undefined };

/**
 * The chunks of a body as they arrive, for one reader that asks for one at a time. Each is valid
 * until the next one is asked for; then its memory is freed. V8 alone frees it rarely, and can hold
 * hundreds of MB by then. The iterator of the stream would also copy waiting chunks to join them,
 * and the iterator of `events.on` takes 35 KB for each body.
 *
 * Each chunk waits for a turn of its site. One packet can hold hundreds of chunks, so a client with
 * hundreds of connections could make one iteration of the event loop take seconds.
 */
export function incomingChunks(
  incoming: IncomingMessage,
  site: string,
): AsyncIterator<Uint8Array, undefined> {
  let last: Uint8Array | undefined;
  let asked: PromiseWithResolvers<Chunk> | undefined;
  let cancelTurn: (() => void) | undefined;
  const resume = () => void incoming.resume();
  const onData = (value: Uint8Array) => {
    incoming.pause();
    last = value;
    asked?.resolve({ done: false, value });
  };
  const onEnd = () => asked?.resolve(OVER);
  const onError = (error: Error) => {
    cancelTurn?.();
    asked?.reject(error);
  };
  // After the end this changes nothing.
  const onClose = () => onError(new Error('aborted'));
  // A new listener would let the body flow at once.
  const listen = () =>
    incoming.pause().on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  return {
    next() {
      if (last) freeChunk(last);
      last = undefined;
      if (incoming.readableEnded) return Promise.resolve(OVER);
      if (incoming.destroyed) return Promise.reject(new Error('aborted'));
      // This must not be done earlier: a body that is refused before it is read must not be paused.
      if (!asked) listen();
      asked = Promise.withResolvers();
      cancelTurn = eventLoopTurns.begin(() => site, resume);
      return asked.promise;
    },
    // The rest stays in the connection, because a response still has to be sent.
    return() {
      cancelTurn?.();
      incoming.pause();
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      asked?.resolve(OVER);
      return Promise.resolve(OVER);
    },
  };
}

/** So many chunks of a discarded body are one turn: each takes less than 0.1 ms. */
const DISCARDED_IN_A_TURN = 8;

/**
 * Discards the rest of a body that nobody will read, in turns as well. They are not those of the
 * site's requests: a proxy may have sent somebody else's request on the same connection, which waits
 * for the end of this body.
 */
export function discardRest(incoming: IncomingMessage, site: string): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let cancelTurn: (() => void) | undefined;
  let chunks = 0;
  const resume = () => void incoming.resume();
  const goOn = () => {
    incoming.pause();
    cancelTurn = eventLoopTurns.begin(() => `rest of ${site}`, resume);
  };
  incoming.on('data', (chunk: Uint8Array) => {
    // Other listeners may still use the same chunk.
    process.nextTick(freeChunk, chunk);
    chunks += 1;
    if (chunks % DISCARDED_IN_A_TURN === 0) goOn();
  });
  goOn();
  // Marks the body as read while little of it waits. Otherwise Node discards the rest without turns
  // if the response ends before the first one.
  incoming.read(0);
  incoming.once('close', () => cancelTurn?.());
}

/** Frees the memory that Node allocates for each chunk of a body. The second time changes nothing. */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}
