import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { AppError, BusyError } from '#shared/errors.ts';
import { siteOf } from '#shared/network.ts';
import { incomingChunks } from './incoming-chunks.ts';

/** At least `bytes` have to arrive in every `everyMs` milliseconds, except the last. */
export interface Pace {
  bytes: number;
  everyMs: number;
}

/** For bodies above 64 KB: 16 KB a second. A slow phone sends three times as much. */
export const LARGE_PACE: Pace = { bytes: 160 * 1024, everyMs: 10_000 };

/** Thrown when a body is larger than its limit. */
export class BodyTooLarge extends Error {}

/** The size that a request declares for its body; NaN where it declares none. */
export function declaredSize(c: Context<AppEnv>): number {
  return Number(c.req.header('content-length') ?? Number.NaN);
}

/** The body of a request, read from the connection itself where there is one. */
export function incomingBody(c: Context<AppEnv>): AsyncIterator<Uint8Array> | null {
  const { incoming } = c.env ?? {};
  if (incoming instanceof IncomingMessage)
    return incomingChunks(incoming, siteOf(c.get('clientAddress')));
  return c.req.raw.body?.[Symbol.asyncIterator]() ?? null;
}

/**
 * Reads a body to its end and passes every chunk to `keep`. Throws `BodyTooLarge` beyond
 * `mostBytes`, 408 for a sender slower than `pace`, and 503 when `signal` is aborted because
 * another body needs its place.
 */
export async function receiveBody(
  body: AsyncIterator<Uint8Array>,
  options: {
    mostBytes: number;
    pace: Pace;
    signal: AbortSignal;
    keep: (chunk: Uint8Array) => Promise<void> | void;
  },
): Promise<void> {
  const { mostBytes, pace, signal, keep } = options;
  let received = 0;
  let before = 0;
  let failure: Error | null = null;
  let stopWaiting: (error: Error) => void = () => undefined;
  const fail = (error: Error) => {
    failure ??= error;
    stopWaiting(failure);
  };
  // This is one promise for each chunk. `Promise.race` with one promise for the whole body would
  // hold every chunk until the end.
  const nextChunk = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      if (failure) return reject(failure);
      stopWaiting = reject;
      body.next().then(resolve, (cause: unknown) => reject(cutOff(cause)));
    });
  const watch = setInterval(() => {
    if (received - before < pace.bytes) fail(tooSlow());
    before = received;
  }, pace.everyMs);
  const giveUp = () => fail(new BusyError());
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for (;;) {
      const { done, value } = await nextChunk();
      if (done) return;
      received += value.byteLength;
      if (received > mostBytes) throw new BodyTooLarge();
      await keep(value);
    }
  } finally {
    void body.return?.();
    clearInterval(watch);
    signal.removeEventListener('abort', giveUp);
  }
}

// The client is gone and can't read this response. Without it, an aborted request would be logged
// as an internal error.
function cutOff(cause: unknown): AppError {
  return new AppError(
    'malformed',
    'The connection ended before everything had arrived. Please try again.',
    { cause },
  );
}

function tooSlow(): AppError {
  return new AppError(
    'request_timeout',
    'What you sent arrived too slowly, and the shop stopped waiting. Please check your connection and try again.',
  );
}
