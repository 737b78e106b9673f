import type { Statement } from '../shop/observer.ts';

/** A job for a worker: what it sends repeatedly until the time is over. */
export type Job = GetJob | OrderJob | SqlJob | FlashJob;

interface Timed {
  seconds: number;
  /** How many requests are in progress at any time. */
  connections: number;
}

/** GETs of these addresses in turn. */
export interface GetJob extends Timed {
  kind: 'get';
  origin: string;
  paths: string[];
  headers: Record<string, string>;
}

/** Orders, each connection for its own customers, if there are several times as many. */
export interface OrderJob extends Timed {
  kind: 'order';
  origin: string;
  buyers: { cookie: string; address: string; body: string }[];
}

/** The statements of two orders of each customer, sent again as new orders. */
export interface SqlJob extends Timed {
  kind: 'sql';
  dataDir: string;
  samples: OrderSample[];
}

/** The statements of two orders that differ only in the values of each order. */
export interface OrderSample {
  first: Statement[];
  second: Statement[];
  /** When they were recorded, in milliseconds since 1970. */
  takenAt: number;
}

/** One order of each buyer, all at once, for as few units of one product. */
export interface FlashJob {
  kind: 'flash';
  origin: string;
  buyers: { cookie: string; address: string; body: string }[];
  units: number;
}

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}
