/** What a step of a life is, and what its choices have in common. */
import type { Actor } from '#features/actor.ts';
import type { Ctx } from '#features/context.ts';
import type { Random } from '../support/random.ts';
import type { OrderModel, Units } from './order-model.ts';

export interface Life {
  ctx: Ctx;
  orderId: string;
  buyer: Actor;
  staff: Actor;
  random: Random;
  model: OrderModel;
  /** Whether the shop's prices include tax now. */
  pricesIncludeTax(): boolean;
  /** Pays the order by card. */
  pay(): Promise<unknown>;
  /** Charges the card for an intent; returns the transaction. */
  confirm(clientSecret: string): Promise<string>;
  /** The parcel by which the exchanges of a return went out. */
  exchangeParcelOf(returnId: string): Promise<string>;
  newKey(): string;
}

export interface Step {
  says: string;
  run(): Promise<unknown>;
  /** The code of the refusal that the model expects; null when the shop has to accept it. */
  stop: string | null;
  /** Changes the model after the shop accepted it. */
  apply(result: unknown): void;
  /** Changes the model after the shop refused it, if that changes something. */
  applyRefused?(): void;
  /** Whether the same request once more changes nothing. */
  isKeyed?: boolean;
}

export const UNCHECKED = { version: null };

/** Some units of some lines, mostly within what there is. */
export function someUnits({ random, model }: Life, most: number[]): Units {
  const units = most.flatMap((left, position) => {
    if (!random.chance(left > 0 ? 0.6 : 0.05)) return [];
    const isTooMany = random.chance(0.05);
    return [{ position, quantity: isTooMany ? left + 1 : random.int(1, Math.max(1, left)) }];
  });
  return units.length > 0 ? units : [{ position: random.below(model.lines.length), quantity: 1 }];
}

export const withSkus = ({ model }: Life, units: Units) =>
  units.map(({ position, quantity }) => ({ sku: model.line(position).sku, quantity }));

/** Null mostly; else any amount, sometimes more than is left. */
export function typedAmount({ random, model }: Life, least: number): number | null {
  if (random.chance(0.75)) return null;
  return random.int(least, Math.max(least, Math.round(model.leftMinor * 1.1)));
}
