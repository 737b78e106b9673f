import type { Effort } from './effort.ts';
import type { Row } from './figures/row.ts';
import type { ObservedShop } from './shop/observed-shop.ts';

/** What a measurement is handed: a demo shop that runs, and how much to measure. */
export interface Bench {
  shop: ObservedShop;
  effort: Effort;
  /** Shows what is going on. */
  say(line: string): void;
}

/** Measures and answers lines of the table. What it starts, it stops. */
export type Measurement = (bench: Bench) => Promise<Row[]>;

/** Goes through things one after the other: side by side they would disturb each other. */
export async function inTurn<T, R>(
  things: Iterable<T>,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const thing of things) done.push(await work(thing));
  return done;
}
