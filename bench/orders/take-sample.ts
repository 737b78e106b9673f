import { setTimeout as sleep } from 'node:timers/promises';
import { findDifference } from '../load/fresh-values.ts';
import type { OrderSample } from '../load/jobs.ts';
import { placeOrder } from '../load/orders.ts';
import type { ObservedShop } from '../shop/observed-shop.ts';
import type { Buyer } from './buyers.ts';

const ATTEMPTS = 24;
/** The wait before each order, in milliseconds, for each failed attempt, and the longest one. */
const CALM_MS = 150;
const LONGEST_CALM_MS = 900;

/** Places two orders and records the SQL of each as the shop sent it. */
export async function takeSample(shop: ObservedShop, buyer: Buyer): Promise<OrderSample> {
  for (let attempt = 1; ; attempt += 1) {
    // The emails of the previous order, and the jobs that run every minute, may add statements.
    const calm = () => sleep(Math.min((attempt - 1) * CALM_MS, LONGEST_CALM_MS));
    await calm();
    const first = await recordOrder(shop, buyer);
    await calm();
    const second = await recordOrder(shop, buyer);
    const difference = findDifference(first, second);
    if (difference === null && first.length > 0) return { first, second, takenAt: Date.now() };
    if (attempt === ATTEMPTS) {
      throw new Error(
        `The SQL of an order could not be recorded: ${difference ?? 'there is none'}`,
      );
    }
  }
}

function recordOrder({ url, observer }: ObservedShop, buyer: Buyer) {
  return observer.recordStatements(() => placeOrder(url, buyer));
}
