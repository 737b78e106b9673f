import type { Effort } from './effort.ts';
import type { Row } from './figures/row.ts';
import type { ObservedShop } from './shop/observed-shop.ts';

/** What a measurement gets: a running demo shop, and how much to measure. */
export interface Bench {
  shop: ObservedShop;
  effort: Effort;
  /** Prints the progress. */
  say(line: string): void;
}

/** Measures, and returns lines of the table. It stops whatever it starts. */
export type Measurement = (bench: Bench) => Promise<Row[]>;

/** Runs them one after the other, because concurrent measurements would disturb each other. */
export async function inTurn<T, R>(
  things: Iterable<T>,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const thing of things) done.push(await work(thing));
  return done;
}
