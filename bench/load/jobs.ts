import type { Statement } from '../shop/observer.ts';

/** Load for one of the workers: what it sends, over and over, until the time is up. */
export type Job = GetJob | OrderJob | SqlJob;

interface Timed {
  seconds: number;
  /** How many are under way at any time. */
  connections: number;
}

/** GETs of these addresses in turn. */
export interface GetJob extends Timed {
  kind: 'get';
  origin: string;
  paths: string[];
  headers: Record<string, string>;
}

/** Orders, each connection for a shopper of its own. */
export interface OrderJob extends Timed {
  kind: 'order';
  origin: string;
  buyers: { cookie: string; address: string; body: string }[];
}

/** What two orders of each shopper sent to PostgreSQL, sent there again as new orders. */
export interface SqlJob extends Timed {
  kind: 'sql';
  dataDir: string;
  samples: OrderSample[];
}

/** The statements of two orders that differ in nothing but what is new with every order. */
export interface OrderSample {
  first: Statement[];
  second: Statement[];
  /** When they were taken, milliseconds since 1970. */
  takenAt: number;
}

export interface Load {
  perSecond: number;
  p99Ms: number;
}
