/** Owns what shipping costs: the rules of `shop.config.ts`, the same on the server and in the browser. */
import type { ShopConfig } from '#shared/shop-config.ts';

/** Shipping to a city in minor units: the first rule whose word the city contains, else the rest. */
export function shippingCost(rules: ShopConfig['shipping'], city: string): number {
  const lower = city.toLowerCase();
  const rule = rules.rules.find(({ cityContains }) => lower.includes(cityContains.toLowerCase()));
  return rule?.minor ?? rules.otherwiseMinor;
}
