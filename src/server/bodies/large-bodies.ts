import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { MAX_PICTURE_BYTES } from '#features/pictures/pictures.schema.ts';
import { AppError } from '#shared/errors.ts';
import { siteOf } from '#shared/network.ts';
import { createSlots } from '#shared/slots.ts';
import { createArrivals } from './arrivals.ts';
import { createNetworkSlots } from './network-slots.ts';
import {
  BodyTooLarge,
  declaredSize,
  incomingBody,
  type Pace,
  receiveBody,
} from './receive-body.ts';
import { refuseLargeForm } from './refuse-large-form.ts';
import { openStoredBody, type StoredBody } from './stored-body.ts';

/** The largest body that carries a picture, in bytes. */
const MAX_PICTURE_BODY = MAX_PICTURE_BYTES + 512 * 1024;
/** 16 KB a second: a slow phone sends three times as much. */
const PACE: Pace = { bytes: 160 * 1024, everyMs: 10_000 };

/** Where a picture may come in: the call, and the forms that bring it themselves without script. */
const FOR_PICTURES = new Set(['/uploads', '/register', '/addproduct', '/account']);

/** How many arrive at a time, from all networks. */
const ARRIVALS = 32;
/** How many more wait to arrive, unread. */
const WAITING = 64;
/** How many are on disk, on their way or waiting for work: up to 544 MB. */
const STORED = 64;
/** Beyond these, the rest of one network's bodies wait unread. */
const STORED_OF_ONE = 8;
const WAITING_OF_ONE = 60;
/** How many are worked on at a time, which takes up to three times their size of memory. */
const AT_A_TIME = 2;
const AT_A_TIME_OF_ONE = 1;

type Work = (form: AsyncIterable<Uint8Array>) => Promise<void>;

/** Whether a body may be larger than that of other forms. */
export function mayCarryPicture(c: Context<AppEnv>, type: string): boolean {
  const isPosted = c.req.method === 'POST' && FOR_PICTURES.has(c.req.path.toLowerCase());
  return isPosted && /^multipart\/form-data\b/i.test(type);
}

/** Keeps a body that may carry a picture in a file of `folder` until it has been worked on. */
export function createLargeBodies(folder: string) {
  const arrive = createArrivals(ARRIVALS, WAITING);
  const stored = createNetworkSlots(STORED_OF_ONE, WAITING_OF_ONE);
  const worked = createNetworkSlots(AT_A_TIME_OF_ONE, STORED_OF_ONE);
  const workedInAll = createSlots(AT_A_TIME, STORED);
  let storedInAll = 0;

  // Answers null for a body that is too large. A file is there only once the body may come.
  async function store(c: Context<AppEnv>): Promise<StoredBody | null> {
    const incoming = incomingBody(c);
    const waiting = new AbortController();
    const { signal } = waiting;
    const arrival = await arrive(siteOf(c.get('clientAddress')), () => waiting.abort());
    let body: StoredBody | undefined;
    try {
      const stored = await open();
      body = stored;
      const keep = (chunk: Uint8Array) => {
        arrival.add(chunk.byteLength);
        return stored.add(chunk);
      };
      const limits = { mostBytes: MAX_PICTURE_BODY, pace: PACE, signal, keep };
      if (incoming) await receiveBody(incoming, limits);
      return stored;
    } catch (error) {
      await body?.remove();
      if (error instanceof BodyTooLarge) return null;
      throw error;
    } finally {
      arrival.leave();
    }
  }

  async function open(): Promise<StoredBody> {
    if (storedInAll >= STORED) throw full();
    storedInAll += 1;
    const leave = () => {
      storedInAll -= 1;
    };
    const body = await openStoredBody(folder).catch((error: unknown) => {
      leave();
      throw error;
    });
    return { ...body, remove: () => body.remove().finally(leave) };
  }

  async function storeAndWork(
    c: Context<AppEnv>,
    network: string,
    work: Work,
  ): Promise<Response | undefined> {
    const body = await store(c);
    if (!body) return refuseLargeForm(c, PACE);
    try {
      await worked(network, () => workedInAll(() => work(body.read())));
      return undefined;
    } finally {
      await body.remove();
    }
  }

  return (c: Context<AppEnv>, network: string, work: Work): Promise<Response | undefined> => {
    if (declaredSize(c) > MAX_PICTURE_BODY) return refuseLargeForm(c, PACE);
    return stored(network, () => storeAndWork(c, network, work));
  };
}

function full(): AppError {
  return new AppError(
    'unavailable',
    'The shop is receiving many pictures right now. Please try again in a moment.',
    { retryAfterSeconds: 10 },
  );
}
