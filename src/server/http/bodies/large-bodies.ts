import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { MAX_IMAGE_BYTES } from '#features/images/images.schema.ts';
import type { VisitorReader } from '#features/visitors/visitors.ts';
import { siteOf } from '#shared/network.ts';
import { createSlots } from '#shared/slots.ts';
import { type Arrival, type Arrivals, createArrivals } from './arrivals.ts';
import { createNetworkSlots, type NetworkSlots } from './network-slots.ts';
import {
  BodyTooLarge,
  declaredSize,
  incomingBody,
  LARGE_PACE,
  receiveBody,
} from './receive-body.ts';
import { isImageCall, refuseLargeForm } from './refuse-large-form.ts';
import { isFromStaff } from './staff-senders.ts';
import { openStoredBody, type StoredBody } from './stored-body.ts';
import { type Sender, type StoredPlace, StoredPlaces } from './stored-places.ts';

/** The largest body that carries an image, in bytes. */
export const MAX_IMAGE_BODY = MAX_IMAGE_BYTES + 512 * 1024;

/** The forms that send a file without script. */
const IMAGE_FORMS = new Set(['/register', '/addproduct', '/account']);

/**
 * The console's editors. That of products may change 2,000 variants, that of pages has a long
 * text twice, also for its preview; the others may send an image.
 */
const EDITOR = /^(?:\/admin\/(?:products|categories|collections|pages)\/[^/]+|\/pages\/preview)$/i;

/** The page of an order's returns, which takes photos. */
const RETURNS = /^\/returnorder\/[^/]+$/i;

/**
 * How many bodies arrive at a time, from all networks, and how many more wait to arrive, unread.
 * Staff have as many places of their own, because guests can occupy the others: some dozen networks
 * together, or somebody in the network of staff.
 */
const ARRIVALS = 32;
const WAITING = 64;
/** How many are on disk, arriving or waiting to be processed: up to 544 MB. */
const STORED = 64;
/** How many bodies of one network are on disk. Further ones wait unread. */
const STORED_OF_ONE = 4;
const WAITING_OF_ONE = 60;
/** How many sessions are looked up at a time, before the body is read, and how many more wait. */
const LOOK_UPS = 8;
const WAITING_LOOK_UPS = 200;
/** How many are processed at a time. Each takes up to three times its size in memory. */
const AT_A_TIME = 2;

/** The places where bodies arrive, and how many of one network have one or are on disk. */
interface Lane {
  arrive: Arrivals;
  ofNetwork: NetworkSlots;
}

const createLane = (): Lane => ({
  arrive: createArrivals(ARRIVALS, WAITING),
  ofNetwork: createNetworkSlots(STORED_OF_ONE, WAITING_OF_ONE),
});

type PlacedBody = StoredBody & Pick<StoredPlace, 'process'>;
type Work = (form: AsyncIterable<Uint8Array>) => Promise<void>;

/** Whether a body may be larger than that of other forms: it may carry an image or a long edit. */
export function mayCarryImage(c: Context<AppEnv>, type: string): boolean {
  const { method, path } = c.req;
  const isForm = IMAGE_FORMS.has(path.toLowerCase()) || EDITOR.test(path) || RETURNS.test(path);
  const isForMuch = isImageCall(path) || isForm;
  return method === 'POST' && isForMuch && /^multipart\/form-data\b/i.test(type);
}

/** Stores a body that may carry an image in a file of `folder` until it has been processed. */
export function createLargeBodies(folder: string, visitors: VisitorReader) {
  const bodies = new LargeBodies(folder, visitors);
  return (c: Context<AppEnv>, network: string, work: Work): Promise<Response | undefined> => {
    if (declaredSize(c) > MAX_IMAGE_BODY) return refuseLargeForm(c);
    return bodies.take(c, network, work);
  };
}

class LargeBodies {
  readonly #folder: string;
  readonly #visitors: VisitorReader;
  readonly #lookUp = createSlots(LOOK_UPS, WAITING_LOOK_UPS);
  readonly #ofStaff = createLane();
  readonly #ofOthers = createLane();
  readonly #places = new StoredPlaces(STORED, AT_A_TIME);

  constructor(folder: string, visitors: VisitorReader) {
    this.#folder = folder;
    this.#visitors = visitors;
  }

  async take(c: Context<AppEnv>, network: string, work: Work): Promise<Response | undefined> {
    const isStaff = await this.#isFromStaff(c);
    const lane = isStaff ? this.#ofStaff : this.#ofOthers;
    return lane.ofNetwork(network, async () => {
      const body = await this.#store(c, lane, isStaff);
      if (!body) return refuseLargeForm(c);
      try {
        await body.process(c.req.raw.signal, () => work(body.read()));
        return undefined;
      } finally {
        await body.remove();
      }
    });
  }

  /** Staff count as others while too many look-ups wait. */
  #isFromStaff(c: Context<AppEnv>): Promise<boolean> {
    return this.#lookUp(() => isFromStaff(c, this.#visitors)).catch(() => false);
  }

  /** Returns null for a body that is too large. Creates the file only when the body may arrive. */
  async #store(c: Context<AppEnv>, lane: Lane, isStaff: boolean): Promise<PlacedBody | null> {
    const incoming = incomingBody(c);
    const site = siteOf(c.get('clientAddress'));
    const waiting = new AbortController();
    const arrival = await lane.arrive(site, () => waiting.abort());
    try {
      const body = await this.#open({ site, isStaff });
      if (incoming) await fill(body, incoming, arrival, waiting.signal);
      return body;
    } catch (error) {
      if (error instanceof BodyTooLarge) return null;
      throw error;
    } finally {
      arrival.leave();
    }
  }

  async #open(sender: Sender): Promise<PlacedBody> {
    const { process, leave } = this.#places.enter(sender);
    const body = await openStoredBody(this.#folder).catch((error: unknown) => {
      leave();
      throw error;
    });
    return { ...body, process, remove: () => body.remove().finally(leave) };
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
