import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { MAX_IMAGE_BYTES } from '#features/images/images.schema.ts';
import { BusyError } from '#shared/errors.ts';
import { siteOf } from '#shared/network.ts';
import { createSlots } from '#shared/slots.ts';
import { type Arrival, createArrivals } from './arrivals.ts';
import { createNetworkSlots } from './network-slots.ts';
import {
  BodyTooLarge,
  declaredSize,
  incomingBody,
  LARGE_PACE,
  receiveBody,
} from './receive-body.ts';
import { refuseLargeForm } from './refuse-large-form.ts';
import { openStoredBody, type StoredBody } from './stored-body.ts';

/** The largest body that carries an image, in bytes. */
export const MAX_IMAGE_BODY = MAX_IMAGE_BYTES + 512 * 1024;

/** Where an image may arrive: the upload call, and the forms that send a file without script. */
const FOR_IMAGES = new Set(['/uploads', '/register', '/addproduct', '/account']);

/** How many bodies arrive at a time, from all networks. */
const ARRIVALS = 32;
/** How many more wait to arrive, unread. */
const WAITING = 64;
/** How many are on disk, arriving or waiting to be processed: up to 544 MB. */
const STORED = 64;
/** Further bodies of one network wait unread. */
const STORED_OF_ONE = 4;
const WAITING_OF_ONE = 60;
/** How many are processed at a time. Each takes up to three times its size in memory. */
const AT_A_TIME = 2;
/** One site is processed one body at a time, in turn with the other sites. */
const AT_A_TIME_OF_ONE = 1;

const FULL = 'The shop is receiving many images right now. Please try again in a moment.';

type Work = (form: AsyncIterable<Uint8Array>) => Promise<void>;

/** Whether a body may be larger than that of other forms. */
export function mayCarryImage(c: Context<AppEnv>, type: string): boolean {
  const isPosted = c.req.method === 'POST' && FOR_IMAGES.has(c.req.path.toLowerCase());
  return isPosted && /^multipart\/form-data\b/i.test(type);
}

/** Stores a body that may carry an image in a file of `folder` until it has been processed. */
export function createLargeBodies(folder: string) {
  const bodies = new LargeBodies(folder);
  return (c: Context<AppEnv>, network: string, work: Work): Promise<Response | undefined> => {
    if (declaredSize(c) > MAX_IMAGE_BODY) return refuseLargeForm(c);
    return bodies.take(c, network, work);
  };
}

class LargeBodies {
  readonly #folder: string;
  readonly #arrive = createArrivals(ARRIVALS, WAITING);
  readonly #stored = createNetworkSlots(STORED_OF_ONE, WAITING_OF_ONE);
  readonly #worked = createNetworkSlots(AT_A_TIME_OF_ONE, STORED);
  readonly #workedInAll = createSlots(AT_A_TIME, STORED);
  #storedInAll = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  take(c: Context<AppEnv>, network: string, work: Work): Promise<Response | undefined> {
    return this.#stored(network, async () => {
      const body = await this.#store(c);
      if (!body) return refuseLargeForm(c);
      try {
        const site = siteOf(c.get('clientAddress'));
        await this.#worked(site, () =>
          this.#workedInAll(async () => {
            // Without a client nobody sees the image, and others wait.
            if (c.req.raw.signal.aborted) throw new BusyError(FULL, 10);
            await work(body.read());
          }),
        );
        return undefined;
      } finally {
        await body.remove();
      }
    });
  }

  /** Returns null for a body that is too large. Creates the file only when the body may arrive. */
  async #store(c: Context<AppEnv>): Promise<StoredBody | null> {
    const incoming = incomingBody(c);
    const waiting = new AbortController();
    const arrival = await this.#arrive(siteOf(c.get('clientAddress')), () => waiting.abort());
    try {
      const body = await this.#open();
      if (incoming) await fill(body, incoming, arrival, waiting.signal);
      return body;
    } catch (error) {
      if (error instanceof BodyTooLarge) return null;
      throw error;
    } finally {
      arrival.leave();
    }
  }

  async #open(): Promise<StoredBody> {
    if (this.#storedInAll >= STORED) throw new BusyError(FULL, 10);
    this.#storedInAll += 1;
    const leave = () => {
      this.#storedInAll -= 1;
    };
    const body = await openStoredBody(this.#folder).catch((error: unknown) => {
      leave();
      throw error;
    });
    return { ...body, remove: () => body.remove().finally(leave) };
  }
}

/** Stores the whole body; removes the file when the body does not arrive completely. */
async function fill(
  body: StoredBody,
  incoming: AsyncIterator<Uint8Array>,
  arrival: Arrival,
  signal: AbortSignal,
): Promise<void> {
  const keep = (chunk: Uint8Array) => {
    arrival.add(chunk.byteLength);
    return body.add(chunk);
  };
  try {
    await receiveBody(incoming, { mostBytes: MAX_IMAGE_BODY, pace: LARGE_PACE, signal, keep });
  } catch (error) {
    await body.remove();
    throw error;
  }
}
