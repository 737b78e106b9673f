import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';
import { siteOf } from '#shared/network.ts';
import { createArrivals } from './arrivals.ts';
import { CollectedBytes } from './collected-bytes.ts';
import {
  BodyTooLarge,
  declaredSize,
  incomingBody,
  type Pace,
  receiveBody,
} from './receive-body.ts';

/** The largest body of a call or form without an image, in bytes. */
export const MAX_BODY = 64 * 1024;

interface Limits {
  mostBytes: number;
  pace: Pace;
  /** How many arrive at a time; as many more wait. */
  arrivals: number;
}

/** The whole body has to arrive within 20 seconds. All together take up to 32 MB of memory. */
const SMALL: Limits = {
  mostBytes: MAX_BODY,
  pace: { bytes: MAX_BODY, everyMs: 20_000 },
  arrivals: 500,
};

/** Reads a body of a call or form into memory; 413 for one that is too large. */
export type ReadSmallBody = (c: Context<AppEnv>) => Promise<Uint8Array>;

export function createSmallBodies({ mostBytes, pace, arrivals } = SMALL): ReadSmallBody {
  const arrive = createArrivals(arrivals, arrivals);
  return async (c) => {
    if (declaredSize(c) > mostBytes) throw tooLarge(mostBytes);
    const body = incomingBody(c);
    const bytes = new CollectedBytes(mostBytes);
    if (!body) return bytes.whole();
    const waiting = new AbortController();
    const arrival = await arrive(siteOf(c.get('clientAddress')), () => waiting.abort());
    try {
      await receiveBody(body, {
        mostBytes,
        pace,
        signal: waiting.signal,
        keep(chunk) {
          arrival.add(chunk.byteLength);
          bytes.add(chunk);
        },
      });
    } catch (error) {
      bytes.free();
      throw error instanceof BodyTooLarge ? tooLarge(mostBytes) : error;
    } finally {
      arrival.leave();
    }
    return bytes.whole();
  };
}

function tooLarge(mostBytes: number): AppError {
  const kilobytes = mostBytes / 1024;
  const most = kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`;
  return new AppError(
    'body_too_large',
    `That is more than the shop accepts at once, which is ${most}. Please send less.`,
  );
}
